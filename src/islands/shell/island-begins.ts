/** An island that waited for its first use asks for its script (on-use.ts). Bubbles. */
export const ISLAND_BEGINS = 'island-begins';
