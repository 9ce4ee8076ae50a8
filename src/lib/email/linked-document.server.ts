import { sql } from 'kysely';
import type { Actor } from '#lib/values/actor.ts';
import { labels } from '#lib/records/entity.ts';
import { invalidField } from '#lib/values/refusal.ts';
import { titlesOf } from '#lib/records/titles.server.ts';
import { db } from '#lib/process/database/database.server.ts';
import { entityOfDocType, recordWithin } from '#lib/records/record-kinds.server.ts';

/** A record linked from a mail. A reader who may not open it sees only its kind. */
export type LinkedDocument = { key: string; label: string; open: { title: string; href: string } | null };

/** 'purchase-request:<id>', as in forms; '' where there is none. */
export const linkedKey = ({
  linkedEntity,
  linkedId,
}: {
  linkedEntity: string | null;
  linkedId: string | null;
}): string => (linkedEntity ? `${linkedEntity}:${linkedId}` : '');

/** The record of a key, as far as the actor may open it; null for no key. */
export async function linkedDocument(actor: Actor, key: string): Promise<LinkedDocument | null> {
  const [entity = '', id = ''] = key.split(':');
  if (key === '') return null;
  const kind = await recordWithin(actor, entity, id);
  if (!kind) return { key, label: 'email.linked.any', open: null };
  const title = (await titlesOf([[entity, id]])).get(id) ?? '';
  return { key, label: labels.one(kind.of), open: { title, href: kind.path(id) } };
}

/** The same for the mails of a conversation, by key: each record is read once, however many mails link to it. */
export async function linkedDocuments(
  actor: Actor,
  keys: readonly string[],
): Promise<Map<string, LinkedDocument | null>> {
  return new Map(
    await Promise.all([...new Set(keys)].map(async (key) => [key, await linkedDocument(actor, key)] as const)),
  );
}

/** The record named by a draft, for those who may open it: 422 `not-a-choice` for anything else. */
export async function reachableLink(actor: Actor, key: string): Promise<{ entity: string; id: string } | null> {
  if (key === '') return null;
  const [entity = '', id = ''] = key.split(':');
  if (!(await recordWithin(actor, entity, id))) throw invalidField('linked', 'not-a-choice');
  return { entity, id };
}

/** The key of a numbered document by its number; null for one that does not exist or that the actor may not open. */
export async function keyOfNumber(actor: Actor, number: string): Promise<string | null> {
  const { rows } = await sql<{
    docType: string;
    docId: string;
  }>`select doc_type, doc_id from issued_numbers where upper(number) = upper(${number.trim()})`.execute(db);
  if (!rows[0]) return null;
  const entity = entityOfDocType(rows[0].docType);
  return entity && (await recordWithin(actor, entity, rows[0].docId)) ? `${entity}:${rows[0].docId}` : null;
}
