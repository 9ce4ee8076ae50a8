import { sql } from 'kysely';
import { z } from 'zod';
import type { Actor } from '#lib/access/actor.ts';
import { decide, startApproval, withdraw, type Approvable, type Decision } from '#lib/approvals/approvals.server.ts';
import { expectedChain, type Chain } from '#lib/approvals/chain.server.ts';
import type { ApprovalFlag, Asked } from '#lib/approvals/policy.server.ts';
import { parse } from '#lib/kernel/parse.ts';
import { Refusal, invalid, type FieldError } from '#lib/kernel/refusal.ts';
import type { Seen } from '#lib/kernel/store.server.ts';
import { today } from '#lib/kernel/time.ts';
import { issueNumber } from '#lib/numbering/numbering.server.ts';
import { businessSetting } from '#lib/platform/business-settings.server.ts';
import { transaction, type Tx } from '#lib/platform/database.server.ts';
import { SHOW, linesOf, purchaseRequests } from './purchase-request.server.ts';
import { priceLines, type PurchaseRequestLine } from './purchase-request-line.ts';
import { writeLines } from './purchase-request-writing.server.ts';
import type { PurchaseRequest } from './purchase-request.ts';

export const DOC_TYPE = 'PR';

const commentSchema = z.object({ comment: z.string().trim().max(2000, 'too-long').nullish().transform((text) => text || null) });
const reasonSchema = z.object({ reason: z.string().trim().min(1, 'required').max(500, 'too-long') });

/**
 * Sends a request for approval: checks it whole, gives it its number, freezes what approvers decide on and asks the
 * first people. Every fault is named at once (422).
 */
export async function submitPurchaseRequest(actor: Actor, seen: Seen): Promise<PurchaseRequest> {
  return purchaseRequests.transition(actor, 'submit', seen, async (request, tx) => {
    if (request.requesterId !== actor.id && !actor.ability.scopes('PurchaseRequest', ['update']).has('entity')) throw new Refusal('not-your-request', 403);
    const lines = await linesOf(request.id, tx);
    await checkComplete(tx, request, lines);
    const priced = priceLines(lines, today());
    await writeLines(tx, request.id, lines);
    const sentAgain = request.status === 'returned';
    const revision = sentAgain ? request.revision + 1 : request.revision;
    await startApproval(tx, { ...askedFor(request, priced.totals.estimatedNetCents), docId: request.id, revision, snapshot: snapshotOf({ ...request, ...priced.totals }, priced.lines) });
    return {
      ...priced.totals, revision,
      requiredQuotations: Math.max(request.requiredQuotations ?? 0, await quotationsFor(tx, priced.totals.estimatedNetCents)),
      submittedAt: new Date().toISOString(),
      number: request.number ?? (await issueNumber(tx, DOC_TYPE, request.businessEntityId, request.id)),
    };
  });
}

/** Takes a request back: to draft before the first decision, to returned after it. Only the requester. */
export async function withdrawPurchaseRequest(actor: Actor, seen: Seen): Promise<PurchaseRequest> {
  return transaction(async (tx) => {
    const decided = await hasDecision(tx, seen.id);
    return purchaseRequests.transition(actor, decided ? 'withdrawDecided' : 'withdraw', seen, async (request) => {
      if (request.requesterId !== actor.id) throw new Refusal('not-your-request', 403);
      await withdraw(tx, DOC_TYPE, request.id);
    }, { tx, event: 'withdraw' });
  });
}

/** The actor's yes. The last one passes the request on to budgeting. */
export function approvePurchaseRequest(actor: Actor, seen: Seen, input: unknown): Promise<PurchaseRequest> {
  return decided(actor, seen, 'approved', parse(commentSchema, input).comment);
}

/** Sends the request back to its requester with a comment; the number stays. */
export function returnPurchaseRequest(actor: Actor, seen: Seen, input: unknown): Promise<PurchaseRequest> {
  return decided(actor, seen, 'returned', parse(commentSchema, input).comment);
}

/** The end of the request, with a comment. */
export function rejectPurchaseRequest(actor: Actor, seen: Seen, input: unknown): Promise<PurchaseRequest> {
  return decided(actor, seen, 'rejected', parse(commentSchema, input).comment);
}

/** Cancels with a reason: the requester until budgeting has taken it over, then whoever has `cancel`. */
export async function cancelPurchaseRequest(actor: Actor, seen: Seen, input: unknown): Promise<PurchaseRequest> {
  const { reason } = parse(reasonSchema, input);
  return purchaseRequests.transition(actor, 'cancel', seen, async (request, tx) => {
    const own = request.requesterId === actor.id && ['draft', 'returned', 'pending-approval', 'pending-budget'].includes(request.status);
    if (!own && !actor.ability.can('PurchaseRequest', 'cancel')) throw new Refusal('not-your-request', 403);
    await withdraw(tx, DOC_TYPE, request.id);
    return { endedReason: reason };
  }, { params: { reason } });
}

/** Who would be asked for a request of this net amount (cents) before it is sent. */
export function whoWillBeAsked(request: AskedFields, netCents: number): Promise<Chain> {
  return expectedChain(askedFor(request, netCents));
}

type AskedFields = Pick<PurchaseRequest, 'businessEntityId' | 'departmentId' | 'requesterId' | 'purchasePath'>;

function askedFor(request: AskedFields, netCents: number): Asked {
  const flags: ApprovalFlag[] = request.purchasePath === 'emergency' ? ['emergency'] : [];
  return { docType: DOC_TYPE, businessEntityId: request.businessEntityId, departmentId: request.departmentId, requesterId: request.requesterId, netCents, flags };
}

async function decided(actor: Actor, seen: Seen, decision: Decision, comment: string | null): Promise<PurchaseRequest> {
  return transaction(async (tx) => {
    await purchaseRequests.get(actor, seen.id, SHOW, tx);
    const acts = { approved: 'approveStep', returned: 'return', rejected: 'reject' } as const;
    let ended = false;
    const before = await purchaseRequests.transition(actor, acts[decision], seen, async (request) => {
      const document = { docType: DOC_TYPE, docId: request.id, snapshot: snapshotOf(request, await linesOf(request.id, tx)) };
      const result = await decide(tx, actor, document, decision, comment);
      ended = result.ended === 'approved';
    }, { tx, unasked: true, params: comment ? { comment } : {} });
    return ended ? purchaseRequests.transition(actor, 'approve', before, undefined, { tx, unasked: true }) : before;
  });
}

/** What approvers decide on: vendor, lines, quantities, prices, what it is charged to. */
function snapshotOf(request: PurchaseRequest, lines: readonly Omit<PurchaseRequestLine, 'id'>[]): Approvable['snapshot'] {
  const { departmentId, purchasePath, preferredVendor, estimatedNetCents, estimatedGstCents } = request;
  return {
    departmentId, purchasePath, preferredVendor, estimatedNetCents, estimatedGstCents,
    lines: lines.map(({ description, specification, quantity, unit, unitPriceE4, gstCode, priceIncludesGst, expenseCategoryId, costCenterId }) =>
      ({ description, specification, quantity, unit, unitPriceE4, gstCode, priceIncludesGst, expenseCategoryId, costCenterId })),
  };
}

async function checkComplete(tx: Tx, request: PurchaseRequest, lines: readonly PurchaseRequestLine[]): Promise<void> {
  const faults: FieldError[] = [];
  const { estimatedNetCents: net } = priceLines(lines, today()).totals;
  const directLimit = await businessSetting('purchasing.direct-limit', tx);
  if (lines.length === 0) faults.push({ path: 'lines', code: 'no-lines' });
  if (request.neededBy < today()) faults.push({ path: 'neededBy', code: 'in-the-past', params: { date: request.neededBy } });
  if (request.priority !== 'normal' && !request.priorityReason) faults.push({ path: 'priorityReason', code: 'reason-needed' });
  if (request.purchasePath === 'emergency' && !request.pathReason) faults.push({ path: 'pathReason', code: 'reason-needed' });
  if (request.purchasePath === 'direct' && net > directLimit) faults.push({ path: 'purchasePath', code: 'above-direct-limit', params: { limit: directLimit / 100 } });
  if (request.purchasePath === 'agreement') faults.push({ path: 'purchasePath', code: 'no-price-contract' });
  if (net > (await businessSetting('purchasing.specification-above', tx)) && !(await hasSpecification(tx, request.id))) faults.push({ path: 'attachments', code: 'specification-needed' });
  if (faults.length > 0) throw invalid(faults);
}

async function hasSpecification(tx: Tx, id: string): Promise<boolean> {
  const { rows } = await sql`select 1 from attachments where entity = 'purchase-request' and entity_id = ${id} and kind = 'specification' and removed_at is null limit 1`.execute(tx);
  return rows.length > 0;
}

async function hasDecision(tx: Tx, id: string): Promise<boolean> {
  const { rows } = await sql`
    select 1 from approval_tasks t join approval_instances i on i.id = t.instance_id
    where i.doc_type = ${DOC_TYPE} and i.doc_id::text = ${id} and i.status = 'running' and t.status = 'approved' limit 1`.execute(tx);
  return rows.length > 0;
}

async function quotationsFor(tx: Tx, netCents: number): Promise<number> {
  const tiers = await businessSetting('purchasing.quotation-tiers', tx);
  return tiers.find(({ upToCents }) => upToCents === null || netCents <= upToCents)!.quotations;
}
