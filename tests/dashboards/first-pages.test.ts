import { beforeAll, describe, expect, test } from 'vitest';
import { actorNamed, buildCompany, draftRequest } from '#db/seed/builders.ts';
import { seedDemonstration } from '#db/seed/index.ts';
import { people } from '#db/seed/people.ts';
import { roles } from '#db/seed/roles.ts';
import { ADMINISTRATOR_ROLE } from '#lib/directory/role/system-roles.server.ts';
import type { Actor } from '#lib/values/actor.ts';
import { logActivity } from '#lib/activity/activity.server.ts';
import { verifyLog } from '#lib/activity/verification.server.ts';
import { readBoard, type ShownWidget } from '#lib/dashboards/dashboard/board.server.ts';
import { BUILT_IN_FILTERS } from '#lib/dashboards/dashboard/built-in.ts';
import { myDashboard } from '#lib/dashboards/dashboard/my-dashboard.server.ts';
import { isWidgetEmpty, type WidgetContent } from '#lib/dashboards/widget/widget.ts';
import { isTranslated, translatorFor } from '#lib/process/i18n/translator.server.ts';
import { languages } from '#lib/values/languages.ts';
import { today } from '#lib/values/time.ts';
import { db } from '#lib/process/database/database.server.ts';
import { asOwner } from '#tests/support/database.ts';

beforeAll(async () => {
  await seedDemonstration();
});

const viewer = (actor: Actor) => ({
  actor,
  t: translatorFor('en'),
  language: 'en' as const,
  today: today(),
  filters: BUILT_IN_FILTERS,
});

async function firstPageOf(actor: Actor): Promise<{ id: string; shown: ShownWidget[] }> {
  const { shown, widgets } = await myDashboard(actor);
  const read = await readBoard(viewer(actor), widgets, null);
  expect(read.filter(({ state }) => state !== 'ready').map(({ type }) => type)).toEqual([]);
  return { id: shown.id, shown: read };
}

/** Where the person is led from a widget: to do something, or to see it. */
function leadsOf(content: WidgetContent): string[] {
  switch (content.kind) {
    case 'message':
      return content.act ? [content.act.address] : [];
    case 'items':
      return content.items.map(({ act, href }) => act?.address ?? href);
    case 'links':
      return content.links.map(({ address }) => address);
    case 'figure':
      return content.figure.value > 0 ? [content.figure.href!] : [];
    case 'rows':
      return content.items.map(({ id }) => String(id));
    default:
      return [];
  }
}

describe('a role of the demonstration, held alone', () => {
  test.each([...roles.map(({ code }) => code), ADMINISTRATOR_ROLE])('%s begins with something to do', async (code) => {
    // Adam Lee is new, and gets this role and no other.
    const { id: adam } = await actorNamed('nobody');
    const { id: roleId } = await db.selectFrom('roles').select('id').where('code', '=', code).executeTakeFirstOrThrow();
    await db.deleteFrom('userRoles').where('userId', '=', adam).execute();
    await db.insertInto('userRoles').values({ userId: adam, roleId }).execute();

    const { shown } = await firstPageOf(await actorNamed('nobody'));
    expect(shown.flatMap(({ content }) => leadsOf(content!))).not.toEqual([]);
    await db.deleteFrom('userRoles').where('userId', '=', adam).execute();
  });
});

test.each([
  ['requester', 'requests'],
  ['stores', 'requests'],
  ['counter', 'requests'],
  ['operations', 'requests'],
  ['duty', 'requests'],
  ['agency', 'requests'],
  ['approver', 'decisions'],
  ['head', 'decisions'],
  ['kitchen', 'decisions'],
  ['manager', 'decisions'],
  ['director', 'decisions'],
  ['purchasing', 'purchasing'],
  ['finance', 'finance'],
  ['auditor', 'audit'],
  ['admin', 'administration'],
  ['agent', 'overview'],
])('%s begins with the page %s', async (username, page) => {
  expect((await firstPageOf(await actorNamed(username))).id).toBe(page);
});

const contentOf = <K extends WidgetContent['kind']>(shown: readonly ShownWidget[], type: string, _kind: K) =>
  shown.find((widget) => widget.type === type)!.content as Extract<WidgetContent, { kind: K }>;

describe('the first page', () => {
  test('of Hannah begins with a new request, and with what was returned to her, in the words of who did', async () => {
    const { shown } = await firstPageOf(await actorNamed('requester'));
    expect(shown[0]!.content).toMatchObject({ kind: 'message', act: { isPrimary: true } });
    const { items, total } = contentOf(shown, 'my-requests-to-finish', 'items');
    expect(items.map(({ title }) => title)).toEqual([
      'Incense and joss paper, Qing Ming stock',
      'Visitor umbrellas, rack of 60',
    ]);
    expect(items[0]!.note).toMatch(/returned by Daniel Koh: “.+”/);
    expect(total).toBe(2);

    // Sixty drafts later the returned request still comes first.
    const company = await buildCompany({ addsUp: true });
    for (let n = 0; n < 60; n += 1) await draftRequest(await actorNamed('requester'), company, { title: `Draft ${n}` });
    const later = contentOf((await firstPageOf(await actorNamed('requester'))).shown, 'my-requests-to-finish', 'items');
    expect(later.items[0]!.title).toBe(items[0]!.title);
    expect(later).toMatchObject({ total: 62, items: { length: 5 } });
    const underWay = contentOf(shown, 'my-requests-under-way', 'rows');
    expect(underWay.columns).toEqual(expect.arrayContaining(['status', 'waitingFor']));
    expect(underWay.columns).not.toContain('requesterId');
    expect(shown.map(({ type }) => type)).not.toContain('waiting-for-me');
  });

  test('of Daniel shows what waits for him, the next due first', async () => {
    const { shown } = await firstPageOf(await actorNamed('head'));
    const { items } = contentOf(shown, 'waiting-for-me', 'items');
    expect(items.length).toBeGreaterThan(0);
    expect(items[0]).toMatchObject({ note: expect.stringContaining('decide by'), act: { label: 'Review' } });
  });

  test('of Helen shows whether the log holds, what was refused and what was taken out', async () => {
    const farid = await actorNamed('requester2');
    const quiet = await firstPageOf(await actorNamed('auditor'));
    expect(contentOf(quiet.shown, 'exports-made', 'items').items).toEqual([]);
    expect(contentOf(quiet.shown, 'log-check', 'message')).toMatchObject({ tone: 'done' });
    await asOwner(process.env.DATABASE_OWNER_URL!, 'delete from activity_proofs');
    const unchecked = await firstPageOf(await actorNamed('auditor'));
    expect(contentOf(unchecked.shown, 'log-check', 'message')).toMatchObject({
      tone: 'waits',
      text: expect.stringContaining('not been checked yet'),
    });
    await verifyLog();

    await logActivity(farid, { event: 'session.refused', subject: 'Auth', outcome: 'refused' });
    await logActivity(farid, { event: 'purchase-request.exported', subject: 'PurchaseRequest', params: { count: 3 } });
    const { shown } = await firstPageOf(await actorNamed('auditor'));
    expect(contentOf(shown, 'log-check', 'message')).toMatchObject({ tone: 'done', text: expect.stringMatching(/\d/) });
    expect(contentOf(shown, 'refused-attempts', 'items').items[0]!.title).toMatch(/^Farid Rahman/);
    expect(contentOf(shown, 'exports-made', 'items').items[0]!.title).toBe('Farid Rahman exported 3 rows');
    expect(contentOf(shown, 'newest-log-entries', 'items').total).toBeGreaterThan(100);
  });

  test('of Helen is read from the log as one reading in ten minutes', async () => {
    const helen = await actorNamed('auditor');
    await Promise.all([firstPageOf(helen), firstPageOf(helen)]);
    await firstPageOf(helen);
    const { length } = await db
      .selectFrom('activityLog')
      .select('seq')
      .where('actorId', '=', helen.id)
      .where('eventCode', '=', 'activity-log.read')
      .execute();
    expect(length).toBeGreaterThan(0);
    expect(length).toBeLessThanOrEqual(2);
  });

  test('of Siti names who cannot work and why, and that there is no backup yet', async () => {
    const { shown } = await firstPageOf(await actorNamed('admin'));
    const { items, total } = contentOf(shown, 'people-to-see-to', 'items');
    expect(items).toContainEqual(
      expect.objectContaining({ title: 'Adam Lee', note: 'Has no role and can open nothing' }),
    );
    expect(total).toBe(1);
    const { lines } = contentOf(shown, 'system-health', 'figures');
    expect(lines[0]).toMatchObject({ label: 'Last backup', text: 'none yet', care: true });
    expect(lines.map(({ label }) => label)).toEqual(expect.arrayContaining(['Free disk space']));
  });

  test('of whom a role asks for a second factor is named where none is set up', async () => {
    await db.updateTable('roles').set({ requiresSecondFactor: true }).where('code', '=', 'DIRECTOR').execute();
    const { shown } = await firstPageOf(await actorNamed('admin'));
    await db.updateTable('roles').set({ requiresSecondFactor: false }).where('code', '=', 'DIRECTOR').execute();
    const { items } = contentOf(shown, 'people-to-see-to', 'items');
    expect(items).toContainEqual(
      expect.objectContaining({ title: 'Rajan Silva', note: 'Must set up a second factor before working' }),
    );
  });

  test('shows nobody else what is quiet while nothing is in it', async () => {
    const { shown } = await firstPageOf(await actorNamed('stores'));
    const empty = shown.filter(({ content, isQuiet }) => isQuiet && isWidgetEmpty(content!));
    expect(empty).toEqual([]);
  });

  test('is named in every language, as are all its widgets', async () => {
    const seen = await Promise.all(
      people
        .filter(({ roles: held }) => held.length > 0)
        .map(async ({ username }) => myDashboard(await actorNamed(username))),
    );
    const keys = seen.flatMap(({ others, widgets }) => [
      ...others.filter(({ isBuiltIn }) => isBuiltIn).map(({ id }) => `dashboards.pages.${id}`),
      ...widgets.map(({ type }) => `dashboards.types.${type}`),
    ]);
    const missing = languages.flatMap((language) => keys.filter((key) => !isTranslated(key, language)));
    expect(missing).toEqual([]);
  });
});
