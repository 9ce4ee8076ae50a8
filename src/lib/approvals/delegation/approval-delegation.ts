import { choices, instant, longText, money, reference, text } from '#lib/values/fields.ts';
import { entity, type RowOf } from '#lib/records/entity.ts';
import { APPROVED_DOC_TYPES } from '#lib/values/doc-types.ts';

/**
 * Who decides for somebody who is away: from when to when, which documents, up to which sum (model of purchasing, 0.6).
 */
export const approvalDelegation = entity('approval-delegation', {
  module: 'approvals',
  plural: 'approval-delegations',
  subject: 'User',
  path: '/pages/account-setting',
  title: ['reason'],
  fields: {
    fromUserId: reference('user', { readOnly: true }),
    toUserId: reference('user'),
    fromAt: instant(),
    toAt: instant(),
    docTypes: choices(APPROVED_DOC_TYPES, { optional: true }),
    maxCents: money({ optional: true, positive: true }),
    reason: longText({ max: 300 }),
    /** When tasks that were open already were taken along. */
    begunAt: instant({ optional: true, readOnly: true }),
    endedAt: instant({ optional: true, readOnly: true }),
    endedBy: reference('user', { optional: true, readOnly: true }),
    endedReason: text({ max: 20, optional: true, readOnly: true }),
  },
  list: {
    columns: ['fromUserId', 'toUserId', 'fromAt', 'toAt', 'maxCents', 'reason', 'status'],
    sortable: [],
    defaultSort: '-createdAt',
  },
  form: ['toUserId', 'fromAt', 'toAt', 'docTypes', 'maxCents', 'reason'],
  statuses: ['active', 'ended'],
  // A delegation cannot be edited: it is ended and created again.
  editable: {},
  transitions: { end: { from: ['active'], to: 'ended' } },
});

export type ApprovalDelegation = RowOf<typeof approvalDelegation>;

/** A delegation with the names of both. */
export interface NamedDelegation extends ApprovalDelegation {
  fromName: string;
  toName: string;
}
