import { sql } from 'kysely';
import { rightsOf } from '#lib/documents/acts.server.ts';
import { wasAskedToDecide } from '#lib/documents/asked.server.ts';
import { computedOf } from '#lib/documents/state/computed.server.ts';
import { writerOf } from '#lib/documents/document-writing.server.ts';
import { gstPricing } from '#lib/documents/lines/gst-lines.server.ts';
import { lifeOf } from '#lib/documents/life.server.ts';
import { asNewLines } from '#lib/documents/lines/line-input.ts';
import { planLines, type LinePlan } from '#lib/documents/lines/line-plan.ts';
import { priceLines } from '#lib/documents/lines/line-pricing.ts';
import { linesOf, readLines, writeLines } from '#lib/documents/lines/lines.server.ts';
import { isOpenLine } from '#lib/documents/lines/priced-lines.ts';
import { registerDocument } from '#lib/documents/registration.server.ts';
import { amendedBy } from '#lib/documents/revisions/amended-by.server.ts';
import { snapshotOf } from '#lib/documents/snapshot.ts';
import { store } from '#lib/records/store.server.ts';
import type { WriteOptions } from '#lib/records/store-writing.server.ts';
import type { Tx } from '#lib/process/database/database.server.ts';
import type { Actor } from '#lib/values/actor.ts';
import { Refusal, invalidField } from '#lib/values/refusal.ts';
import { today } from '#lib/values/time.ts';
import {
  workOrder,
  workOrderLines,
  type WorkOrder,
  type WorkOrderLine,
  type WorkOrderLineInput,
} from './work-order.ts';

declare module '#lib/process/database/database.server.ts' {
  interface Database {
    workOrders: WorkOrder;
  }
}

const CREATE = ['create', 'my-request-create'];

export const workOrders = store(workOrder, {
  rights: rightsOf(workOrder, {
    list: ['read'],
    show: ['show', 'my-request-show', 'my-department-request-view'],
    create: CREATE,
  }),
  reachMore: (actor) => wasAskedToDecide(workOrder, actor),
  computed: computedOf(workOrder),
});

/** Written as every document is; the tests make drafts with a few defaults (`createWorkOrder`). */
const workOrderWriting = writerOf(workOrder, workOrders, {
  priced: gstPricing(workOrderLines, ({ netCents, gstCents, grossCents }) => ({ netCents, gstCents, grossCents })),
});

/** Orders on which the work has gone on, once that was committed. */
export const resumed: string[] = [];
const work = ({ id }: { id: string }): void => void resumed.push(id);

export const workOrderLife = lifeOf(workOrder, workOrders, {
  read: async (id: string) => ({ lines: await readLines(workOrderLines, id) }),
  async send(tx, _actor, order) {
    const lines = await linesOf(workOrderLines, order.id, tx);
    if (lines.length === 0) throw invalidField('lines', 'too-few');
    const { departmentId, businessEntityId, requesterId, netCents } = order;
    return {
      asked: { departmentId, businessEntityId, requesterId, netCents, flags: [] },
      snapshot: snapshotOf(workOrder, order, lines),
    };
  },
  snapshot: async (order, reader, made) =>
    snapshotOf(workOrder, order, await linesOf(workOrderLines, order.id, reader), made),
  /** More money or another mason needs a yes; a lower price, a title or a note needs none. Never less than is done. */
  amend: amendedBy(workOrderWriting, {
    needsApproval: ({ deltaNetCents, fields }) => deltaNetCents > 0 || fields.includes('mason'),
    async check(tx, order, { after }) {
      const wanted = new Map((after['lines'] as WorkOrderLine[]).map((line) => [line.id, line.quantity]));
      const stored = await linesOf(workOrderLines, order.id, tx);
      if (stored.some(({ id, doneQuantity }) => (wanted.get(id) ?? 0) < doneQuantity))
        throw invalidField('lines', 'too-few');
    },
  }),
  copy: copyWorkOrder,
  /** What was done does not count any more; an order that was paid is not void. */
  async voided(tx, _actor, { id, paidCents }) {
    if (paidCents > 0) throw new Refusal('still-used', 409);
    await sql`update work_order_lines set done_quantity = 0 where work_order_id = ${id}`.execute(tx);
    return { note: null };
  },
  /** The same lines, with the amounts the other way round. */
  async reversed(tx, actor, order, { values, ...how }) {
    const { netCents, gstCents, grossCents } = order;
    const opposite = { netCents: -netCents, gstCents: -gstCents, grossCents: -grossCents };
    const lines = asNewLines(await linesOf(workOrderLines, order.id, tx));
    return createWorkOrder(actor, formOf(order), lines, { ...values, ...opposite }, { ...how, takenFrom: order });
  },
  closed: async () => ({ note: 'The mason does not come again.' }),
  reopened: async () => ({ note: null }),
  moves: { awaitWeather: { values: async () => ({ note: 'It rains.' }) }, resumeWork: { afterCommit: work } },
});

registerDocument(workOrderLife, {
  flags: [],
  tab: { name: 'work-orders', label: 'purchasing.inboxTab' },
  preview: async (actor, id) => {
    const { number, title, status } = await workOrders.get(actor, id);
    return { number, title, status, meta: [], figures: [], texts: [], table: null, files: [] };
  },
});

/** A line of a work order as it is sent: two hours at S$ 45.00 unless said otherwise. */
export const workLine = (description: string, more: Partial<WorkOrderLineInput> = {}): WorkOrderLineInput => ({
  description,
  quantity: 2,
  unit: 'Unit(s)',
  unitPriceE4: 450_000,
  gstCode: 'SR',
  priceIncludesGst: false,
  requestId: null,
  ...more,
});

/** A draft of the actor's with its lines, priced at today's rates. */
export function createWorkOrder(
  actor: Actor,
  input: Record<string, unknown> = {},
  lines: readonly WorkOrderLineInput[] = [workLine('Set the plaques of row 4')],
  more: Record<string, unknown> = {},
  options: WriteOptions = {},
): Promise<WorkOrder> {
  const sent = {
    title: 'Plaques of row 4',
    mason: 'Fu Cheng Stone',
    requesterId: actor.id,
    departmentId: actor.mainDepartmentId,
    ...input,
  };
  const { plan, totals } = priced(lines);
  return workOrders.create(
    actor,
    sent,
    async ({ departmentId }, tx) => ({
      businessEntityId: await entityOf(tx, departmentId),
      paidCents: 0,
      ...totals,
      ...more,
    }),
    { ...options, after: ({ id }: WorkOrder, tx) => writeLines(tx, workOrderLines, id, plan) },
  );
}

/** A new draft of the actor's with the lines of another order. */
async function copyWorkOrder(actor: Actor, id: string): Promise<WorkOrder> {
  const from = await workOrders.get(actor, id);
  const lines = (await linesOf(workOrderLines, id)).filter(isOpenLine);
  const own = { requesterId: actor.id, departmentId: actor.mainDepartmentId };
  return createWorkOrder(
    actor,
    { ...formOf(from), ...own },
    asNewLines(lines),
    { copiedFromId: from.id },
    { event: 'copied', params: { from: from.number ?? from.title }, takenFrom: from },
  );
}

const formOf = (order: Record<string, unknown>): Record<string, unknown> =>
  Object.fromEntries(workOrder.form.map((name) => [name, order[name]]));

function priced(lines: readonly WorkOrderLineInput[]): { plan: LinePlan<typeof workOrderLines>; totals: object } {
  const { lines: amounts, totals } = priceLines(lines, today(), 'on-total');
  const nothingYet = { lineState: 'open' as const, decisionNote: null, doneQuantity: 0, billedCents: 0 };
  const wanted = amounts.map((line) => ({ ...line, ...nothingYet }));
  return { plan: planLines(workOrderLines, [] as WorkOrderLine[], wanted), totals };
}

async function entityOf(tx: Tx, departmentId: string): Promise<string> {
  const { businessEntityId } = await tx
    .selectFrom('departments')
    .select('businessEntityId')
    .where('id', '=', departmentId)
    .executeTakeFirstOrThrow();
  return businessEntityId;
}
