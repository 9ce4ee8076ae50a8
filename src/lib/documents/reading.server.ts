import type { ReadRow } from '#lib/records/store-reading.server.ts';
import type { Actor } from '#lib/values/actor.ts';
import { actsOn, type AllowedAct } from './acts.server.ts';
import type { AnyDocument } from './document.ts';
import type { RowOfDocument } from './life-rules.ts';
import type { Life } from './life.server.ts';
import { relatedTo, type RelatedDocument } from './state/related.server.ts';

/**
 * A document as people and the API read it: with its data in other tables, the reader's acts, and its related
 * documents.
 */
export type FullDocument<D extends AnyDocument, M = object> = ReadRow<D> &
  M & { allowedActions: AllowedAct[]; related: RelatedDocument[] };

/** One document, for those who may open it (or, by other actions, change it); 404 beyond reach. */
export async function readDocument<D extends AnyDocument, M extends object>(
  actor: Actor,
  { of, documents, rules }: Life<D, M>,
  id: string,
  actions?: readonly string[],
): Promise<FullDocument<D, M>> {
  return withMore(actor, { of, rules }, await documents.get(actor, id, actions));
}

/** A draft that was deleted, for whoever may restore it; 404 for all others, and for what was not. */
export async function readDeleted<D extends AnyDocument, M extends object>(
  actor: Actor,
  { of, documents, rules }: Life<D, M>,
  id: string,
): Promise<FullDocument<D, M>> {
  return withMore(actor, { of, rules }, await documents.getDeleted(actor, id));
}

async function withMore<D extends AnyDocument, M extends object>(
  actor: Actor,
  { of, rules }: Pick<Life<D, M>, 'of' | 'rules'>,
  row: ReadRow<D>,
): Promise<FullDocument<D, M>> {
  const [more, allowedActions, related] = await Promise.all([
    rules.read?.(row.id as string),
    actsOn(actor, of, row.id as string),
    relatedTo(actor, of, row.id as string),
  ]);
  return { ...row, ...(more as M), allowedActions, related };
}

/** The response after a change. A person who gave a document away can no longer open it and gets the row alone. */
export async function answerOf<D extends AnyDocument, M extends object>(
  actor: Actor,
  life: Life<D, M>,
  row: RowOfDocument<D>,
): Promise<FullDocument<D, M> | RowOfDocument<D>> {
  return (await life.documents.reaches(actor, row.id)) ? readDocument(actor, life, row.id) : row;
}
