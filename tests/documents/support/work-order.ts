import { document, documentFields } from '#lib/documents/document.ts';
import { standardActs } from '#lib/documents/usual/standard-acts.ts';
import { lines, type LineInputOf, type LineOf } from '#lib/documents/lines/lines.ts';
import { amountFields, priceFaults, priceFields } from '#lib/documents/lines/priced-lines.ts';
import { amendmentActs } from '#lib/documents/revisions/amendment-acts.ts';
import { progressField } from '#lib/documents/state/progress.ts';
import type { RowOf } from '#lib/records/entity.ts';
import { choice, longText, money, quantity, reference, text } from '#lib/values/fields.ts';
import '#lib/directory/business-entity.ts';
import '#lib/directory/department.ts';
import '#lib/directory/user/user.ts';
import '#lib/purchasing/purchase-request/purchase-request.ts';

/** What is to be done, line by line; how much of it is done, and what of it was billed, stands with each. */
export const workOrderLines = lines({
  name: 'work-order-line',
  parent: 'workOrderId',
  words: 'purchasing.line',
  fields: {
    description: text({ max: 300 }),
    ...priceFields,
    /** The request that this line comes from. */
    requestId: reference('purchase-request', { optional: true, of: 'any' }),
  },
  derived: {
    ...amountFields,
    lineState: choice(['open', 'rejected'], { readOnly: true }),
    decisionNote: longText({ max: 500, optional: true, readOnly: true }),
    doneQuantity: quantity({ readOnly: true }),
    billedCents: money({ readOnly: true }),
  },
  title: 'description',
  inherited: ['requestId'],
  defaults: { gstCode: 'SR', priceIncludesGst: false, unit: 'Piece(s)' },
  faults: priceFaults,
});

/** The standard acts go by the rights on purchase requests: Hannah's own, Priya's of the whole company. */
const OWN = [{ rights: ['my-request-update'], who: 'requester' }, { rights: ['update'] }] as const;
const OFFICE = [{ rights: ['update'], reach: 'entity' }] as const;

/** A work order to a mason: a document that the product does not have, so that the machinery of documents is proven without any one document. */
export const workOrder = document('work-order', {
  docType: 'PO',
  module: 'purchasing',
  plural: 'work-orders',
  subject: 'PurchaseRequest',
  path: '/work-orders',
  title: ['number', 'title'],
  scope: { own: ['requesterId', 'createdBy'], department: 'departmentId', businessEntity: 'businessEntityId' },
  fields: {
    ...documentFields,
    title: text({ max: 150 }),
    mason: text({ max: 150 }),
    note: longText({ max: 500, optional: true }),
    requestId: reference('purchase-request', { optional: true, of: 'any' }),
    requesterId: reference('user'),
    departmentId: reference('department'),
    businessEntityId: reference('business-entity', { readOnly: true }),
    netCents: money({ readOnly: true }),
    gstCents: money({ readOnly: true }),
    grossCents: money({ readOnly: true }),
    paidCents: money({ readOnly: true }),
    copiedFromId: reference('work-order', { optional: true, readOnly: true }),
    reversesId: reference('work-order', { optional: true, readOnly: true }),
    receiptProgress: progressField(),
    paymentProgress: progressField(),
  },
  list: {
    columns: ['number', 'title', 'mason', 'grossCents', 'status', 'receiptProgress', 'paymentProgress'],
    sortable: ['number', 'grossCents', 'createdAt'],
    defaultSort: '-createdAt',
    filters: ['status', 'receiptProgress', 'paymentProgress'],
  },
  form: ['title', 'mason', 'note', 'requestId', 'requesterId', 'departmentId'],
  statuses: [
    'draft',
    'pending-approval',
    'returned',
    'rejected',
    'approved',
    'waiting-for-weather',
    'cancelled',
    'voided',
    'reversed',
    'closed',
  ],
  tones: { 'waiting-for-weather': 'waits' },
  editable: { draft: 'form', returned: 'form', approved: ['note'] },
  lines: workOrderLines,
  requester: 'requesterId',
  amount: 'grossCents',
  material: ['mason', 'netCents', 'gstCents'],
  progress: {
    receiptProgress: { of: 'lines', done: 'doneQuantity', wanted: 'quantity' },
    paymentProgress: { of: 'document', done: 'paidCents', wanted: 'grossCents' },
  },
  final: ['rejected', 'cancelled', 'voided', 'reversed', 'closed'],
  stages: [
    { name: 'approval', statuses: ['draft', 'pending-approval', 'returned', 'rejected'] },
    { name: 'work', statuses: ['approved', 'waiting-for-weather'] },
  ],
  acts: {
    ...standardActs({
      edit: OWN,
      submit: OWN,
      withdraw: OWN,
      cancel: OWN,
      copy: ['create', 'my-request-create'],
      hold: OFFICE,
      delete: OWN,
      void: OFFICE,
      reverse: OFFICE,
      close: OWN,
    }),
    ...amendmentActs(OWN, ['approved']),
    /** Acts of its own: they move it, and nothing else says how. */
    awaitWeather: {
      may: OFFICE,
      transition: 'awaitWeather',
      asks: 'reason',
      inverse: 'resumeWork',
      address: 'weather',
      seldom: true,
    },
    resumeWork: { may: OFFICE, transition: 'resumeWork', inverse: 'awaitWeather', address: 'weather' },
    abandon: { may: OFFICE, transition: 'abandon', asks: 'reason', address: 'abandonment', seldom: true },
  },
  transitions: {
    submit: { from: ['draft', 'returned'], to: 'pending-approval' },
    withdraw: { from: ['pending-approval'], to: 'draft' },
    withdrawDecided: { from: ['pending-approval'], to: 'returned' },
    approveStep: { from: ['pending-approval'], to: 'pending-approval' },
    approve: { from: ['pending-approval'], to: 'approved' },
    return: { from: ['pending-approval'], to: 'returned' },
    reject: { from: ['pending-approval'], to: 'rejected' },
    cancel: { from: ['draft', 'pending-approval', 'returned', 'approved'], to: 'cancelled' },
    void: { from: ['pending-approval', 'approved', 'closed'], to: 'voided' },
    reverse: { from: ['approved', 'closed'], to: 'reversed' },
    reversal: { from: ['draft'], to: 'approved' },
    close: { from: ['approved'], to: 'closed' },
    reopen: { from: ['closed'], to: 'approved' },
    awaitWeather: { from: ['approved'], to: 'waiting-for-weather' },
    resumeWork: { from: ['waiting-for-weather'], to: 'approved' },
    abandon: { from: ['pending-approval', 'waiting-for-weather'], to: 'closed' },
  },
});

export type WorkOrder = RowOf<typeof workOrder>;
export type WorkOrderLine = LineOf<typeof workOrderLines>;
export type WorkOrderLineInput = LineInputOf<typeof workOrderLines>;
