/** What each tone means: nobody waits; somebody must act; under way; good; not good; ordered or booked; over. */
export type Tone = 'still' | 'waits' | 'informs' | 'done' | 'refused' | 'ordered' | 'over';
