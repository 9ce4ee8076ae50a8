import {
  choice,
  computed,
  contactNumber,
  date,
  email,
  instant,
  json,
  longText,
  reference,
  references,
  text,
} from '#lib/values/fields.ts';
import { document, documentFields } from '#lib/documents/document.ts';
import { standardActs } from '#lib/documents/usual/standard-acts.ts';
import { usualTransitions } from '#lib/documents/usual/usual.ts';
import type { RowOf } from '#lib/records/entity.ts';
import { languages } from '#lib/values/languages.ts';
import { z } from 'zod';
import '#lib/directory/business-entity.ts';
import '#lib/directory/department.ts';
import '#lib/directory/role/role.ts';
import { NOT_LEFT } from '#lib/directory/user/user.ts';
import { userRequestPath } from './paths.ts';

/** What can be asked for: a new account, other facts, other roles, or that somebody is suspended. */
export const KINDS = ['create', 'change', 'role-change', 'suspend'] as const;

/** What of a person a request of kind change may change. */
export const PERSON_FIELDS = [
  'fullName',
  'email',
  'contactNumber',
  'language',
  'departmentId',
  'jobTitle',
  'businessEntityIds',
] as const;

const before = z.record(z.string(), z.unknown());

/** Who may write requests; each changes only one's own. */
export const REQUEST = ['request-user-creation'] as const;
export const SHOW = ['user-creation-show'] as const;
const OWN = [{ rights: REQUEST, who: 'requester' }] as const;
/** Whoever has the right to approve such requests may hold one. */
const DECIDES = [{ rights: ['approve'] }] as const;

/** A request for an account, printed as UR (model of the directory, 4.5). */
export const userRequest = document('user-request', {
  docType: 'UR',
  module: 'directory',
  plural: 'user-requests',
  subject: 'UserCreationRequest',
  path: userRequestPath.list,
  title: ['number', 'fullName'],
  scope: { own: ['requesterId'], department: 'departmentId', businessEntity: 'businessEntityId' },
  fields: {
    ...documentFields,
    kind: choice(KINDS),
    requesterId: reference('user', { readOnly: true }),
    businessEntityId: reference('business-entity', { readOnly: true }),
    subjectUserId: reference('user', { optional: true, readOnly: true }),
    /** The person's values and roles when the request was written. */
    subjectBefore: json(before, { optional: true, readOnly: true }),
    fullName: text({ max: 120 }),
    email: email(),
    contactNumber: contactNumber({ optional: true }),
    language: choice(languages),
    departmentId: reference('department'),
    jobTitle: text({ max: 100, optional: true }),
    roleIds: references('role'),
    businessEntityIds: references('business-entity'),
    copyRightsFromId: reference('user', { optional: true, of: NOT_LEFT }),
    startDate: date(),
    endDate: date({ optional: true }),
    reason: longText({ max: 1000 }),
    fulfilledAt: instant({ optional: true, readOnly: true }),
    expiredAt: instant({ optional: true, readOnly: true }),
    problem: text({ max: 60, optional: true, readOnly: true }),
    roleNames: computed(),
  },
  list: {
    columns: [
      'number',
      'fullName',
      'kind',
      'departmentId',
      'roleNames',
      'startDate',
      'endDate',
      'requesterId',
      'status',
      'waitingFor',
      'email',
      'createdAt',
      'updatedAt',
    ],
    hidden: ['roleNames', 'endDate', 'email', 'updatedAt'],
    givesWay: ['createdAt', 'requesterId', 'startDate', 'departmentId'],
    sortable: ['number', 'fullName', 'startDate', 'createdAt'],
    defaultSort: '-createdAt',
    filters: ['status', 'kind', 'departmentId', 'startDate', 'createdAt'],
    types: {
      'all-user-requests': {},
      'waiting-for-me': { statuses: ['pending-approval'], sort: 'createdAt' },
      'my-own': {},
      drafts: { statuses: ['draft'] },
      'pending-approval': { statuses: ['pending-approval'] },
      approved: { statuses: ['approved'] },
      returned: { statuses: ['returned'] },
      fulfilled: { statuses: ['fulfilled'] },
      'on-hold': {},
      ended: { statuses: ['rejected', 'cancelled'] },
    },
  },
  form: [
    'kind',
    'fullName',
    'email',
    'contactNumber',
    'language',
    'departmentId',
    'jobTitle',
    'businessEntityIds',
    'roleIds',
    'copyRightsFromId',
    'startDate',
    'endDate',
    'reason',
  ],
  statuses: ['draft', 'pending-approval', 'approved', 'fulfilled', 'returned', 'rejected', 'cancelled'],
  editable: { draft: 'form', returned: 'form' },
  requester: 'requesterId',
  material: [
    'kind',
    'fullName',
    'email',
    'contactNumber',
    'language',
    'departmentId',
    'jobTitle',
    'startDate',
    'endDate',
    'reason',
    'roleIds',
    'businessEntityIds',
  ],
  final: ['fulfilled', 'rejected', 'cancelled'],
  acts: standardActs({ edit: OWN, submit: OWN, withdraw: OWN, cancel: OWN, hold: DECIDES, delete: OWN }),
  transitions: {
    ...usualTransitions,
    withdrawDecided: { from: ['pending-approval', 'approved'], to: 'returned' },
    fulfil: { from: ['approved'], to: 'fulfilled' },
  },
});

export type UserRequest = RowOf<typeof userRequest>;

/** The lists of a request, each in a table of its own. */
export interface RequestLists {
  roleIds: string[];
  businessEntityIds: string[];
}
