import type { Actor } from '#lib/access/actor.ts';
import { entered, inputSchema } from '#lib/kernel/entity.ts';
import { parse } from '#lib/kernel/parse.ts';
import { Refusal, notAuthorized } from '#lib/kernel/refusal.ts';
import type { Seen } from '#lib/kernel/store.server.ts';
import { today } from '#lib/kernel/time.ts';
import { businessSetting } from '#lib/platform/business-settings.server.ts';
import { db, transaction, type Tx } from '#lib/platform/database.server.ts';
import { watch } from '#lib/platform/watchers.server.ts';
import { isAsStored, linesOf, writeLines } from './purchase-request-lines.server.ts';
import { lineChanges, lineTexts } from './purchase-request-line-texts.server.ts';
import { CHARGED, isOpenLine, linesSchema, type LineInput } from './purchase-request-line.ts';
import { changeOpenedFields } from './purchase-request-opened.server.ts';
import { placed } from './purchase-request-placing.server.ts';
import { priceLines } from './purchase-request-pricing.ts';
import { CREATE, EDIT } from './purchase-request-rights.ts';
import { purchaseRequests } from './purchase-request.server.ts';
import { purchaseRequest, type PurchaseRequest } from './purchase-request.ts';

/** Changed as a whole before approval and after returning; later only what no approver decided on (model of purchasing, 1.2). */
const OPEN: readonly string[] = ['draft', 'returned'];
export const LATER: readonly string[] = ['pending-budget', 'sourcing'];
export const NOT_MATERIAL = ['title', 'neededBy', 'priority', 'priorityReason', 'deliverToAddressId'];

type Input = Record<string, unknown> & { lines?: unknown };

/**
 * Makes a draft with its lines. Requester and department default to the actor; another requester needs `create`. What a
 * line is charged to defaults to what the request is charged to.
 */
export async function createPurchaseRequest(actor: Actor, input: Input, tx?: Tx): Promise<PurchaseRequest> {
  if (!actor.ability.can('PurchaseRequest', ...CREATE)) throw notAuthorized();
  const sent = { requesterId: actor.id, departmentId: actor.mainDepartmentId, priority: 'normal', ...present(input) };
  const schema = inputSchema(purchaseRequest).extend({ lines: linesSchema });
  const { lines } = parse(schema, { ...sent, lines: charged(input.lines ?? [], sent) }) as { lines: LineInput[] };
  const also = { lines: await lineTexts(tx ?? db, lines) };
  return purchaseRequests.create(
    actor,
    sent,
    async (request, own) => ({
      ...(await placed(own, actor, request)),
      ...(await priced(own, lines)),
    }),
    { tx, also, after: (request, own) => settle(own, request, lines) },
  );
}

/** Changes a request; lines, when sent, replace those that stand. */
export async function updatePurchaseRequest(
  actor: Actor,
  seen: Seen,
  input: Input,
  within?: Tx,
): Promise<PurchaseRequest> {
  const work = async (tx: Tx) => {
    const before = await purchaseRequests.get(actor, seen.id, EDIT, tx);
    if (!OPEN.includes(before.status)) return updateLater(actor, seen, input, before, tx);
    const [sent, known] = [checkedLines(input, before), await linesOf(seen.id, tx)];
    const method = await businessSetting('purchasing.gst-method', tx);
    const lines = sent && isAsStored(known, sent, method) ? null : sent;
    const told = lines && (await lineChanges(tx, known, lines));
    return purchaseRequests.update(
      actor,
      seen,
      present(input),
      async (request) => ({
        ...(await placed(tx, actor, request, before)),
        ...(lines ? { ...(await priced(tx, lines)), beforeLists: { lines: told!.before } } : {}),
      }),
      {
        tx,
        changed: lines !== null,
        also: told ? { lines: told.after } : {},
        after: async (request) => {
          if (lines) await writeLines(tx, request, lines);
        },
      },
    );
  };
  return within ? work(within) : transaction(work);
}

/** A new draft of the actor's with the lines and the purpose of another request (model of purchasing, 1.2). */
export async function copyPurchaseRequest(actor: Actor, id: string): Promise<PurchaseRequest> {
  const from = await purchaseRequests.get(actor, id);
  const lines = (await linesOf(from.id)).filter(isOpenLine);
  const input = {
    ...Object.fromEntries(purchaseRequest.form.map((name) => [name, from[name]])),
    requesterId: actor.id,
    departmentId: actor.mainDepartmentId ?? from.departmentId,
    neededBy: from.neededBy < today() ? today() : from.neededBy,
  };
  return purchaseRequests.create(
    actor,
    input,
    async (request, tx) => ({
      ...(await placed(tx, actor, request)),
      ...(await priced(tx, lines)),
      copiedFromId: from.id,
    }),
    {
      also: { lines: await lineTexts(db, lines) },
      after: (request, tx) => settle(tx, request, lines),
      event: 'copied',
      params: { from: from.number ?? from.title },
    },
  );
}

async function updateLater(
  actor: Actor,
  seen: Seen,
  input: Input,
  { status }: PurchaseRequest,
  tx: Tx,
): Promise<PurchaseRequest> {
  if (status === 'pending-approval') return changeOpenedFields(actor, seen, input, tx);
  if (!LATER.includes(status)) throw new Refusal('state-changed', 409, { params: { status } });
  const touched = Object.keys(input).filter(
    (name) => (purchaseRequest.form as readonly string[]).includes(name) || name === 'lines',
  );
  if (touched.some((name) => !NOT_MATERIAL.includes(name))) throw new Refusal('locked-while-approved', 409);
  return purchaseRequests.update(actor, seen, input, undefined, { tx, actions: ['update'], fields: NOT_MATERIAL });
}

/** The amounts of a draft by today's rates and the method in force, which is kept with them. */
async function priced(tx: Tx, lines: readonly LineInput[]) {
  const gstMethod = await businessSetting('purchasing.gst-method', tx);
  return { gstMethod, ...priceLines(lines, today(), gstMethod).totals };
}

/** The lines of a new request; who asks and who raised it are told of what happens to it. */
async function settle(tx: Tx, request: PurchaseRequest, lines: readonly LineInput[]): Promise<void> {
  await writeLines(tx, request, lines);
  await watch(tx, purchaseRequest.name, request.id, [
    ...new Set([request.requesterId, request.createdBy ?? request.requesterId]),
  ]);
}

/** The form and the lines are checked together, so that every fault is named at once; null when no lines were sent. */
function checkedLines(input: Input, before: PurchaseRequest): LineInput[] | null {
  if (input.lines === undefined) return null;
  const sent = Object.keys(present(input)).filter((name) => (purchaseRequest.form as readonly string[]).includes(name));
  const schema = inputSchema(purchaseRequest, sent).extend(entered({ lines: linesSchema }).shape);
  return (
    parse(schema, { ...input, lines: charged(input.lines, { ...before, ...present(input) }) }) as { lines: LineInput[] }
  ).lines;
}

/** A line that does not say what it is charged to takes it from the request. */
function charged(lines: unknown, request: Record<string, unknown>): unknown {
  if (!Array.isArray(lines)) return lines;
  return lines.map((line: unknown) => {
    if (typeof line !== 'object' || line === null) return line;
    const own = line as Record<string, unknown>;
    return { ...own, ...Object.fromEntries(CHARGED.map((name) => [name, own[name] || request[name]])) };
  });
}

function present(input: Input): Record<string, unknown> {
  return Object.fromEntries(Object.entries(input).filter(([name, value]) => value !== undefined && name !== 'lines'));
}
