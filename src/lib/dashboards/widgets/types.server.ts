import type { Actor } from '#lib/values/actor.ts';
import { notFound } from '#lib/values/refusal.ts';
import type { WidgetType } from '#lib/dashboards/widget/type.server.ts';
import {
  exportsMade,
  logCheck,
  newestLogEntries,
  refusedAttempts,
} from '#lib/dashboards/widgets/activity-log.server.ts';
import {
  myAbsence,
  overdueApprovals,
  pendingMyApproval,
  waitingForMe,
} from '#lib/dashboards/widgets/approvals.server.ts';
import { bars } from '#lib/dashboards/widgets/bars.server.ts';
import { byMonth } from '#lib/dashboards/widgets/by-month.server.ts';
import { myRequestsToFinish, newRequest } from '#lib/dashboards/widgets/my-requests.server.ts';
import { mailbox } from '#lib/dashboards/widgets/mailbox.server.ts';
import { unreadNotifications } from '#lib/dashboards/widgets/notifications.server.ts';
import { number } from '#lib/dashboards/widgets/number.server.ts';
import { progress } from '#lib/dashboards/widgets/progress.server.ts';
import { dutiesAndNumbers, numberContinuity } from '#lib/dashboards/widgets/oversight.server.ts';
import {
  peopleInNeed,
  peopleInvited,
  peopleSuspended,
  userRequestsApproved,
} from '#lib/dashboards/widgets/people.server.ts';
import {
  amountForBudget,
  departmentRequests,
  myRequestsByState,
  myRequestsUnderWay,
  requestedByCategory,
  requestedByMonth,
  requestsByDepartment,
  requestsByState,
  requestsForApproval,
  requestsForBudget,
  requestsOfDepartment,
  urgentRequests,
  waitingForApproval,
  waitingForBudget,
} from '#lib/dashboards/widgets/purchasing.server.ts';
import { stackedBar } from '#lib/dashboards/widgets/stacked-bar.server.ts';
import { systemHealth } from '#lib/dashboards/widgets/system-health.server.ts';
import { savedView, table } from '#lib/dashboards/widgets/table.server.ts';
import { links, note, oftenNeeded } from '#lib/dashboards/widgets/note-and-links.server.ts';
import type { Settings } from '#lib/dashboards/widget/widget.ts';

/** Every kind of widget, in the order offered: ready-made ones first, then those for any list. */
export const widgetTypes: readonly WidgetType[] = [
  pendingMyApproval,
  overdueApprovals,
  waitingForMe,
  myAbsence,
  newRequest,
  myRequestsToFinish,
  myRequestsUnderWay,
  myRequestsByState,
  departmentRequests,
  requestsOfDepartment,
  urgentRequests,
  waitingForApproval,
  requestsForApproval,
  waitingForBudget,
  amountForBudget,
  requestsForBudget,
  requestsByState,
  requestsByDepartment,
  requestedByCategory,
  requestedByMonth,
  unreadNotifications,
  mailbox,
  oftenNeeded,
  peopleInNeed,
  peopleInvited,
  peopleSuspended,
  userRequestsApproved,
  systemHealth,
  logCheck,
  newestLogEntries,
  refusedAttempts,
  exportsMade,
  dutiesAndNumbers,
  numberContinuity,
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

/** The type of that name; 404 for an unknown one. */
export function widgetType(name: string): WidgetType {
  const found = byName.get(name);
  if (!found) throw notFound();
  return found;
}

/** The same, or undefined: a dashboard may be older than the last change of the catalogue. */
export const knownType = (name: string): WidgetType | undefined => byName.get(name);

/** The faults of a widget's settings: first missing required ones, by field. */
export function faultsOf(
  { required = [], check }: WidgetType,
  actor: Actor,
  settings: Settings,
): { path: string; code: string }[] {
  const missing = required.filter((name) => !settings[name]);
  return missing.length > 0 ? missing.map((path) => ({ path, code: 'required' })) : (check?.(actor, settings) ?? []);
}
