import type { Actor } from '#lib/access/actor.ts';
import { notFound } from '#lib/kernel/refusal.ts';
import type { WidgetType } from './widget-type.server.ts';
import { overdueApprovals, pendingMyApproval, waitingForMe } from './widgets/approvals.server.ts';
import { bars } from './widgets/bars.server.ts';
import { byMonth } from './widgets/by-month.server.ts';
import { unreadNotifications } from './widgets/notifications.server.ts';
import { number } from './widgets/number.server.ts';
import { progress } from './widgets/progress.server.ts';
import {
  myRequestsByState,
  requestedByCategory,
  requestedByMonth,
  requestsByDepartment,
  requestsByState,
} from './widgets/purchasing.server.ts';
import { stackedBar } from './widgets/stacked-bar.server.ts';
import { systemHealth } from './widgets/system-health.server.ts';
import { savedView, table } from './widgets/table.server.ts';
import { links, note } from './widgets/words.server.ts';
import type { Settings } from './widget.ts';

/** Every kind of widget, as people are offered them: ready made ones first, then those of any list. */
export const widgetTypes: readonly WidgetType[] = [
  pendingMyApproval,
  overdueApprovals,
  waitingForMe,
  myRequestsByState,
  requestsByState,
  requestsByDepartment,
  requestedByCategory,
  requestedByMonth,
  unreadNotifications,
  systemHealth,
  number,
  bars,
  byMonth,
  stackedBar,
  progress,
  table,
  savedView,
  note,
  links,
];

const byName = new Map(widgetTypes.map((type) => [type.name, type]));

/** The type of that name; 404 for one nobody declared. */
export function widgetType(name: string): WidgetType {
  const found = byName.get(name);
  if (!found) throw notFound();
  return found;
}

/** The same, or undefined: a dashboard may be older than the last change of the catalogue. */
export const knownType = (name: string): WidgetType | undefined => byName.get(name);

/** What is wrong with the settings of a widget: first what it cannot do without, by field. */
export function faultsOf(
  { required = [], check }: WidgetType,
  actor: Actor,
  settings: Settings,
): { path: string; code: string }[] {
  const missing = required.filter((name) => !settings[name]);
  return missing.length > 0 ? missing.map((path) => ({ path, code: 'required' })) : (check?.(actor, settings) ?? []);
}
