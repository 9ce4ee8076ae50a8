import { sql, type RawBuilder } from 'kysely';
import type { Actor } from '#lib/access/actor.ts';
import type { Tx } from './database.server.ts';

/** What the directory has to know of one type of document before a department closes or a person leaves. */
export interface OpenPapers {
  /** SQL of `doc_id, department_id, owner_id` of every document of this type that has not come to its end. */
  papers: () => RawBuilder<unknown>;
  /** Gives to `to` what `from` has begun and `to` may hold, in the transaction in which `from` is taken out; how many. */
  handOver: (tx: Tx, by: Actor, from: string, to: string) => Promise<number>;
}

const sources: OpenPapers[] = [];

/** Called once by each module with documents, when it is loaded (`lib/modules.server.ts`). */
export function registerOpenPapers(source: OpenPapers): void {
  sources.push(source);
}

/** Gives what one person has begun to another, type by type; how many documents. */
export async function handOverPapers(tx: Tx, by: Actor, from: string, to: string): Promise<number> {
  let count = 0;
  for (const { handOver } of sources) count += await handOver(tx, by, from, to);
  return count;
}

/** SQL of every document that has not come to its end. */
export function openPapers(): RawBuilder<unknown> {
  const nothing = sql`select null::uuid as doc_id, null::uuid as department_id, null::uuid as owner_id where false`;
  return sql.join([nothing, ...sources.map(({ papers }) => papers())], sql` union all `);
}
