import { createDashboard } from '#lib/dashboards/dashboard/dashboard.server.ts';
import { addWidget } from '#lib/dashboards/dashboard/widgets.server.ts';
import type { Size } from '#lib/dashboards/widget/widget.ts';
import { db } from '#lib/process/database/database.server.ts';
// Widgets count the lists of modules that have been loaded.
import '#lib/modules.server.ts';
import { actorNamed } from './builders.ts';

const TEAM = 'Plaque desk';
const main: Size = { wide: 8, medium: 12, narrow: 12 };

/** What the team watches; each widget is named in its reader's language. */
const widgets = [
  { type: 'new-request' },
  { type: 'my-requests-under-way', size: main },
  { type: 'my-requests-by-state' },
  { type: 'requests-of-department', size: main },
  { type: 'unread-notifications' },
  {
    type: 'note',
    title: TEAM,
    settings: { text: 'Stone is ordered by Thursday, 3pm.\nProofs are in the shared folder.' },
  },
];

/** A dashboard that the administrator has made for a team; what everybody begins with comes with the product. */
export async function buildDashboards(): Promise<void> {
  const siti = await actorNamed('admin');
  if (await db.selectFrom('dashboards').select('id').where('name', '=', TEAM).executeTakeFirst()) return;
  const team = await db.selectFrom('teams').select('id').where('name', '=', TEAM).executeTakeFirstOrThrow();
  let seen = await createDashboard(siti, {
    name: TEAM,
    description: 'For the people who order and check plaques.',
    scope: 'team',
    teamIds: [team.id],
    period: 'this-year',
  });
  for (const widget of widgets) seen = await addWidget(siti, seen, widget);
}
