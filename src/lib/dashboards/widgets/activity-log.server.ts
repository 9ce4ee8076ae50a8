import { lastVerification } from '#lib/activity/verification.server.ts';
import { logHref, readLogQuery } from '#lib/administration/activity-log/log-query.ts';
import {
  knownEvents,
  logLogReading,
  peekLog,
  READ,
  SUBJECT,
} from '#lib/administration/activity-log/log-reading.server.ts';
import { recordName, recordNumber } from '#lib/administration/activity-log/log-words.server.ts';
import { activityLogPath } from '#lib/administration/paths.ts';
import { addDays, formatDate, formatInstant } from '#lib/values/time.ts';
import { exactFigure } from '#lib/process/charts/chart.ts';
import type { ActivityRow } from '#lib/activity/activity.server.ts';
import { describeEntry } from '#lib/on-records/history/describe.server.ts';
import type { Translate } from '#lib/values/languages.ts';
import type { Reading, WidgetType } from '#lib/dashboards/widget/type.server.ts';
import type { Item, WidgetContent } from '#lib/dashboards/widget/widget.ts';

/** Days back from today that refusals and exports are shown for. */
const DAYS = 7;
const SHOWN = 5;

const ofLog: Pick<WidgetType, 'settings' | 'defaults' | 'isOpen'> = {
  settings: [],
  defaults: () => ({}),
  isOpen: ({ ability }) => ability.can(SUBJECT, READ),
};

/** Whether the log can be trusted: when it was last checked, how many entries, with what result. */
export const logCheck: WidgetType = {
  ...ofLog,
  name: 'log-check',
  size: { wide: 12, medium: 12, narrow: 12 },
  async read({ t, language }) {
    const act = { label: t('dashboards.logCheck.act'), address: activityLogPath.list, isPrimary: false };
    const last = await lastVerification();
    // Checking reads the whole log: the nightly job does it, or who asks for it on the log's own page.
    if (!last) return { kind: 'message', tone: 'waits', icon: 'clock', text: t('dashboards.logCheck.notYet'), act };
    const { brokenDay, entries, provedAt } = last;
    const words = {
      count: entries,
      number: exactFigure(entries, 'count', language),
      at: formatInstant(provedAt),
      day: brokenDay && formatDate(brokenDay),
    };
    return {
      kind: 'message',
      tone: brokenDay ? 'refused' : 'done',
      icon: brokenDay ? 'triangle-alert' : 'shield-check',
      text: t(`dashboards.logCheck.${brokenDay ? 'broken' : 'holds'}`, words),
      act: { ...act, isPrimary: brokenDay !== null },
    };
  },
};

/** What was done last, by anybody within the reader's reach. */
export const newestLogEntries = listed('newest-log-entries', 'newest', { wide: 8, medium: 12, narrow: 12 });
/** What was refused: sign-ins among it. */
export const refusedAttempts = listed('refused-attempts', 'refused', { wide: 8, medium: 12, narrow: 12 });
/** Who took what out as a file. */
export const exportsMade = listed('exports-made', 'exports', { wide: 4, medium: 6, narrow: 12 });

function listed(name: string, part: keyof typeof parts, size: WidgetType['size']): WidgetType {
  return {
    ...ofLog,
    name,
    size,
    read: async (reading) => itemsOf(reading, part),
  };
}

/** The lists of the log by which the widgets tell of it, each as its address says it. */
const parts = {
  newest: async () => readLogQuery(new URLSearchParams()),
  refused: async (from: string) => readLogQuery(new URLSearchParams({ outcome: 'refused', from })),
  exports: async (from: string) => {
    const taken = (await knownEvents()).filter((code) => code.endsWith('exported'));
    // Where there was none yet, the name of an event that is never written finds none.
    const events = taken.length > 0 ? taken : ['exported'];
    return readLogQuery(new URLSearchParams([['from', from], ...events.map((event) => ['event', event])]));
  },
};

/** All readings of the log for one dashboard are logged as one, before they are made: it is among what is read. */
async function itemsOf({ actor, t, language, today, once }: Reading, part: keyof typeof parts): Promise<WidgetContent> {
  const query = await parts[part](addDays(today, 1 - DAYS));
  await once('log-reading', () => logLogReading(actor, { place: 'dashboard' }));
  const page = await peekLog(actor, query);
  const search = logHref(query);
  const described = await describeEntry(page.items.slice(0, SHOWN), { t, language });
  const items = described.map(({ entry, sentence }): Item => ({
    title: `${doneBy(entry, t)} ${sentence}`,
    note: [formatInstant(entry.occurredAt), recordName(t, entry), recordNumber(t, entry)].filter(Boolean).join(' · '),
    amountCents: null,
    href: `${activityLogPath.list}${search}${search === '?' ? '' : '&'}open=${entry.seq}`,
  }));
  return {
    kind: 'items',
    items,
    total: page.total,
    href: activityLogPath.list + (search === '?' ? '' : search),
    empty: t(`dashboards.log.none.${part}`),
  };
}

const doneBy = ({ actorType, actorName }: ActivityRow, t: Translate): string =>
  actorType === 'system' ? t('activity.log.people.system') : actorName || t('activity.log.people.public');
