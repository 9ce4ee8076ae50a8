import { v7 as uuid } from 'uuid';
import type { Actor } from '#lib/access/actor.ts';
import { today } from '#lib/kernel/time.ts';
import { parse } from '#lib/kernel/parse.ts';
import { Refusal, invalidField } from '#lib/kernel/refusal.ts';
import { entered, inputSchema } from '#lib/kernel/entity.ts';
import type { Seen } from '#lib/kernel/store.server.ts';
import { transaction, type Tx } from '#lib/platform/database.server.ts';
import { EDIT, linesOf, purchaseRequests } from './purchase-request.server.ts';
import { linesSchema, type LineInput } from './purchase-request-line.ts';
import { priceLines } from './purchase-request-pricing.ts';
import { purchaseRequest, type PurchaseRequest } from './purchase-request.ts';

/** Changed before approval and after returning; later only what no approver decided on (model of purchasing, 1.2). */
const OPEN = ['draft', 'returned'];
const LATER = ['pending-budget', 'sourcing'];
const NOT_MATERIAL = ['title', 'neededBy', 'priority', 'priorityReason', 'deliverToAddressId'];

type Input = Record<string, unknown> & { lines?: unknown };

/** Makes a draft with its lines. Requester and department default to the actor; another requester needs `create`. */
export async function createPurchaseRequest(actor: Actor, input: Input): Promise<PurchaseRequest> {
  const sent = { requesterId: actor.id, departmentId: actor.mainDepartmentId, priority: 'normal', ...present(input) };
  const lines = checked(sent, input.lines ?? []);
  return purchaseRequests.create(actor, sent, async (request, tx) => ({
    ...(await placed(tx, actor, request)), ...priceLines(lines, today()).totals,
  }), { after: (request, tx) => writeLines(tx, request.id, lines) });
}

/** Changes a request; lines, when sent, replace those that stand. */
export async function updatePurchaseRequest(actor: Actor, seen: Seen, input: Input): Promise<PurchaseRequest> {
  const lines = input.lines === undefined ? null : checked(null, input.lines);
  return transaction(async (tx) => {
    const before = await purchaseRequests.get(actor, seen.id, EDIT, tx);
    if (!OPEN.includes(before.status)) return updateLater(actor, seen, input, before.status, tx);
    const beforeLines = lines && lineTexts(await linesOf(seen.id, tx));
    return purchaseRequests.update(actor, seen, present(input), async (request) => ({
      ...(await placed(tx, actor, request)),
      ...(lines ? priceLines(lines, today()).totals : {}),
      ...(beforeLines ? { beforeLists: { lines: beforeLines } } : {}),
    }), { tx, also: lines ? { lines: lineTexts(lines) } : {}, after: (request) => (lines ? writeLines(tx, request.id, lines) : Promise.resolve()) });
  });
}

/** A new draft with the lines and the purpose of another request (model of purchasing, 1.2). */
export async function copyPurchaseRequest(actor: Actor, id: string): Promise<PurchaseRequest> {
  const from = await purchaseRequests.get(actor, id);
  const lines = await linesOf(from.id);
  const own = actor.mainDepartmentId ?? from.departmentId;
  const input = {
    ...Object.fromEntries(purchaseRequest.form.map((name) => [name, from[name]])),
    requesterId: actor.id, departmentId: own, neededBy: from.neededBy < today() ? today() : from.neededBy, lines,
  };
  return purchaseRequests.create(actor, input, async (request, tx) => ({
    ...(await placed(tx, actor, request)), ...priceLines(lines, today()).totals, copiedFromId: from.id,
  }), { after: (request, tx) => writeLines(tx, request.id, lines), params: { from: from.number ?? from.title } });
}

/** Stores the lines with their amounts at today's rates. */
export async function writeLines(tx: Tx, purchaseRequestId: string, lines: readonly LineInput[]): Promise<void> {
  await tx.deleteFrom('purchaseRequestLines').where('purchaseRequestId', '=', purchaseRequestId).execute();
  if (lines.length === 0) return;
  const rows = priceLines(lines, today()).lines.map((line, index) => ({
    id: uuid(), purchaseRequestId, lineNo: index + 1, kind: line.kind, description: line.description, specification: line.specification,
    quantity: line.quantity, unit: line.unit, unitPriceE4: line.unitPriceE4, gstCode: line.gstCode, gstRate: line.gstRate,
    priceIncludesGst: line.priceIncludesGst, expenseCategoryId: line.expenseCategoryId, costCenterId: line.costCenterId,
    netCents: line.netCents, gstCents: line.gstCents, grossCents: line.grossCents,
  }));
  await tx.insertInto('purchaseRequestLines').values(rows as never).execute();
}

async function updateLater(actor: Actor, seen: Seen, input: Input, status: string, tx: Tx): Promise<PurchaseRequest> {
  const touched = Object.keys(input).filter((name) => (purchaseRequest.form as readonly string[]).includes(name) || name === 'lines');
  const material = touched.filter((name) => !NOT_MATERIAL.includes(name));
  if (!LATER.includes(status)) throw new Refusal('state-changed', 409, { params: { status } });
  if (material.length > 0) throw new Refusal('locked-while-approved', 409, { params: { fields: material.join(', ') } });
  return purchaseRequests.update(actor, seen, input, undefined, { tx, actions: ['update'], fields: NOT_MATERIAL });
}

/** The business entity follows the department; the department is one of the requester's, the requester an active person. */
async function placed(tx: Tx, actor: Actor, request: Pick<PurchaseRequest, 'requesterId' | 'departmentId'>): Promise<{ businessEntityId: string }> {
  if (request.requesterId !== actor.id && !actor.ability.can('PurchaseRequest', 'create')) throw invalidField('requesterId', 'not-for-others');
  const department = await tx.selectFrom('departments').select(['businessEntityId', 'status']).where('id', '=', request.departmentId).executeTakeFirst();
  if (!department || department.status !== 'active') throw invalidField('departmentId', 'not-a-choice');
  const member = await tx.selectFrom('users').leftJoin('userDepartments as d', (join) => join.onRef('d.userId', '=', 'users.id').on('d.departmentId', '=', request.departmentId))
    .select(['mainDepartmentId', 'd.departmentId']).where('users.id', '=', request.requesterId).where('status', '=', 'active').executeTakeFirst();
  if (!member) throw invalidField('requesterId', 'not-a-choice');
  const heads = actor.id === request.requesterId && actor.departmentTreeIds.includes(request.departmentId);
  if (member.mainDepartmentId !== request.departmentId && !member.departmentId && !heads) throw invalidField('departmentId', 'not-their-department');
  return { businessEntityId: department.businessEntityId };
}

/** Fields of the form and lines are checked together, so that every fault is named at once. */
function checked(sent: Record<string, unknown> | null, lines: unknown): LineInput[] {
  if (sent) return (parse(inputSchema(purchaseRequest).extend({ lines: linesSchema }), { ...sent, lines }) as { lines: LineInput[] }).lines;
  return parse(entered({ lines: linesSchema }), { lines }).lines;
}

function present(input: Input): Record<string, unknown> {
  return Object.fromEntries(Object.entries(input).filter(([name, value]) => value !== undefined && name !== 'lines'));
}

/** One text per line for the log: what an auditor compares. */
function lineTexts(lines: readonly LineInput[]): string[] {
  return lines.map((line) => `${line.quantity} ${line.unit} ${line.description} @ ${(line.unitPriceE4 / 10_000).toFixed(2)} ${line.gstCode}`);
}
