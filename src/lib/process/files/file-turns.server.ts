import type { Actor } from '#lib/values/actor.ts';
import { Refusal } from '#lib/values/refusal.ts';
import { oneAtATime } from '#lib/values/one-at-a-time.ts';

/** Files of one person, and of all together, being processed or waiting in this process. */
const MOST_OF_ONE = 2;
const MOST_OF_ALL = 12;
const RETRY_AFTER_SECONDS = 10;

const underWay: string[] = [];

/**
 * Queues work that holds a whole table in memory (an export, a spreadsheet import): one at a time in this process. 429
 * `files-busy` for a third one of the same person, or when too many wait already.
 */
export async function fileTurn<T>(actor: Actor, work: () => Promise<T>): Promise<T> {
  const key = `${actor.type} ${actor.id}`;
  const own = underWay.filter((one) => one === key).length;
  if (own >= MOST_OF_ONE || underWay.length >= MOST_OF_ALL)
    throw new Refusal('files-busy', 429, { retryAfter: RETRY_AFTER_SECONDS });
  underWay.push(key);
  try {
    return await oneAtATime('files', work);
  } finally {
    underWay.splice(underWay.indexOf(key), 1);
  }
}
