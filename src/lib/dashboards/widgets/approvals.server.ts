import { inboxHref } from '#lib/approvals/inbox/inbox-page.server.ts';
import { inboxMarks } from '#lib/approvals/inbox/inbox-marks.server.ts';
import { readInbox, readInboxQuery } from '#lib/approvals/inbox/inbox.server.ts';
import { isSignedIn } from '#lib/values/actor.ts';
import type { WidgetType } from '#lib/dashboards/widget/type.server.ts';

const NOTHING_SET = new URLSearchParams();
const WAITING = readInboxQuery(NOTHING_SET);
const OVERDUE = { ...WAITING, age: 'overdue' as const };

const asked: Pick<WidgetType, 'settings' | 'defaults' | 'isOpen'> = {
  settings: [],
  defaults: () => ({}),
  isOpen: isSignedIn,
};

/** The number of decisions waiting for the reader, as the inbox counts them. */
export const pendingMyApproval: WidgetType = {
  ...asked,
  name: 'pending-my-approval',
  size: { wide: 3, medium: 4, narrow: 6 },
  async read({ actor, t }) {
    const { total, dueByToday } = await readInbox(actor, WAITING);
    return {
      kind: 'figure',
      figure: { value: total, count: total, unit: 'count', href: inboxHref(NOTHING_SET, {}) },
      note: dueByToday > 0 ? t('dashboards.dueToday', { count: dueByToday }) : undefined,
    };
  },
};

/** How many of them are overdue. */
export const overdueApprovals: WidgetType = {
  ...asked,
  name: 'overdue-approvals',
  size: { wide: 3, medium: 4, narrow: 6 },
  async read({ actor }) {
    const { total } = await readInbox(actor, OVERDUE);
    return {
      kind: 'figure',
      figure: { value: total, count: total, unit: 'count', href: inboxHref(NOTHING_SET, { age: 'overdue' }) },
    };
  },
};

/** Those that are due next. */
export const waitingForMe: WidgetType = {
  ...asked,
  name: 'waiting-for-me',
  size: { wide: 4, medium: 6, narrow: 12 },
  async read({ actor, t }) {
    const { items, total } = await readInbox(actor, WAITING);
    const first = items.slice(0, 5).map(({ taskId, title, number, requester, amountCents, ...item }) => ({
      title,
      marks: inboxMarks(item, t),
      note: [number, requester].filter(Boolean).join(' · '),
      amountCents,
      href: inboxHref(NOTHING_SET, { task: taskId }),
    }));
    return { kind: 'items', items: first, total, href: inboxHref(NOTHING_SET, {}) };
  },
};
