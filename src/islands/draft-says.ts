import { formatTime } from '#lib/values/time.ts';
import type { DraftState } from './draft-keeper.ts';

/** The words of a form about its draft; `saved` has a place for {time}, `refused` one for {reason}. */
export interface DraftWords {
  saved: string;
  failed: string;
  refused: string;
  elsewhere: string;
  left: string;
}

/** What people read about their draft; '' before there is anything to say. Times are those of Singapore. */
export function draftSays({ is, savedAt, reason }: DraftState, words: DraftWords): string {
  if (is === 'conflict') return words.elsewhere;
  if (is === 'not-discarded') return words.left;
  if (is === 'failed') return reason ? words.refused.replace('{reason}', reason) : words.failed;
  return savedAt ? words.saved.replace('{time}', formatTime(savedAt)) : '';
}

/** Whether the state needs the person's attention. */
export const isTrouble = ({ is }: DraftState): boolean => ['failed', 'conflict', 'not-discarded'].includes(is);
