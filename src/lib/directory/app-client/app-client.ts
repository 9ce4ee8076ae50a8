import { z } from 'zod';
import { recordPaths } from '#lib/records/paths.ts';
import {
  choice,
  codes,
  date,
  instant,
  integer,
  longText,
  reference,
  references,
  rows,
  text,
} from '#lib/values/fields.ts';
import { entity, type RowOf } from '#lib/records/entity.ts';
import { isNetwork } from '#lib/values/network.ts';
import '#lib/directory/business-entity.ts';
import '#lib/directory/department.ts';
import '#lib/directory/user/user.ts';

/** Days after which every secret expires (model of the directory, 4.4). */
export const SECRET_DAYS = 365;
/** Hours the old secret stays valid beside the new one. */
export const GRACE_HOURS = { usual: 24, most: 168 };

const network = {
  ...text({ max: 50 }),
  schema: z.string('required').trim().min(1, 'required').refine(isNetwork, 'not-a-network'),
};

/**
 * A program that uses the API on behalf of its owner, with a subset of the owner's rights (model of the directory,
 * 4.4).
 */
export const appClient = entity('app-client', {
  module: 'directory',
  plural: 'app-clients',
  subject: 'AppClient',
  path: '/directory/app-clients',
  title: ['name'],
  fields: {
    name: text({ max: 100 }),
    description: longText({ max: 500 }),
    clientId: text({ max: 40, readOnly: true }),
    ownerUserId: reference('user'),
    departmentId: reference('department'),
    environment: choice(['live', 'test']),
    /** 'Department:read': the rights of its owner it may use. */
    scopes: codes({ max: 400 }),
    /** Empty means all companies of its owner. */
    businessEntityIds: references('business-entity', { optional: true }),
    /** Empty means no restriction. */
    networks: rows({ network, note: text({ max: 100, optional: true }) }, { optional: true }),
    requestsPerMinute: integer({ min: 1, max: 6000 }),
    tokenMinutes: integer({ min: 1, max: 60 }),
    expiresOn: date({ optional: true }),
    lastUsedAt: instant({ optional: true, readOnly: true }),
  },
  list: {
    columns: [
      'name',
      'description',
      'clientId',
      'ownerUserId',
      'departmentId',
      'environment',
      'lastUsedAt',
      'expiresOn',
      'status',
      'updatedAt',
    ],
    hidden: ['description', 'departmentId', 'expiresOn', 'updatedAt'],
    sortable: ['name', 'lastUsedAt', 'updatedAt'],
    defaultSort: 'name',
    filters: ['status', 'ownerUserId', 'departmentId', 'environment'],
    types: {
      'all-app-clients': {},
      active: { statuses: ['active'] },
      suspended: { statuses: ['suspended'] },
      revoked: { statuses: ['revoked'] },
    },
  },
  form: [
    'name',
    'description',
    'ownerUserId',
    'departmentId',
    'environment',
    'scopes',
    'businessEntityIds',
    'networks',
    'requestsPerMinute',
    'tokenMinutes',
    'expiresOn',
  ],
  statuses: ['active', 'suspended', 'revoked'],
  editable: { active: 'form', suspended: 'form' },
  lockedBecause: { revoked: 'app-client-revoked' },
  transitions: {
    suspend: { from: ['active'], to: 'suspended' },
    resume: { from: ['suspended'], to: 'active' },
    revoke: { from: ['active', 'suspended'], to: 'revoked' },
  },
});

export type AppClient = RowOf<typeof appClient>;

/** The defaults of a new client. */
export const FIRST_VALUES = { environment: 'live', requestsPerMinute: 60, tokenMinutes: 15 } as const;

/** The pages of app clients, and their API. */
export const appClientPath = recordPaths(appClient.path);
