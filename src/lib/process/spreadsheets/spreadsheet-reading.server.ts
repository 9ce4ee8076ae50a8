import path from 'node:path';
import { Worker } from 'node:worker_threads';
import { IMPORT_MAX_BYTES } from '#lib/values/constants.ts';
import { Refusal } from '#lib/values/refusal.ts';
import type { ReadAnswer, ReadJob } from './reading-protocol.ts';
import type { Spreadsheet } from './table-reading.server.ts';

/** A file of 5,000 full rows takes about two seconds; nothing that people type takes longer than this. */
const MOST_MS = 10_000;
const MOST_MEGABYTES = 512;

/**
 * Reads a table as `readTable`, in a thread of its own: a file of nothing but separators would hold every request up for
 * seconds. Refuses with 422 `spreadsheet-too-large`, and as `readTable`; `spreadsheet-unreadable` also for a file that
 * takes too long or too much memory.
 */
export async function readSpreadsheet(bytes: Uint8Array, fileName: string): Promise<Spreadsheet> {
  if (bytes.length > IMPORT_MAX_BYTES)
    throw new Refusal('spreadsheet-too-large', 422, { params: { megabytes: IMPORT_MAX_BYTES / 1024 / 1024 } });
  const answer = await readElsewhere({ bytes, fileName });
  if (answer.kind === 'refused') throw new Refusal(answer.code, 422, { params: answer.params });
  return answer.table;
}

function readElsewhere(job: ReadJob): Promise<ReadAnswer> {
  const { promise, resolve, reject } = Promise.withResolvers<ReadAnswer>();
  const thread = new Worker(path.resolve('src/lib/process/spreadsheets/reading-thread.server.ts'), {
    env: {},
    execArgv: [],
    resourceLimits: { maxOldGenerationSizeMb: MOST_MEGABYTES },
  });
  const unreadable = (cause?: unknown) => reject(Object.assign(new Refusal('spreadsheet-unreadable'), { cause }));
  const limit = setTimeout(() => void thread.terminate(), MOST_MS);
  thread.once('message', resolve);
  thread.once('error', unreadable);
  thread.once('exit', () => unreadable());
  thread.postMessage(job);
  return promise.finally(() => clearTimeout(limit));
}
