import type { Actor } from '#lib/access/actor.ts';
import { Refusal } from './refusal.ts';
import type { Seen } from './store.server.ts';

export type BulkRun = (actor: Actor, seen: Seen) => Promise<unknown>;

/** What became of an act on several records: each is asked for itself, so some may be done and others refused. */
export interface BulkResult {
  act: string;
  done: string[];
  refused: { id: string; code: string; params: Record<string, unknown> | undefined }[];
}

const MOST_ROWS = 200;

/** Does the act to every chosen record ('id:version'), each in a transaction of its own; refusals do not stop the others. */
export async function runBulk(actor: Actor, act: string, run: BulkRun, chosen: readonly string[]): Promise<BulkResult> {
  const result: BulkResult = { act, done: [], refused: [] };
  for (const [id = '', version] of chosen.slice(0, MOST_ROWS).map((row) => row.split(':'))) {
    try {
      await run(actor, { id, version: Number(version) });
      result.done.push(id);
    } catch (error) {
      if (!(error instanceof Refusal)) throw error;
      const { code, params } = error.errors[0] ?? { code: error.code, params: error.details.params };
      result.refused.push({ id, code, params });
    }
  }
  return result;
}
