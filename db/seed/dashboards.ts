import { createDashboard } from '#lib/dashboards/dashboard/dashboard.server.ts';
import { addWidget } from '#lib/dashboards/dashboard/widgets.server.ts';
import type { Settings, Size } from '#lib/dashboards/widget/widget.ts';
import { db } from '#lib/process/database/database.server.ts';
// Widgets count the lists of modules that have been loaded.
import '#lib/modules.server.ts';
import { actorNamed } from './builders.ts';

interface Made {
  name: string;
  description: string;
  isGeneral?: boolean;
  /** Codes of the roles whose start dashboard it is. */
  defaultFor?: string[];
  period?: string;
  widgets: { type: string; title?: string; settings?: Settings; size?: Size }[];
}

const third: Size = { wide: 4, medium: 6, narrow: 12 };
const half: Size = { wide: 6, medium: 12, narrow: 12 };
const REQUESTS = '/purchasing/purchase-requests';
const MINE = '/purchasing/my-purchase-requests';

/** The start dashboards of the demonstration. The administrator creates and shares them. */
const dashboards: Made[] = [
  {
    name: 'Garden',
    description: 'What everybody needs first thing in the morning.',
    isGeneral: true,
    widgets: [
      { type: 'pending-my-approval' },
      {
        type: 'number',
        title: 'My drafts',
        settings: { list: '/purchasing/my-purchase-requests/my-drafts', measure: 'count', period: 'all' },
      },
      {
        type: 'number',
        title: 'Returned to me',
        settings: { list: '/purchasing/my-purchase-requests/my-returned', measure: 'count', period: 'all' },
      },
      {
        type: 'number',
        title: 'My requests in progress',
        settings: { list: '/purchasing/my-purchase-requests/my-pending', measure: 'count', period: 'all' },
      },
      {
        type: 'table',
        title: 'My newest requests',
        settings: { list: '/purchasing/my-purchase-requests/all-my-requests', rows: 5, period: 'all' },
      },
      { type: 'my-requests-by-state' },
      { type: 'unread-notifications' },
      {
        type: 'links',
        title: 'Often needed',
        settings: {
          links: [
            { label: 'New purchase request', address: '/purchasing/purchase-requests/new/create' },
            { label: 'Notifications', address: '/notifications' },
            { label: 'My profile', address: '/directory/my-profile' },
          ],
        },
      },
    ],
  },
  {
    name: 'Decisions',
    description: 'For those who approve: what waits, and what is asked for.',
    defaultFor: [
      'DEPARTMENT-HEAD',
      'DEPARTMENT-APPROVER',
      'PURCHASING-MANAGER',
      'FINANCE-MANAGER',
      'GENERAL-MANAGER',
      'DIRECTOR',
    ],
    widgets: [
      { type: 'pending-my-approval' },
      { type: 'overdue-approvals' },
      {
        type: 'number',
        title: 'Urgent or critical',
        settings: {
          list: `${REQUESTS}/pending-approval?priority=urgent&priority=critical`,
          measure: 'count',
          period: 'all',
        },
      },
      {
        type: 'number',
        title: 'Waiting for a budget',
        settings: { list: `${REQUESTS}/pending-budget`, measure: 'count', period: 'all' },
      },
      {
        type: 'number',
        title: 'Asked for, S$',
        settings: { list: `${REQUESTS}/all-requests`, measure: 'estimatedGrossCents' },
      },
      {
        type: 'number',
        title: 'In progress in my departments',
        settings: { list: `${MINE}/my-department-pending`, measure: 'count', period: 'all' },
      },
      { type: 'requests-by-department' },
      { type: 'waiting-for-me' },
      { type: 'requested-by-month' },
      { type: 'requests-by-state' },
      { type: 'requested-by-category', size: half },
      { type: 'my-requests-by-state', size: half },
      {
        type: 'by-month',
        title: 'Asked for in my departments by month, S$',
        settings: {
          list: `${MINE}/my-department-requests`,
          by: 'createdAt',
          measure: 'estimatedGrossCents',
          drawn: 'bar',
        },
      },
      {
        type: 'bars',
        title: 'Requests of my departments',
        settings: { list: `${MINE}/my-department-requests`, by: 'status', measure: 'count' },
      },
    ],
  },
  {
    name: 'Administration',
    description: 'The state of the system and of its people.',
    defaultFor: ['ADMINISTRATOR'],
    widgets: [
      { type: 'pending-my-approval' },
      {
        type: 'number',
        title: 'People who have not come in yet',
        settings: { list: '/directory/users?type=invited', measure: 'count', period: 'all' },
      },
      {
        type: 'number',
        title: 'Suspended people',
        settings: { list: '/directory/users?type=suspended', measure: 'count', period: 'all' },
      },
      {
        type: 'number',
        title: 'Mails waiting',
        settings: { list: '/settings/mails?type=waiting', measure: 'count', period: 'all' },
      },
      {
        type: 'bars',
        title: 'People by department',
        settings: { list: '/directory/users?type=active', by: 'mainDepartmentId', measure: 'count', period: 'all' },
        size: third,
      },
      { type: 'system-health' },
      {
        type: 'bars',
        title: 'Mails by kind',
        settings: { list: '/settings/mails', by: 'kind', measure: 'count' },
        size: third,
      },
      { type: 'requests-by-department' },
      { type: 'requests-by-state' },
      { type: 'requested-by-month' },
      {
        type: 'note',
        title: 'For the administrators',
        settings: { text: 'Each widget shows what its reader may see.\nArrange shows how this dashboard is made.' },
      },
    ],
  },
];

/** Creates them through the operations; existing ones are not created again. */
export async function buildDashboards(): Promise<void> {
  const siti = await actorNamed('admin');
  const roles = new Map(
    (await db.selectFrom('roles').select(['id', 'code']).execute()).map(({ id, code }) => [code, id]),
  );
  for (const { widgets, defaultFor = [], ...made } of dashboards) {
    if (await db.selectFrom('dashboards').select('id').where('name', '=', made.name).executeTakeFirst()) continue;
    let seen = await createDashboard(siti, {
      ...made,
      scope: 'everyone',
      defaultForIds: defaultFor.map((code) => roles.get(code)),
    });
    for (const widget of widgets) seen = await addWidget(siti, seen, widget);
  }
}
