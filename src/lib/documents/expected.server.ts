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
import { apartOf } from './duties/duties.server.ts';
import type { RowOfDocument } from './life-rules.ts';
import type { Writer } from './document-writing.server.ts';
import { ownershipColumns, ownershipOf } from './ownership/ownership.server.ts';

/** The common data of a document that is still being written; `before` is what is stored of it, once it exists. */
export interface Unsent<D extends AnyDocument = AnyDocument> {
  id: string | null;
  businessEntityId: string;
  departmentId: string;
  requesterId: string;
  netCents: number;
  before: RowOfDocument<D> | null;
}

/** The question who will be asked for a document that is being written: of the form, and of the API at `at`. */
export interface ExpectedApproval {
  of: AnyDocument;
  /** The rights with which such a document is made or changed. */
  rights: readonly string[];
  /** The address below the API's base. */
  at: string;
  /** What decides it beside department, requester and net total. */
  more: z.ZodObject;
  ask(actor: Actor, question: unknown): Promise<Chain>;
}

const unsentSchema = z.object({
  id: z.uuid('not-a-choice').nullish(),
  departmentId: z.uuid('not-a-choice'),
  requesterId: z.uuid('not-a-choice').optional(),
});
const netCents = z
  .number('not-a-number')
  .int('not-whole')
  .min(0, 'below-zero')
  .max(Number.MAX_SAFE_INTEGER, 'amount-too-large');

/**
 * Says who will be asked for a document that is still being written: from its department, its requester (the actor unless
 * said, and always where that is not entered), its net total in cents if it has lines, and what else decides it (`more`).
 * It answers only for a document that the actor could make or change so; what others it is added up with come to (model
 * of purchasing, 1.2) is said to those who may open all of them. 403 and 404 as for writing it, 422 for a question that
 * does not fit or a department that is not theirs, 409 where no policy does.
 */
export function expectedApproval<D extends AnyDocument, S extends z.ZodObject>(
  { of, documents, rules }: Pick<Writer<D>, 'of' | 'documents' | 'rules'>,
  more: S,
  asked: (unsent: Unsent<D> & z.output<S>, actor: Actor, reader: Db) => Promise<Omit<Asked, 'docType'>>,
): ExpectedApproval {
  const schema = unsentSchema.and(z.object({ netCents: of.lines ? netCents : netCents.default(0) })).and(more);
  const { create, update, show } = documents.options.rights;
  const columns = ownershipColumns(of);
  const isOwn = of.fields[columns.requester].readOnly === true;
  return { of, rights: [...new Set([...create!, ...update!])], at: `${of.path}/expected`, more, ask };

  async function ask(actor: Actor, entered: unknown): Promise<Chain> {
    const own = parse(schema, entered);
    const { id = null, departmentId, netCents } = own;
    if (!id && !actor.ability.can(of.subject, ...create!)) throw notAuthorized();
    const before = id ? ((await documents.get(actor, id, update)) as unknown as RowOfDocument<D>) : null;
    const requesterId: string = isOwn ? (before?.[columns.requester] ?? actor.id) : (own.requesterId ?? actor.id);
    const row = { [columns.requester]: requesterId, [columns.department]: departmentId };
    const ownership = await ownershipOf(db, of, actor, row, before, rules.forOthers);
    const businessEntityId = ownership[columns.businessEntity] as string;
    const unsent = { id, businessEntityId, departmentId, requesterId, netCents, before };
    const apart = id ? await apartOf(db, of, id) : [];
    const question = { senderId: actor.id, ...(await asked({ ...own, ...unsent }, actor, db)), apart };
    const chain = await expectedChain({ ...question, docType: of.docType });
    const opensAll = await opensEach(actor, question.addedUp?.ids ?? []);
    return opensAll ? chain : { ...chain, reasons: chain.reasons.map(withoutOthers) };
  }

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
