import { recordPaths } from '#lib/records/paths.ts';
import { computed, longText, reference, rows, text } from '#lib/values/fields.ts';
import { entity, type RowOf } from '#lib/records/entity.ts';
import './department.ts';
import './user/user.ts';

/** People of several departments who work on one thing; approvals and shared views name it (model of the directory, 4.3). */
export const team = entity('team', {
  module: 'directory',
  plural: 'teams',
  subject: 'Team',
  path: '/directory/teams',
  title: ['name'],
  fields: {
    name: text({ max: 100 }),
    purpose: longText({ max: 500, optional: true }),
    departmentId: reference('department', { optional: true }),
    leadId: reference('user'),
    /** Each member's function is free text; the lead is always a member. */
    members: rows({ userId: reference('user'), roleInTeam: text({ max: 60, optional: true }) }, { optional: true }),
    memberCount: computed('integer'),
  },
  list: {
    columns: ['name', 'purpose', 'departmentId', 'leadId', 'memberCount', 'status', 'updatedAt'],
    hidden: ['updatedAt'],
    inCell: ['leadId', 'departmentId'],
    sortable: ['name', 'updatedAt'],
    defaultSort: 'name',
    filters: ['status', 'departmentId', 'leadId'],
    types: { 'all-teams': {}, active: { statuses: ['active'] }, closed: { statuses: ['closed'] } },
  },
  form: ['name', 'purpose', 'departmentId', 'leadId', 'members'],
  statuses: ['active', 'closed'],
  transitions: { close: { from: ['active'], to: 'closed' }, reopen: { from: ['closed'], to: 'active' } },
});

export type Team = RowOf<typeof team>;

/** The pages of teams, and their API. */
export const teamPath = recordPaths(team.path);
