import { map } from 'nanostores';

/** What the bell counts: decisions that wait, in words too, and unread notifications. */
export interface BellCounts {
  waiting: number;
  waitingText: string;
  unread: number;
}

export const $bell = map<BellCounts>({ waiting: 0, waitingText: '', unread: 0 });
