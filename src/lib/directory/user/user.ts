import { userPath } from './paths.ts';
import {
  boolean,
  choice,
  computed,
  contactNumber,
  email,
  instant,
  reference,
  references,
  text,
} from '#lib/values/fields.ts';
import { entity, type RowOf } from '#lib/records/entity.ts';
import { languages } from '#lib/values/languages.ts';
import '#lib/directory/business-entity.ts';
import '#lib/directory/department.ts';
import '#lib/directory/role/role.ts';

/** Everybody who has not left: a new person has a manager before the first day, who may be new too. */
export const NOT_LEFT = ['invited', 'active', 'suspended', 'locked'] as const;

/** A person who signs in (model of the directory, 4.1). Passwords and their state are in a table of their own. */
export const user = entity('user', {
  module: 'directory',
  plural: 'users',
  subject: 'User',
  path: userPath.list,
  title: ['fullName'],
  outOfUse: 'not-active',
  fields: {
    username: text({ max: 60 }),
    email: email(),
    fullName: text({ max: 120 }),
    displayName: text({ max: 60, optional: true }),
    employeeNo: text({ max: 30, optional: true }),
    jobTitle: text({ max: 100, optional: true }),
    contactNumber: contactNumber({ optional: true }),
    managerId: reference('user', { optional: true, of: NOT_LEFT }),
    mainDepartmentId: reference('department', { optional: true }),
    departmentIds: references('department'),
    roleIds: references('role'),
    allEntities: boolean(),
    businessEntityIds: references('business-entity'),
    language: choice(languages),
    personalRedirect: text({ max: 200, optional: true }),
    image: text({ max: 500, optional: true, readOnly: true }),
    imageFileStorage: text({ max: 500, optional: true, readOnly: true }),
    signature: text({ max: 500, optional: true, readOnly: true }),
    signatureFileStorage: text({ max: 500, optional: true, readOnly: true }),
    signatureOnPrints: boolean({ readOnly: true }),
    /** Single-key shortcuts; switched off by people whom they hinder (WCAG 2.1.4). */
    singleKeys: boolean({ readOnly: true }),
    lastLoginAt: instant({ optional: true, readOnly: true }),
    deactivatedAt: instant({ optional: true, readOnly: true }),
    /** Since when somebody else has the address; retained here for the history. */
    emailFreedAt: instant({ optional: true, readOnly: true }),
    roleNames: computed(),
    entityNames: computed(),
  },
  list: {
    columns: [
      'fullName',
      'username',
      'email',
      'jobTitle',
      'mainDepartmentId',
      'roleNames',
      'entityNames',
      'contactNumber',
      'employeeNo',
      'status',
      'lastLoginAt',
      'createdAt',
    ],
    hidden: ['email', 'jobTitle', 'contactNumber', 'employeeNo', 'createdAt'],
    givesWay: ['lastLoginAt', 'entityNames', 'username'],
    sortable: ['fullName', 'username', 'email', 'lastLoginAt', 'createdAt'],
    defaultSort: 'fullName',
    filters: ['mainDepartmentId', 'lastLoginAt', 'createdAt'],
    types: {
      'all-users': {},
      active: { statuses: ['active'] },
      invited: { statuses: ['invited'] },
      suspended: { statuses: ['suspended', 'locked'] },
      deactivated: { statuses: ['deactivated'] },
    },
  },
  form: [
    'fullName',
    'displayName',
    'username',
    'email',
    'contactNumber',
    'employeeNo',
    'jobTitle',
    'managerId',
    'mainDepartmentId',
    'departmentIds',
    'roleIds',
    'allEntities',
    'businessEntityIds',
    'language',
    'personalRedirect',
  ],
  statuses: ['invited', 'active', 'suspended', 'locked', 'deactivated'],
  // Roles are reviewed before a suspended person comes back; name and address of a person who has left can be
  // corrected.
  editable: { invited: 'form', active: 'form', suspended: 'form', locked: 'form', deactivated: 'form' },
  transitions: {
    accept: { from: ['invited'], to: 'active' },
    suspend: { from: ['active'], to: 'suspended' },
    reactivate: { from: ['suspended'], to: 'active' },
    deactivate: { from: ['invited', 'active', 'suspended'], to: 'deactivated' },
  },
});

export type User = RowOf<typeof user>;

/** Two letters for the round badge in place of a photo: 'Hannah Lim' is HL. */
export function initials(fullName: string): string {
  const words = fullName
    .trim()
    .split(/\s+/)
    .filter((word) => /\p{L}/u.test(word));
  const picked = words.length > 1 ? [words[0]!, words.at(-1)!] : words;
  return picked.map((word) => [...word][0]!.toUpperCase()).join('') || '–';
}
