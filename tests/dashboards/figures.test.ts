import { beforeAll, describe, expect, test } from 'vitest';
import { actorNamed } from '#db/seed/builders.ts';
import { seedDemonstration } from '#db/seed/index.ts';
import type { Actor } from '#lib/values/actor.ts';
import { readInbox, readInboxQuery } from '#lib/approvals/inbox/inbox.server.ts';
import { readBoard, type ShownWidget } from '#lib/dashboards/dashboard/board.server.ts';
import { BUILT_IN_FILTERS } from '#lib/dashboards/dashboard/built-in.ts';
import type { BoardFilters } from '#lib/dashboards/board-filters.ts';
import { myDashboard } from '#lib/dashboards/dashboard/my-dashboard.server.ts';
import { permittedLists } from '#lib/dashboards/widget/list.server.ts';
import { faultsOf, widgetTypes } from '#lib/dashboards/widgets/types.server.ts';
import type { Figure, PlacedWidget, Settings, WidgetContent } from '#lib/dashboards/widget/widget.ts';
import { listHref, placeOf } from '#lib/records/list/list-links.ts';
import { readListQuery } from '#lib/records/list/list-query.ts';
import { store } from '#lib/records/store.server.ts';
import { allStores } from '#lib/records/stores.server.ts';
import { today } from '#lib/values/time.ts';
import { readLogQuery } from '#lib/administration/activity-log/log-query.ts';
import { peekLog } from '#lib/administration/activity-log/log-reading.server.ts';
import { listMailbox } from '#lib/email/mailbox.server.ts';
import { listNotifications } from '#lib/notifications/notifications.server.ts';
import { db } from '#lib/process/database/database.server.ts';
import { translatorFor } from '#lib/process/i18n/translator.server.ts';

/**
 * Every kind of widget, and every dashboard of the demonstration data, as several people see them: each figure is what the
 * list it leads to shows to the same person.
 */
const PEOPLE = ['admin', 'requester', 'head', 'purchasing', 'finance', 'director', 'auditor', 'kitchen'];
const FILTERS: [string, BoardFilters][] = [
  ['all time', { ...BUILT_IN_FILTERS, period: 'all' }],
  ['this year', BUILT_IN_FILTERS],
  ['today', { ...BUILT_IN_FILTERS, period: 'today' }],
];

beforeAll(async () => {
  await seedDemonstration();
});

describe.each(PEOPLE)('what %s is shown', (username) => {
  test('is what the lists show, for each dashboard and period', async () => {
    const actor = await actorNamed(username);
    for (const { id } of (await myDashboard(actor)).others) {
      const { widgets, shown } = await myDashboard(actor, id);
      for (const [, filters] of [...FILTERS, ['of its own', shown] as [string, BoardFilters]])
        await holds(actor, await board(actor, widgets, filters));
    }
  });

  test('is what the lists show, for every kind of widget over every list', { timeout: 90_000 }, async () => {
    const actor = await actorNamed(username);
    const lists = (await permittedLists(actor)).map(({ of, query }) => listHref(placeOf(of), query));
    const made = widgetTypes
      .flatMap((type, index) =>
        (type.settings.includes('list') ? lists : [null]).map((list, number): PlacedWidget => ({
          id: `w-${index}-${number}`,
          type: type.name,
          title: null,
          size: type.size,
          settings: settingsFor(type.name, list),
        })),
      )
      .filter(
        ({ type, settings }) =>
          faultsOf(
            widgetTypes.find(({ name }) => name === type)!,
            actor,
            settings,
          ).length === 0,
      );
    const read = await board(actor, made, { ...BUILT_IN_FILTERS, period: 'all' });
    expect(read.length).toBeGreaterThan(3);
    await holds(actor, read);
  });
});

test('a filter of the dashboard narrows figure and list alike', async () => {
  const actor = await actorNamed('finance');
  const { departmentId } = await db
    .selectFrom('purchaseRequests')
    .select('departmentId')
    .where('status', '=', 'pending-approval')
    .executeTakeFirstOrThrow();
  const [all, some] = await Promise.all(
    [{ ...BUILT_IN_FILTERS }, { ...BUILT_IN_FILTERS, departmentId }].map((filters) =>
      board(actor, [placed('requests-by-state')], filters),
    ),
  );
  await holds(actor, some!);
  expect(totalIn(some![0]!)).toBeLessThan(totalIn(all![0]!));
});

function placed(type: string, settings: Settings = {}): PlacedWidget {
  return { id: type, type, title: null, size: { wide: 4, medium: 6, narrow: 12 }, settings };
}

/** The first field, date or amount that the list has for it. */
function settingsFor(type: string, list: string | null): Settings {
  if (!list) return {};
  const { of } = storeAt(list.split('?')[0]!);
  const filters = (of.list.filters ?? []) as string[];
  const isGroup = (name: string) =>
    name === 'status' || ['choice', 'reference', 'boolean'].includes(of.fields[name]?.kind);
  const [by, dividedBy] = filters.filter(isGroup);
  return {
    list,
    by: type === 'by-month' ? 'createdAt' : (by ?? null),
    dividedBy: dividedBy ?? null,
    measure: 'count',
    rows: 3,
  };
}

async function board(actor: Actor, widgets: readonly PlacedWidget[], filters: BoardFilters): Promise<ShownWidget[]> {
  const read = await readBoard(
    { actor, t: translatorFor('en'), language: 'en', today: today(), filters },
    widgets,
    null,
  );
  expect(read.filter(({ state }) => state !== 'ready').map(({ type, settings }) => [type, settings])).toEqual([]);
  return read;
}

/** Each figure with an address has the count of the list there, as the list itself counts for the same person. */
async function holds(actor: Actor, widgets: readonly ShownWidget[]): Promise<void> {
  const figures = widgets.flatMap(({ type, content }) => figuresIn(content!).map((figure) => ({ type, ...figure })));
  const wrong: unknown[] = [];
  for (const { type, href, count } of figures) {
    if (!href || count === undefined) continue;
    const shown = await shownAt(actor, href);
    if (shown !== count) wrong.push({ type, href, count, shown });
  }
  expect(wrong).toEqual([]);
}

function figuresIn(content: WidgetContent): Pick<Figure, 'href' | 'count'>[] {
  switch (content.kind) {
    case 'figure':
      return [content.figure];
    case 'figures':
      return content.lines.flatMap(({ figure }) => figure ?? []);
    case 'bars':
      return [...content.bars.map(({ figure }) => figure), content.total];
    case 'chart':
      return content.chart.series.flatMap(({ figures, href }) => [
        ...figures,
        { href, count: figures.reduce((sum, { count = 0 }) => sum + count, 0) },
      ]);
    case 'progress':
      return [content.part, content.whole];
    case 'rows':
    case 'items':
      return [{ href: content.href ?? undefined, count: content.total }];
    default:
      return [];
  }
}

/** The list at this address: of two that could be meant, the one that says more of it. */
function storeAt(pathname: string) {
  return allStores()
    .filter(({ of }) => pathname === of.path || pathname.startsWith(`${of.path}/`))
    .sort((a, b) => b.of.path.length - a.of.path.length)[0]!;
}

async function shownAt(actor: Actor, href: string): Promise<number> {
  const { pathname, searchParams } = new URL(href, 'http://garden.invalid');
  if (pathname === '/approvals') return (await readInbox(actor, readInboxQuery(searchParams))).total;
  if (pathname === '/directory/activity-log') return (await peekLog(actor, readLogQuery(searchParams))).total;
  if (pathname === '/apps/email') return (await listMailbox(actor, searchParams)).total;
  if (pathname === '/notifications') return (await listNotifications(actor, searchParams, 'en')).total;
  const found = storeAt(pathname);
  const type =
    found.of.list.typeInPath && pathname.startsWith(`${found.of.path}/`)
      ? pathname.slice(found.of.path.length + 1)
      : null;
  return (await (found as ReturnType<typeof store>).list(actor, readListQuery(found.of, searchParams, type))).total;
}

const totalIn = ({ content }: ShownWidget): number => (content?.kind === 'bars' ? content.total.value : 0);
