/** The thread in which one table is read, on its one message; run from source, also beside a built server. */
import { parentPort } from 'node:worker_threads';
import { Refusal } from '#lib/values/refusal.ts';
import type { ReadAnswer, ReadJob } from './reading-protocol.ts';
import { readTable } from './table-reading.server.ts';

parentPort?.once('message', async (job: ReadJob) => parentPort!.postMessage(await answerTo(job)));

async function answerTo({ bytes, fileName }: ReadJob): Promise<ReadAnswer> {
  try {
    return { kind: 'read', table: await readTable(bytes, fileName) };
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    return { kind: 'refused', code: error.code, params: error.details.params };
  }
}
