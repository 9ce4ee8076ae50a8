/** What a document does unless it says otherwise: rights, statuses, transitions, acts, tabs. Browser-safe. */
import type { ListType } from '#lib/records/list-declaration.ts';
import { standardActs } from './standard-acts.ts';

/** Rights on the document's own subject: one's own by those that begin with `my-`, all by the others. */
export const usualRights = {
  list: ['read'],
  mine: ['my-request-read'],
  show: ['show', 'my-request-show'],
  create: ['create', 'my-request-create'],
  edit: ['update', 'my-request-update'],
  cancel: ['cancel', 'my-request-update'],
  /** Makes links that open its prints without signing in. */
  publish: ['publish', 'my-request-publish'],
} as const;

export const usualStatuses = ['draft', 'pending-approval', 'returned', 'rejected', 'approved', 'cancelled'] as const;

/** Statuses in which nothing more happens, but for what its own acts do to an approved one. */
export const usualFinal = ['rejected', 'cancelled'] as const;

export const usualTransitions = {
  submit: { from: ['draft', 'returned'], to: 'pending-approval' },
  withdraw: { from: ['pending-approval'], to: 'draft' },
  withdrawDecided: { from: ['pending-approval'], to: 'returned' },
  approveStep: { from: ['pending-approval'], to: 'pending-approval' },
  approve: { from: ['pending-approval'], to: 'approved' },
  return: { from: ['pending-approval'], to: 'returned' },
  reject: { from: ['pending-approval'], to: 'rejected' },
  cancel: { from: ['draft', 'pending-approval', 'returned', 'approved'], to: 'cancelled' },
} as const;

/** Written, sent, taken back and cancelled by its requester and by whoever may change all; held by the latter. */
export const usualActs = standardActs<(typeof usualStatuses)[number]>({
  edit: [{ rights: usualRights.edit, from: ['draft', 'returned'] }],
  submit: [
    { rights: usualRights.edit, who: 'requester' },
    { rights: ['update'], reach: 'entity' },
  ],
  withdraw: [{ rights: usualRights.edit, who: 'requester' }],
  cancel: [
    { rights: usualRights.cancel, who: 'requester', from: ['draft', 'returned', 'pending-approval'] },
    { rights: ['cancel'] },
  ],
  copy: usualRights.create,
  hold: [{ rights: ['update'], reach: 'entity' }],
  delete: [{ rights: usualRights.edit, who: 'requester' }],
});

/** The tabs of the list of all, beside its first one. */
export const usualTypes = {
  'pending-my-approval': { statuses: ['pending-approval'], sort: 'createdAt' },
  'pending-approval': { statuses: ['pending-approval'] },
  approved: { statuses: ['approved'] },
  returned: { statuses: ['returned'] },
  'on-hold': {},
  cancelled: { statuses: ['rejected', 'cancelled'] },
} satisfies Record<string, ListType>;

/** The tabs of the list of one's own, beside its first one. */
export const usualOwnTypes = {
  'my-drafts': { statuses: ['draft'] },
  'my-pending': { statuses: ['pending-approval'] },
  'my-returned': { statuses: ['returned'] },
} satisfies Record<string, ListType>;
