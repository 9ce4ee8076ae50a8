import { sql, type RawBuilder } from 'kysely';
import type { Actor } from '#lib/values/actor.ts';
import type { DocType } from '#lib/values/doc-types.ts';
import type { Tx } from '#lib/process/database/database.server.ts';

/** What the directory has to know of one type of document before a department closes or a person leaves. */
export interface OpenDocuments {
  docType: DocType;
  /** SQL of `doc_id, department_id, owner_id` of every document of this type that has not come to its end. */
  documents: () => RawBuilder<unknown>;
  /**
   * Gives to `to` what `from` has begun and `to` may hold, in the transaction in which `from` is taken out; how many.
   */
  reassign: (tx: Tx, by: Actor, from: string, to: string) => Promise<number>;
}

const sources = new Map<DocType, OpenDocuments>();

/** Called once by each module with documents, when it is loaded (`lib/modules.server.ts`). */
export function registerOpenDocuments(source: OpenDocuments): void {
  sources.set(source.docType, source);
}

/** Every type of document that was registered. */
export const openDocumentTypes = (): DocType[] => [...sources.keys()];

/** Gives what one person has begun to another, type by type; how many documents. */
export async function reassignOpenDocuments(tx: Tx, by: Actor, from: string, to: string): Promise<number> {
  let count = 0;
  for (const { reassign } of sources.values()) count += await reassign(tx, by, from, to);
  return count;
}

/** SQL of every document that has not come to its end. */
export function openDocuments(): RawBuilder<unknown> {
  const nothing = sql`select null::uuid as doc_id, null::uuid as department_id, null::uuid as owner_id where false`;
  return sql.join([nothing, ...[...sources.values()].map(({ documents }) => documents())], sql` union all `);
}
