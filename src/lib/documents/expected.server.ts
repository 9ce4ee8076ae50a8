import { sql } from 'kysely';
import { z } from 'zod';
import { expectedChain, type Chain } from '#lib/approvals/approval-chain.server.ts';
import type { Asked, Reason } from '#lib/approvals/policy/policy-choice.ts';
import { db, type Db } from '#lib/process/database/database.server.ts';
import type { Actor } from '#lib/values/actor.ts';
import { column, tableOf } from '#lib/records/columns.server.ts';
import { parse } from '#lib/values/parse.ts';
import { notAuthorized } from '#lib/values/refusal.ts';
import type { AnyDocument } from './document.ts';
import type { Writer } from './document-writing.server.ts';
import { ownershipColumns, ownershipOf } from './ownership/ownership.server.ts';

/** The common data of a document that is still being written; `id` once it exists. */
export interface Unsent {
  id: string | null;
  businessEntityId: string;
  departmentId: string;
  requesterId: string;
  netCents: number;
}

const unsentSchema = z.object({
  id: z.uuid('not-a-choice').nullish(),
  departmentId: z.uuid('not-a-choice'),
  requesterId: z.uuid('not-a-choice').optional(),
  netCents: z
    .number('not-a-number')
    .int('not-whole')
    .min(0, 'below-zero')
    .max(Number.MAX_SAFE_INTEGER, 'amount-too-large'),
});

/**
 * Makes the answer to who will be asked for a document that is still being written: from its department, its net total
 * in cents, its requester (the actor unless said), and what else decides it (`more`). It answers only for a document
 * that the actor could make or change so; what others it is added up with come to (model of purchasing, 1.2) is told to
 * those who may open all of them. 403 and 404 as for writing it, 422 for a question that does not fit or a department
 * that is not theirs, 409 where no policy does.
 */
export function expectedApproval<D extends AnyDocument, S extends z.ZodObject>(
  { of, documents, rules }: Pick<Writer<D>, 'of' | 'documents' | 'rules'>,
  more: S,
  asked: (unsent: Unsent & z.output<S>, reader: Db) => Promise<Asked>,
): (actor: Actor, question: unknown) => Promise<Chain> {
  const schema = unsentSchema.and(more);
  const { create, update, show } = documents.options.rights;
  return async (actor, entered) => {
    const own = parse(schema, entered);
    const { id = null, departmentId, requesterId = actor.id, netCents } = own;
    if (!id && !actor.ability.can(of.subject, ...create!)) throw notAuthorized();
    const before = id ? await documents.get(actor, id, update) : null;
    const columns = ownershipColumns(of);
    const row = { [columns.requester]: requesterId, [columns.department]: departmentId };
    const ownership = await ownershipOf(db, of, actor, row, before, rules.forOthers);
    const businessEntityId = ownership[columns.businessEntity] as string;
    const unsent = { id, businessEntityId, departmentId, requesterId, netCents };
    const question = { ...(await asked({ ...own, ...unsent }, db)), senderId: actor.id };
    const chain = await expectedChain(question);
    const opensAll = await opensEach(actor, question.addedUp?.ids ?? []);
    return opensAll ? chain : { ...chain, reasons: chain.reasons.map(withoutOthers) };
  };

  /** Whether the actor may open all of these documents; one statement. */
  async function opensEach(actor: Actor, ids: readonly string[]): Promise<boolean> {
    if (ids.length === 0) return true;
    if (!actor.ability.can(of.subject, ...show)) return false;
    const reached = documents.reachOf(actor, show);
    const { rows } = await sql`
      select 1 from ${tableOf(of)} where ${column(of, 'id')} = any(${ids}::uuid[]) and ${reached}`.execute(db);
    return rows.length === ids.length;
  }
}

/** What others are added up to tells of them: neither their numbers nor their sum. */
const withoutOthers = (reason: Reason): Reason =>
  reason.code === 'split' ? { code: 'split-with-others', params: { limitCents: reason.params.limitCents! } } : reason;
