import { recordPaths } from '#lib/records/paths.ts';
import {
  boolean,
  choice,
  choices,
  computed,
  date,
  integer,
  money,
  reference,
  references,
  rows,
  text,
} from '#lib/values/fields.ts';
import { entity, type RowOf } from '#lib/records/entity.ts';
import { FLAGS } from '#lib/approvals/flags.ts';
import { APPROVED_DOC_TYPES } from '#lib/values/doc-types.ts';

/** Who is asked: the rules that today's records can answer (model of purchasing, 0.6). */
export const RULES = [
  'department-approver',
  'department-head',
  'parent-department-head',
  'requester-manager',
  'role',
  'team',
  'user',
] as const;
export const MODES = ['any', 'all', 'n-of'] as const;
/** Who is asked too when nobody has decided in twice the time. */
export const ESCALATIONS = ['head-above', 'role', 'team', 'user', 'nobody'] as const;
/**
 * Fields of documents that a step may open to its approvers: none of what they decide on (model of purchasing, 1.2).
 */
export const EDITABLE = ['title', 'neededBy', 'priority', 'priorityReason', 'deliverToAddressId'] as const;
export type EditableField = (typeof EDITABLE)[number];

/** One step as people enter it: whom it asks, how many must agree, until when, and what happens then. */
export const stepCells = {
  seq: integer({ min: 1, max: 999, optional: true }),
  rule: choice(RULES),
  roleId: reference('role', { optional: true }),
  teamId: reference('team', { optional: true }),
  userId: reference('user', { optional: true }),
  mode: choice(MODES, { optional: true }),
  n: integer({ min: 1, max: 99, optional: true }),
  slaHours: integer({ min: 1, max: 1000, optional: true }),
  escalate: choice(ESCALATIONS, { optional: true }),
  escalateRoleId: reference('role', { optional: true }),
  escalateTeamId: reference('team', { optional: true }),
  escalateUserId: reference('user', { optional: true }),
  fourEyes: boolean({ optional: true }),
  mayEdit: choices(EDITABLE, { optional: true }),
};

/** Who must approve which documents, in versions that each have their start (model of purchasing, 0.6). */
export const approvalPolicy = entity('approval-policy', {
  module: 'approvals',
  plural: 'approval-policies',
  subject: 'ApprovalPolicy',
  path: '/settings/approval-policies',
  title: ['name'],
  fields: {
    docType: choice(APPROVED_DOC_TYPES),
    name: text({ max: 120 }),
    businessEntityId: reference('business-entity', { optional: true }),
    departmentIds: references('department', { optional: true }),
    expenseCategoryIds: references('expense-category', { optional: true }),
    /** The net total is above `minCents` and up to `maxCents`. */
    minCents: money(),
    maxCents: money({ optional: true, positive: true }),
    flags: choices(FLAGS, { optional: true }),
    priority: integer({ min: -1000, max: 1000 }),
    /** The first day on which the newest version counts, and the last. */
    validFrom: date(),
    validTo: date({ optional: true }),
    steps: rows(stepCells),
    number: computed('integer'),
    scope: computed(),
    standing: computed(),
  },
  list: {
    columns: [
      'name',
      'docType',
      'scope',
      'minCents',
      'maxCents',
      'priority',
      'standing',
      'validFrom',
      'validTo',
      'number',
      'status',
      'updatedAt',
    ],
    hidden: ['validTo', 'number', 'status', 'updatedAt'],
    sortable: ['name', 'docType', 'minCents', 'priority', 'validFrom', 'updatedAt'],
    defaultSort: 'docType,-priority,minCents',
    filters: ['docType', 'businessEntityId', 'minCents', 'validFrom'],
    types: {
      'all-policies': { statuses: ['active'] },
      planned: { statuses: ['active'] },
      retired: { statuses: ['retired'] },
    },
  },
  form: [
    'docType',
    'name',
    'businessEntityId',
    'departmentIds',
    'expenseCategoryIds',
    'minCents',
    'maxCents',
    'flags',
    'priority',
    'validFrom',
    'validTo',
    'steps',
  ],
  statuses: ['active', 'retired'],
  transitions: { retire: { from: ['active'], to: 'retired' }, restore: { from: ['retired'], to: 'active' } },
});

export type ApprovalPolicy = RowOf<typeof approvalPolicy>;

const paths = recordPaths(approvalPolicy.path);

/** The pages of policies, and their API. */
export const approvalPolicyPath = {
  ...paths,
  version: (id: string, number: number | string) => `${paths.show(id)}?version=${number}`,
  simulator: (docType: string) => `${paths.list}?view=simulator&docType=${docType}`,
};
