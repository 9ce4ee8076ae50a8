import { z } from 'zod';
import type { Actor } from '#lib/values/actor.ts';
import type { BulkResult } from '#lib/records/list/bulk.server.ts';
import { BULK_MOST_RECORDS } from '#lib/values/constants.ts';
import { parse } from '#lib/values/parse.ts';
import { Refusal, invalidField } from '#lib/values/refusal.ts';
import { applyMailAct } from './mail-acts.server.ts';
import { readMailboxQuery, type MailboxQuery } from './email.ts';
import { matchingMails } from './mailbox.server.ts';

const bodySchema = z.object({
  ids: z.array(z.string().max(40)).min(1, 'required').max(200, 'too-many-rows').optional(),
  query: z.string().max(1000, 'too-long').optional(),
  seenAt: z.iso.datetime({ offset: true, error: 'not-a-date' }).optional(),
});

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
  if (ids.length > BULK_MOST_RECORDS)
    throw new Refusal('too-many-chosen', 422, { params: { count: BULK_MOST_RECORDS } });
  return applyMailAct(actor, ids, input);
}

/**
 * The API: `{ act, ids }`, or `{ act, query }` with 'folder=sent&q=…' for all that match (as of `seenAt`, else now);
 * with `label` or `until` where the act needs it. Responds with `{ act, done, refused }`.
 */
export async function mailActResponse(actor: Actor, input: Record<string, unknown>): Promise<BulkResult> {
  const { ids, query, seenAt = new Date().toISOString() } = parse(bodySchema, input);
  if ((ids === undefined) === (query === undefined)) throw invalidField('ids', ids ? 'rows-or-query' : 'required');
  if (ids) return applyMailAct(actor, ids, input);
  const params = new URLSearchParams(query);
  const list = readMailboxQuery(params, params.get('folder') ?? undefined, params.get('label'));
  const known = ['folder', 'label', 'q', 'show'];
  const unknown = [...params.keys()].find((name) => !known.includes(name));
  if (!list || unknown)
    throw invalidField(unknown ? `query.${unknown}` : 'query', unknown ? 'unknown-field' : 'not-a-choice');
  return applyMailActToMatching(actor, list, seenAt, input);
}
