import { boolean, choice, computed, longText, reference, references, text } from '#lib/values/fields.ts';
import { entity, type RowOf } from '#lib/records/entity.ts';
import '#lib/budgeting/cost-center.ts';
import '#lib/directory/business-entity.ts';
import '#lib/directory/department.ts';
import '#lib/directory/role/role.ts';
import '#lib/directory/team.ts';
import '#lib/directory/user/user.ts';
import { DASHBOARDS, dashboardPath } from '#lib/dashboards/paths.ts';
import { PERIODS } from '#lib/dashboards/period.ts';

/** Whom a dashboard is shared with. */
export const scopes = ['personal', 'team', 'role', 'everyone'] as const;
/** Seconds after which an open dashboard is refreshed; '0' never. */
const refreshings = ['0', '60', '300'] as const;

/** A start page of widgets on twelve columns (model of dashboards, 5.2). Its widgets are in widgets.server.ts. */
export const dashboard = entity('dashboard', {
  module: 'dashboards',
  plural: 'dashboards',
  subject: 'Dashboard',
  path: DASHBOARDS,
  title: ['name'],
  scope: { own: ['ownerId'] },
  fields: {
    name: text({ max: 80 }),
    description: longText({ max: 300, optional: true }),
    ownerId: reference('user', { readOnly: true }),
    scope: choice(scopes),
    teamIds: references('team', { optional: true }),
    roleIds: references('role', { optional: true }),
    /** The start dashboard of people with one of these roles. */
    defaultForIds: references('role', { optional: true }),
    /** The start dashboard of everybody who has no other. */
    isGeneral: boolean(),
    period: choice(PERIODS),
    businessEntityId: reference('business-entity', { optional: true }),
    departmentId: reference('department', { optional: true }),
    costCenterId: reference('cost-center', { optional: true }),
    refreshSeconds: choice(refreshings),
    widgetCount: computed('integer'),
  },
  list: {
    columns: ['name', 'description', 'scope', 'ownerId', 'isGeneral', 'widgetCount', 'status', 'updatedAt'],
    hidden: ['description'],
    sortable: ['name', 'updatedAt'],
    defaultSort: 'name',
    filters: ['scope', 'ownerId'],
    path: dashboardPath.list,
    types: {
      list: {},
      mine: { statuses: ['active'] },
      shared: { statuses: ['active'] },
      retired: { statuses: ['retired'] },
    },
  },
  form: [
    'name',
    'description',
    'scope',
    'teamIds',
    'roleIds',
    'defaultForIds',
    'isGeneral',
    'period',
    'businessEntityId',
    'departmentId',
    'costCenterId',
    'refreshSeconds',
  ],
  statuses: ['active', 'retired'],
  transitions: { retire: { from: ['active'], to: 'retired' }, restore: { from: ['retired'], to: 'active' } },
});

export type Dashboard = RowOf<typeof dashboard>;

/** The fields that control sharing; only people who may assign dashboards change them. */
export const SHARING = ['scope', 'teamIds', 'roleIds', 'defaultForIds', 'isGeneral'] as const;
