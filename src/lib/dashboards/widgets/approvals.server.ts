import { accountPath } from '#lib/access/paths.ts';
import type { NamedDelegation } from '#lib/approvals/delegation/approval-delegation.ts';
import { delegationsOf } from '#lib/approvals/delegation/delegation.server.ts';
import { inboxHref } from '#lib/approvals/inbox/inbox-page.server.ts';
import { inboxMarks } from '#lib/approvals/inbox/inbox-marks.server.ts';
import { readInbox, readInboxQuery } from '#lib/approvals/inbox/inbox.server.ts';
import { dateOf, formatDate } from '#lib/values/time.ts';
import { isSignedIn } from '#lib/values/actor.ts';
import type { Reading, WidgetType } from '#lib/dashboards/widget/type.server.ts';

const NOTHING_SET = new URLSearchParams();
const WAITING = readInboxQuery(NOTHING_SET);

/** What waits for the reader, read once for all widgets that tell of it. */
const waiting = ({ actor, once }: Reading) => once('approvals', () => readInbox(actor, WAITING));

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
  async read(reading) {
    const { total, dueByToday } = await waiting(reading);
    return {
      kind: 'figure',
      figure: { value: total, count: total, unit: 'count', href: inboxHref(NOTHING_SET, {}) },
      note: dueByToday > 0 ? reading.t('dashboards.dueToday', { count: dueByToday }) : undefined,
    };
  },
};

/** How many of them are overdue. */
export const overdueApprovals: WidgetType = {
  ...asked,
  name: 'overdue-approvals',
  size: { wide: 3, medium: 4, narrow: 6 },
  async read(reading) {
    const { overdue } = await waiting(reading);
    return {
      kind: 'figure',
      figure: { value: overdue, count: overdue, unit: 'count', href: inboxHref(NOTHING_SET, { age: 'overdue' }) },
    };
  },
};

/** Those that are due next. */
export const waitingForMe: WidgetType = {
  ...asked,
  name: 'waiting-for-me',
  size: { wide: 4, medium: 6, narrow: 12 },
  async read(reading) {
    const { t } = reading;
    const { items, total } = await waiting(reading);
    const first = items.slice(0, 5).map(({ taskId, title, number, requester, amountCents, ...item }) => ({
      title,
      marks: inboxMarks(item, t),
      note: [number, requester, t('dashboards.decideBy', { day: formatDate(dateOf(item.dueAt)) })].join(' · '),
      amountCents,
      href: inboxHref(NOTHING_SET, { task: taskId }),
      act: { label: t('dashboards.decide'), address: inboxHref(NOTHING_SET, { task: taskId }) },
    }));
    return { kind: 'items', items: first, total, href: inboxHref(NOTHING_SET, {}), empty: t('dashboards.decideNone') };
  },
};

/** Who decides for the reader while away, and for whom the reader decides. */
export const myAbsence: WidgetType = {
  ...asked,
  name: 'my-absence',
  size: { wide: 4, medium: 6, narrow: 12 },
  async read({ actor, t }) {
    const now = new Date().toISOString();
    const all = (await delegationsOf(actor, actor.id)).filter(({ status, toAt }) => status === 'active' && toAt > now);
    const says = (one: NamedDelegation) =>
      t(`dashboards.absence.${one.fromUserId === actor.id ? 'mine' : 'others'}`, {
        name: one.fromUserId === actor.id ? one.toName : one.fromName,
        from: formatDate(dateOf(one.fromAt)),
        to: formatDate(dateOf(one.toAt)),
      });
    return {
      kind: 'message',
      tone: all.length > 0 ? 'waits' : 'still',
      icon: 'user-check',
      text: all.map(says).join('\n') || t('dashboards.absence.none'),
      act: { label: t('dashboards.absence.act'), address: accountPath.tab('absence'), isPrimary: false },
    };
  },
};
