import type { Actor } from '#lib/values/actor.ts';
import { inputSchema, isOnForm } from '#lib/records/entity.ts';
import { parse } from '#lib/values/parse.ts';
import { Refusal, notAuthorized } from '#lib/values/refusal.ts';
import type { Seen } from '#lib/records/version.server.ts';
import type { WriteOptions } from '#lib/records/store-writing.server.ts';
import { today } from '#lib/values/time.ts';
import { db, transaction, type Tx } from '#lib/process/database/database.server.ts';
import { watch } from '#lib/on-records/watchers.server.ts';
import { asNewLines, inheriting, linesSchema } from '#lib/documents/line-input.ts';
import type { LinePlan } from '#lib/documents/line-plan.ts';
import { lineChanges, lineTexts } from '#lib/documents/line-texts.server.ts';
import { writeLines } from '#lib/documents/lines.server.ts';
import { isOpenLine } from '#lib/documents/priced-lines.ts';
import { linesOf, pricedLines } from './lines.server.ts';
import { purchaseRequestLines, type LineInput, type PurchaseRequestLine } from './line.ts';
import { changeOpenedFields } from './opened-fields.server.ts';
import { placed } from './ownership.server.ts';
import { CREATE, EDIT } from './rights.ts';
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
  const schema = inputSchema(purchaseRequest).extend({ lines: linesSchema(purchaseRequestLines) });
  const entry = { ...sent, lines: inheriting(purchaseRequestLines, input.lines ?? [], sent) };
  const { lines } = parse(schema, entry);
  return make(actor, sent, lines, {}, { tx });
}

/** Changes a request; lines, when sent, are all that are to stand: those with an id are kept, others are new. */
export async function updatePurchaseRequest(
  actor: Actor,
  seen: Seen,
  input: Input,
  within?: Tx,
): Promise<PurchaseRequest> {
  const work = async (tx: Tx) => {
    const before = await purchaseRequests.get(actor, seen.id, EDIT, tx);
    if (!OPEN.includes(before.status)) return updateLater(actor, seen, input, before, tx);
    const known = await linesOf(seen.id, tx);
    const sent = checkedLines(input, before, known);
    const priced = sent && (await pricedLines(tx, known, sent));
    const lines = priced?.plan.isChange ? priced : null;
    const told = lines && (await lineChanges(tx, purchaseRequestLines, lines.plan));
    return purchaseRequests.update(
      actor,
      seen,
      present(input),
      async (request) => ({
        ...(await placed(tx, actor, request, before)),
        ...(lines ? { ...lines.totals, beforeLists: { lines: told!.before } } : {}),
      }),
      {
        tx,
        changed: lines !== null,
        also: told ? { lines: told.after } : {},
        after: async ({ id }) => {
          if (lines) await writeLines(tx, purchaseRequestLines, id, lines.plan);
        },
      },
    );
  };
  return within ? work(within) : transaction(work);
}

/** A new draft of the actor's with the lines and the purpose of another request (model of purchasing, 1.2). */
export async function copyPurchaseRequest(actor: Actor, id: string): Promise<PurchaseRequest> {
  const from = await purchaseRequests.get(actor, id);
  const lines = asNewLines(purchaseRequestLines, (await linesOf(from.id)).filter(isOpenLine));
  const input = {
    ...Object.fromEntries(purchaseRequest.form.map((name) => [name, from[name]])),
    requesterId: actor.id,
    departmentId: actor.mainDepartmentId ?? from.departmentId,
    neededBy: from.neededBy < today() ? today() : from.neededBy,
  };
  const params = { from: from.number ?? from.title };
  return make(actor, input, lines, { copiedFromId: from.id }, { event: 'copied', params, takenFrom: from });
}

/** Makes the record and its lines; who asks and who raised it are told of what happens to it. */
async function make(
  actor: Actor,
  sent: Record<string, unknown>,
  lines: readonly LineInput[],
  more: object,
  options: WriteOptions,
): Promise<PurchaseRequest> {
  let plan: LinePlan<typeof purchaseRequestLines>;
  return purchaseRequests.create(
    actor,
    sent,
    async (request, tx) => {
      const priced = await pricedLines(tx, [], lines);
      plan = priced.plan;
      return { ...(await placed(tx, actor, request)), ...priced.totals, ...more };
    },
    {
      ...options,
      also: { lines: await lineTexts(options.tx ?? db, purchaseRequestLines, lines) },
      after: async ({ id, requesterId, createdBy }: PurchaseRequest, tx) => {
        await writeLines(tx, purchaseRequestLines, id, plan);
        await watch(tx, purchaseRequest.name, id, [...new Set([requesterId, createdBy ?? requesterId])]);
      },
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
  const touched = Object.keys(input).filter((name) => isOnForm(purchaseRequest, name) || name === 'lines');
  if (touched.some((name) => !NOT_MATERIAL.includes(name))) throw new Refusal('locked-while-approved', 409);
  return purchaseRequests.update(actor, seen, input, undefined, { tx, actions: ['update'], fields: NOT_MATERIAL });
}

/** The form and the lines are checked together, so that every fault is named at once; null when no lines were sent. */
function checkedLines(
  input: Input,
  before: PurchaseRequest,
  known: readonly PurchaseRequestLine[],
): LineInput[] | null {
  if (input.lines === undefined) return null;
  const sent = Object.keys(present(input)).filter((name) => isOnForm(purchaseRequest, name));
  const ids = known.map(({ id }) => id);
  const schema = inputSchema(purchaseRequest, sent).extend({ lines: linesSchema(purchaseRequestLines, ids) });
  const lines = inheriting(purchaseRequestLines, input.lines, { ...before, ...present(input) });
  return parse(schema, { ...input, lines }).lines;
}

function present(input: Input): Record<string, unknown> {
  return Object.fromEntries(Object.entries(input).filter(([name, value]) => value !== undefined && name !== 'lines'));
}
