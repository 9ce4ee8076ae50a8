import { z } from 'zod';
import type { Actor } from '#lib/values/actor.ts';
import {
  matchingShape,
  requireEither,
  requireKnownInQuery,
  requireNotTooMany,
  severalOf,
  type BulkResult,
} from '#lib/records/list/bulk.server.ts';
import { BULK_MOST_RECORDS } from '#lib/values/constants.ts';
import { parse } from '#lib/values/parse.ts';
import { invalidField } from '#lib/values/refusal.ts';
import { applyMailAct } from './mail-acts.server.ts';
import { readMailboxQuery, type MailboxQuery } from './email.ts';
import { matchingMails } from './mailbox.server.ts';

const bodySchema = z.object({
  ids: severalOf(z.string().max(40)),
  ...matchingShape,
});
const KNOWN = ['folder', 'label', 'q', 'show'];

/**
 * Applies an act to everything that a list shows on all its pages and that had arrived by `seenAt`. 422
 * `too-many-chosen` beyond 1,000.
 */
export async function applyMailActToMatching(
  actor: Actor,
  query: MailboxQuery,
  seenAt: string,
  input: unknown,
): Promise<BulkResult> {
  const ids = await matchingMails(actor, query, seenAt, BULK_MOST_RECORDS);
  requireNotTooMany(ids);
  return applyMailAct(actor, ids, input);
}

/**
 * The API: `{ act, ids }`, or `{ act, query }` with 'folder=sent&q=…' for all that match (as of `seenAt`, else now);
 * with `label` or `until` where the act needs it. Responds with `{ act, done, refused }`.
 */
export async function mailActResponse(actor: Actor, input: Record<string, unknown>): Promise<BulkResult> {
  const { ids, query, seenAt } = parse(bodySchema, input);
  requireEither('ids', ids, query);
  if (ids) return applyMailAct(actor, ids, input);
  const params = new URLSearchParams(query);
  const list = readMailboxQuery(params, params.get('folder') ?? undefined, params.get('label'));
  requireKnownInQuery([...params.keys()].filter((name) => !KNOWN.includes(name)));
  if (!list) throw invalidField('query', 'not-a-choice');
  return applyMailActToMatching(actor, list, seenAt, input);
}
