import { choice, date, integer, longText, money, reference, text } from '#lib/values/fields.ts';
import { document, documentFields, mineOf } from '#lib/documents/document.ts';
import { standardActs } from '#lib/documents/usual/standard-acts.ts';
import { usualTransitions } from '#lib/documents/usual/usual.ts';
import type { RowOf, TabOf } from '#lib/records/entity.ts';
import { gstMethods } from '#lib/values/gst.ts';
import '#lib/budgeting/cost-center.ts';
import '#lib/budgeting/expense-category.ts';
import { DELIVERY_FIRST } from '#lib/directory/address.ts';
import '#lib/directory/business-entity.ts';
import '#lib/directory/department.ts';
import '#lib/directory/user/user.ts';
import { purchaseRequestLines } from './line.ts';
import { LIST, MY_LIST } from './paths.ts';

// Any one of the actions opens the door, and each reaches as far as its name says: all, one's own, one's department's.

/** The list of one's own requests, of the subject `MyPurchaseRequest`. */
export const MINE = ['my-request-read', 'my-department-request-read'] as const;

export const SHOW = ['show', 'my-request-show', 'my-department-request-view'] as const;
export const CREATE = ['create', 'my-request-create'] as const;
export const EDIT = ['update', 'my-request-update', 'my-department-request-edit'] as const;
const SUBMIT = ['update', 'my-request-update', 'my-request-create'] as const;
const WITHDRAW = ['update', 'my-request-update'] as const;
const CANCEL = ['cancel', 'my-request-update'] as const;

/** Fields that no approver decides on: they may be changed later, and while it waits by whom a policy lets (model of purchasing, 1.2). */
const OPENED = ['title', 'neededBy', 'priority', 'priorityReason', 'deliverToAddressId'] as const;

/** A purchase request, printed as PRF (model of purchasing, 1.2). Its lines are in line.ts. */
export const purchaseRequest = document('purchase-request', {
  docType: 'PR',
  module: 'purchasing',
  plural: 'purchase-requests',
  subject: 'PurchaseRequest',
  path: LIST,
  title: ['number', 'title'],
  scope: { own: ['requesterId', 'createdBy'], department: 'departmentId', businessEntity: 'businessEntityId' },
  fields: {
    ...documentFields,
    title: text({ max: 150 }),
    requesterId: reference('user'),
    departmentId: reference('department'),
    businessEntityId: reference('business-entity', { readOnly: true }),
    purpose: longText({ max: 2000 }),
    purchasePath: choice(['quotation', 'direct', 'agreement', 'emergency']),
    pathReason: longText({ max: 500, optional: true }),
    neededBy: date(),
    priority: choice(['normal', 'urgent', 'critical']),
    priorityReason: longText({ max: 500, optional: true }),
    deliverToAddressId: reference('address', { ahead: DELIVERY_FIRST }),
    expenseCategoryId: reference('expense-category', { optional: true }),
    costCenterId: reference('cost-center', { optional: true }),
    preferredVendor: text({ max: 150, optional: true }),
    preferredVendorReason: longText({ max: 500, optional: true }),
    requiredQuotations: integer({ optional: true, readOnly: true }),
    /** How its tax is rounded: the method of our own documents on the day it was last written or sent. */
    gstMethod: choice(gstMethods, { readOnly: true }),
    estimatedNetCents: money({ readOnly: true }),
    estimatedGstCents: money({ readOnly: true }),
    estimatedGrossCents: money({ readOnly: true }),
    copiedFromId: reference('purchase-request', { optional: true, readOnly: true }),
  },
  list: {
    columns: [
      'number',
      'title',
      'requesterId',
      'departmentId',
      'neededBy',
      'estimatedGrossCents',
      'status',
      'waitingFor',
      'priority',
      'purchasePath',
      'costCenterId',
      'createdAt',
      'updatedAt',
    ],
    hidden: ['departmentId', 'priority', 'purchasePath', 'costCenterId', 'createdAt'],
    givesWay: ['updatedAt', 'requesterId', 'neededBy'],
    inCell: ['neededBy'],
    sortable: ['number', 'neededBy', 'estimatedGrossCents', 'createdAt', 'updatedAt'],
    defaultSort: '-createdAt',
    typeInPath: true,
    totals: ['estimatedGrossCents'],
    filters: [
      'status',
      'departmentId',
      'createdAt',
      'priority',
      'purchasePath',
      'costCenterId',
      'expenseCategoryId',
      'neededBy',
      'estimatedGrossCents',
    ],
    types: {
      'all-requests': {},
      'pending-my-approval': { statuses: ['pending-approval'], sort: 'createdAt' },
      'pending-approval': { statuses: ['pending-approval'] },
      'pending-budget': { statuses: ['pending-budget'] },
      returned: { statuses: ['returned'] },
      rejected: { statuses: ['rejected'] },
      cancelled: { statuses: ['cancelled'] },
      emergency: {},
      'on-hold': {},
    },
  },
  form: [
    'title',
    'departmentId',
    'neededBy',
    'purchasePath',
    'priority',
    'pathReason',
    'priorityReason',
    'purpose',
    'deliverToAddressId',
    'preferredVendor',
    'preferredVendorReason',
    'expenseCategoryId',
    'costCenterId',
    'requesterId',
  ],
  statuses: [
    'draft',
    'pending-approval',
    'returned',
    'rejected',
    'pending-budget',
    'sourcing',
    'pending-award',
    'awarded',
    'ordered',
    'completed',
    'cancelled',
    'closed',
  ],
  editable: {
    draft: 'form',
    returned: 'form',
    'pending-approval': OPENED,
    'pending-budget': OPENED,
    sourcing: OPENED,
  },
  lines: purchaseRequestLines,
  requester: 'requesterId',
  amount: 'estimatedGrossCents',
  due: 'neededBy',
  reasons: { purchasePath: 'pathReason', priority: 'priorityReason', preferredVendor: 'preferredVendorReason' },
  urgency: { purchasePath: { emergency: 'emergency' }, priority: { critical: 'critical', urgent: 'urgent' } },
  material: ['departmentId', 'purchasePath', 'preferredVendor', 'estimatedNetCents', 'estimatedGstCents'],
  opened: OPENED,
  final: ['rejected', 'completed', 'cancelled', 'closed'],
  attachmentKinds: ['specification', 'photo', 'quotation-informal', 'approval-mail', 'other'],
  stages: [
    { name: 'approval', statuses: ['draft', 'pending-approval', 'returned', 'rejected'] },
    { name: 'budget', statuses: ['pending-budget'] },
    { name: 'quotations', statuses: ['sourcing'] },
    { name: 'award', statuses: ['pending-award'] },
    { name: 'order', statuses: ['awarded'] },
    { name: 'delivery', statuses: ['ordered'] },
    { name: 'payment', statuses: ['completed', 'closed'] },
  ],
  acts: standardActs({
    edit: [
      { rights: EDIT, from: ['draft', 'returned'] },
      { rights: ['update'], from: ['pending-budget', 'sourcing'] },
    ],
    submit: [
      { rights: SUBMIT, who: 'requester' },
      { rights: ['update'], reach: 'entity' },
    ],
    withdraw: [{ rights: WITHDRAW, who: 'requester' }],
    cancel: [
      { rights: CANCEL, who: 'requester', from: ['draft', 'returned', 'pending-approval', 'pending-budget'] },
      { rights: ['cancel'] },
    ],
    copy: CREATE,
    hold: [{ rights: ['update'], reach: 'entity' }],
    delete: [{ rights: EDIT, who: 'requester' }],
  }),
  transitions: {
    ...usualTransitions,
    approve: { from: ['pending-approval'], to: 'pending-budget' },
    cancel: {
      from: ['draft', 'pending-approval', 'returned', 'pending-budget', 'sourcing', 'pending-award', 'awarded'],
      to: 'cancelled',
    },
  },
});

export type PurchaseRequest = RowOf<typeof purchaseRequest>;

/** The same record seen from its requester's side: other tabs, other address. */
export const myPurchaseRequest = mineOf(purchaseRequest, MY_LIST, {
  'all-my-requests': { scope: 'own' },
  'my-drafts': { statuses: ['draft'] },
  'my-pending': { statuses: ['pending-approval', 'pending-budget'] },
  'my-returned': { statuses: ['returned'] },
  'my-rejected': { statuses: ['rejected'] },
  'my-department-requests': { scope: 'department' },
  'my-department-pending': { scope: 'department', statuses: ['pending-approval', 'pending-budget'] },
});

/** The lists by their tabs, as links say them. */
export const requestsTab = (tab: TabOf<typeof purchaseRequest>): string => `${LIST}/${tab}`;
export const myRequestsTab = (tab: TabOf<typeof myPurchaseRequest>): string => `${MY_LIST}/${tab}`;

/** Each list with its first tab. */
export const ALL_REQUESTS = requestsTab('all-requests');
export const ALL_MY_REQUESTS = myRequestsTab('all-my-requests');
