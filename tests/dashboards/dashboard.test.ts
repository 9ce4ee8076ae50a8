import { beforeAll, describe, expect, test, vi } from 'vitest';
import { actorNamed } from '#db/seed/builders.ts';
import { seedDemonstration } from '#db/seed/index.ts';
import type { Actor } from '#lib/values/actor.ts';
import { readBoard } from '#lib/dashboards/dashboard/board.server.ts';
import { BUILT_IN_FILTERS } from '#lib/dashboards/dashboard/built-in.ts';
import {
  createDashboard,
  dashboards,
  getDashboard,
  restoreDashboard,
  retireDashboard,
  updateDashboard,
} from '#lib/dashboards/dashboard/dashboard.server.ts';
import {
  addWidget,
  arrangeWidgets,
  getWidget,
  removeWidget,
  updateWidget,
  widgetsOf,
} from '#lib/dashboards/dashboard/widgets.server.ts';
import {
  setStartDashboard,
  copyForMyself,
  myDashboard,
  clearStartDashboard,
} from '#lib/dashboards/dashboard/my-dashboard.server.ts';
import { exportWidget } from '#lib/dashboards/dashboard/widget-export.server.ts';
import { widgetType } from '#lib/dashboards/widgets/types.server.ts';
import type { PlacedWidget } from '#lib/dashboards/widget/widget.ts';
import { readListQuery } from '#lib/records/list/list-query.ts';
import { today } from '#lib/values/time.ts';
import { db } from '#lib/process/database/database.server.ts';
import { translatorFor } from '#lib/process/i18n/translator.server.ts';
import { saveView } from '#lib/records/views/saved-view-writing.server.ts';
import { refusal } from '#tests/support/refusal.ts';

// Siti looks after the system; Hannah raises requests, Daniel decides on them; Marie has all of finance; Adam has no rights at all.
let siti: Actor;
let hannah: Actor;
let daniel: Actor;
let marie: Actor;
let adam: Actor;

beforeAll(async () => {
  await seedDemonstration();
  [siti, hannah, daniel, marie, adam] = (await Promise.all(
    ['admin', 'requester', 'head', 'finance', 'nobody'].map(actorNamed),
  )) as [Actor, Actor, Actor, Actor, Actor];
});

const t = translatorFor('en');
let count = 0;
const make = (actor: Actor, more: object = {}) => createDashboard(actor, { name: `Board ${(count += 1)}`, ...more });
const viewer = (actor: Actor) => ({
  actor,
  t,
  language: 'en' as const,
  today: today(),
  filters: { ...BUILT_IN_FILTERS, period: 'all' as const },
});
const shownTo = async (actor: Actor, widgets: readonly PlacedWidget[]) =>
  (await readBoard(viewer(actor), widgets, null)).map(({ type }) => type);
const placed = (type: string, settings = {}): PlacedWidget => ({
  id: type,
  type,
  title: null,
  size: { wide: 4, medium: 6, narrow: 12 },
  settings,
});
const REQUESTS = '/purchasing/purchase-requests/all-requests';

describe('what a person begins with', () => {
  test('is the first page that fits what the person may do, until the company has made others', async () => {
    expect((await myDashboard(hannah)).shown).toMatchObject({ id: 'requests', isBuiltIn: true, name: null });
    expect((await myDashboard(daniel)).shown.id).toBe('decisions');
    expect((await myDashboard(siti)).shown.id).toBe('administration');
    expect((await myDashboard(daniel)).others.map(({ id }) => id)).toContain('requests');
    expect((await myDashboard(daniel, 'requests')).isBegin).toBe(false);
    expect((await refusal(myDashboard(hannah, 'administration'))).status).toBe(404);

    const heads = await db
      .selectFrom('roles')
      .select('id')
      .where('code', '=', 'DEPARTMENT-HEAD')
      .executeTakeFirstOrThrow();
    await make(siti, { name: 'Garden', scope: 'everyone', isGeneral: true });
    await make(siti, { name: 'Decisions', scope: 'everyone', defaultForIds: [heads.id] });
    expect((await myDashboard(hannah)).shown.name).toBe('Garden');
    expect((await myDashboard(daniel)).shown.name).toBe('Decisions');
  });

  test('is what the person has chosen, which is forgotten again', async () => {
    const own = await copyForMyself(daniel, 'decisions', 'Mine');
    expect(await myDashboard(daniel)).toMatchObject({
      shown: { id: own.id, name: 'Mine', isMine: true },
      isBegin: true,
      hasChosen: true,
    });
    expect((await widgetsOf(own.id)).map(({ type }) => type)).toEqual(
      (await myDashboard(daniel, 'decisions')).widgets.map(({ type }) => type),
    );

    await clearStartDashboard(daniel);
    expect((await myDashboard(daniel)).shown.name).toBe('Decisions');
    await setStartDashboard(daniel, own.id);
    expect((await myDashboard(daniel)).shown.id).toBe(own.id);
    await setStartDashboard(daniel, 'requests');
    expect(await myDashboard(daniel)).toMatchObject({
      shown: { id: 'requests', isBuiltIn: true },
      isBegin: true,
      hasChosen: true,
    });
    expect((await refusal(setStartDashboard(daniel, 'administration'))).status).toBe(404);
    await clearStartDashboard(daniel);
    expect(await myDashboard(daniel)).toMatchObject({ shown: { name: 'Decisions' }, hasChosen: false });
    await setStartDashboard(daniel, own.id);
    await retireDashboard(daniel, await getDashboard(daniel, own.id));
    expect((await myDashboard(daniel)).shown.name).toBe('Decisions');
  });

  test('is what comes with the product again where the general one is retired', async () => {
    const general = await db
      .selectFrom('dashboards')
      .select(['id', 'version'])
      .where('isGeneral', '=', true)
      .executeTakeFirstOrThrow();
    await retireDashboard(siti, general);
    expect(await myDashboard(hannah)).toMatchObject({ shown: { id: 'requests' } });
    expect((await copyForMyself(hannah, null, 'Own')).ownerId).toBe(hannah.id);
    await clearStartDashboard(hannah);
    const back = await restoreDashboard(siti, await getDashboard(siti, general.id));
    await updateDashboard(siti, back, { isGeneral: true });
    expect((await myDashboard(hannah)).shown.name).toBe('Garden');
  });

  test('is nothing without the right, and what is somebody’s alone is nobody else’s', async () => {
    expect((await refusal(myDashboard(adam))).code).toBe('not-authorized');
    const secret = await make(hannah);
    expect((await refusal(myDashboard(daniel, secret.id))).status).toBe(404);
    expect((await refusal(setStartDashboard(siti, secret.id))).status).toBe(404);
    expect((await refusal(getDashboard(siti, secret.id))).status).toBe(404);
    const all = await dashboards.list(siti, readListQuery(dashboards.of, new URLSearchParams({ perPage: '100' })));
    expect(all.items.map(({ id }) => id)).not.toContain(secret.id);
    expect((await getDashboard(hannah, secret.id)).name).toBe(secret.name);
  });
});

describe('who sees a dashboard', () => {
  test('is for whoever may assign to say', async () => {
    expect((await refusal(make(hannah, { scope: 'everyone' }))).code).toBe('not-authorized');
    const own = await make(hannah);
    expect((await refusal(updateDashboard(hannah, own, { scope: 'everyone' }))).code).toBe('not-authorized');
    expect((await updateDashboard(hannah, own, { name: 'Plaques' })).name).toBe('Plaques');
    expect((await make(siti, { scope: 'everyone' })).scope).toBe('everyone');
  });

  test('is the team, or who holds the role, and nobody besides', async () => {
    const team = await db.selectFrom('teams').select('id').where('name', '=', 'Plaque desk').executeTakeFirstOrThrow();
    const role = await db
      .selectFrom('roles')
      .select('id')
      .where('code', '=', 'FINANCE-MANAGER')
      .executeTakeFirstOrThrow();
    const ofTeam = await make(siti, { scope: 'team', teamIds: [team.id] });
    const ofRole = await make(siti, { scope: 'role', roleIds: [role.id] });
    expect((await myDashboard(hannah, ofTeam.id)).shown.id).toBe(ofTeam.id);
    expect((await refusal(myDashboard(marie, ofTeam.id))).status).toBe(404);
    expect((await myDashboard(marie, ofRole.id)).shown.id).toBe(ofRole.id);
    expect((await refusal(myDashboard(hannah, ofRole.id))).status).toBe(404);
    expect((await refusal(updateDashboard(hannah, ofTeam, { name: 'Ours' }))).status).toBe(404);
  });

  test('fits what is said: a role begins with one dashboard, the general one is for everyone', async () => {
    const role = await db
      .selectFrom('roles')
      .select('id')
      .where('code', '=', 'DEPARTMENT-HEAD')
      .executeTakeFirstOrThrow();
    expect((await refusal(make(siti, { scope: 'everyone', defaultForIds: [role.id] }))).errors).toMatchObject([
      { path: 'defaultForIds', code: 'role-begins-elsewhere', params: { name: 'Decisions' } },
    ]);
    expect((await refusal(make(siti, { scope: 'team' }))).errors).toMatchObject([
      { path: 'teamIds', code: 'required' },
    ]);
    expect((await refusal(make(siti, { scope: 'personal', isGeneral: true }))).errors).toMatchObject([
      { path: 'isGeneral', code: 'dashboard-not-for-everyone' },
    ]);
    expect((await refusal(make(siti, { scope: 'everyone', isGeneral: true }))).errors).toMatchObject([
      { path: 'isGeneral', code: 'already-used' },
    ]);
    const staff = await db.selectFrom('roles').select('id').where('code', '=', 'STAFF').executeTakeFirstOrThrow();
    expect((await refusal(make(siti, { scope: 'personal', defaultForIds: [staff.id] }))).errors).toMatchObject([
      { path: 'defaultForIds', code: 'dashboard-not-for-role' },
    ]);
  });
});

describe('a widget', () => {
  test('is absent for who lacks its right, and disappears with it', async () => {
    const board = ['pending-my-approval', 'requests-by-state', 'my-requests-by-state', 'system-health'].map((type) =>
      placed(type),
    );
    expect(await shownTo(marie, board)).toEqual(['pending-my-approval', 'requests-by-state', 'my-requests-by-state']);
    expect(await shownTo(hannah, board)).toEqual(['pending-my-approval', 'my-requests-by-state']);
    expect(await shownTo(siti, board)).toEqual([
      'pending-my-approval',
      'requests-by-state',
      'my-requests-by-state',
      'system-health',
    ]);

    await db
      .deleteFrom('rolePermissions')
      .where('action', '=', 'read')
      .where('subject', '=', 'PurchaseRequest')
      .where('roleId', 'in', db.selectFrom('userRoles').select('roleId').where('userId', '=', marie.id))
      .execute();
    expect(await shownTo(await actorNamed('finance'), board)).toEqual(['pending-my-approval', 'my-requests-by-state']);
  });

  test('fails alone, and a slow one holds nobody up', async () => {
    const type = widgetType('note');
    vi.spyOn(type, 'read').mockImplementation(async (_, { text }) =>
      text === 'broken' ? Promise.reject(new Error('no')) : new Promise(() => {}),
    );
    const read = await readBoard(
      viewer(siti),
      [placed('note', { text: 'broken' }), placed('note', { text: 'slow' }), placed('system-health')],
      400,
    );
    vi.restoreAllMocks();
    expect(read.map(({ state }) => state)).toEqual(['failed', 'slow', 'ready']);
  });

  test('takes what its form has and nothing else, and nothing that is no list, field, size or page', async () => {
    const board = await make(siti);
    const faults = async (widget: object) => {
      const { errors, code } = await refusal(addWidget(siti, board, widget));
      return errors.length > 0 ? errors.map((error) => `${error.path} ${error.code}`) : [code];
    };
    expect(await faults({ type: 'nothing-such' })).toEqual(['type not-a-choice']);
    expect(
      await faults({ type: 'number', settings: { list: 'https://elsewhere.example/x', measure: 'count' } }),
    ).toEqual(['list not-a-choice']);
    expect(await faults({ type: 'number', settings: { list: `${REQUESTS}?colour=red`, measure: 'count' } })).toEqual([
      'list not-a-choice',
    ]);
    expect(await faults({ type: 'number', settings: { list: REQUESTS, measure: 'passwordHash' } })).toEqual([
      'measure not-a-choice',
    ]);
    expect(
      await faults({ type: 'bars', settings: { list: REQUESTS, by: 'title); drop table users', measure: 'count' } }),
    ).toEqual(['by not-a-choice']);
    expect(
      await faults({ type: 'bars', settings: { list: REQUESTS, by: 'status', measure: 'count', sql: 'select 1' } }),
    ).toHaveLength(1);
    expect(await faults({ type: 'note', settings: { text: 'x'.repeat(2001) } })).toEqual(['text too-long']);
    expect(await faults({ type: 'table', settings: { list: 'http://[' } })).toEqual(['list not-a-choice']);
    expect(
      await faults({ type: 'links', settings: { links: [{ label: 'Out', address: '//elsewhere.example' }] } }),
    ).toEqual(['links.0.address not-a-page']);
    expect(await faults({ type: 'note', settings: { text: 'x' }, size: { wide: 999, medium: 6, narrow: 12 } })).toEqual(
      ['wide not-a-choice'],
    );
    expect(
      await faults({ type: 'note', settings: { text: 'x' }, size: { wide: 4, medium: 6, narrow: 12, style: 'x' } }),
    ).toHaveLength(1);
    expect(await widgetsOf(board.id)).toEqual([]);
    expect((await refusal(addWidget(hannah, await make(hannah), { type: 'system-health' }))).code).toBe(
      'not-authorized',
    );
  });

  test('is added, set up, moved, made wider and removed by whoever may change its dashboard', async () => {
    const board = await make(hannah);
    const first = await addWidget(hannah, board, { type: 'pending-my-approval' });
    const second = await addWidget(hannah, first, { type: 'note', settings: { text: 'Call the quarry' } });
    expect((await refusal(addWidget(hannah, first, { type: 'note', settings: { text: 'old' } }))).code).toBe(
      'stale-version',
    );
    expect((await refusal(getWidget(daniel, second.widgetId))).status).toBe(404);
    const told = await updateWidget(hannah, second.widgetId, second.version, {
      title: 'Today',
      text: 'Call the quarry again',
    });
    const [one, two] = await widgetsOf(board.id);
    expect(two).toMatchObject({ title: 'Today', settings: { text: 'Call the quarry again' } });

    const arranged = await arrangeWidgets(hannah, told, [
      { id: two!.id, size: { wide: 12, medium: 12, narrow: 12 } },
      { id: one!.id, size: one!.size },
    ]);
    expect((await widgetsOf(board.id)).map(({ id, size }) => [id, size.wide])).toEqual([
      [two!.id, 12],
      [one!.id, 3],
    ]);
    for (const layout of [
      [],
      [{ id: one!.id, size: one!.size }],
      [
        { id: one!.id, size: one!.size },
        { id: one!.id, size: one!.size },
      ],
    ]) {
      expect((await refusal(arrangeWidgets(hannah, arranged, layout))).code).toBe('widgets-changed');
    }
    expect((await refusal(arrangeWidgets(hannah, arranged, [{ id: 'x', size: {} }]))).status).toBe(422);
    await removeWidget(hannah, two!.id, arranged.version);
    expect((await widgetsOf(board.id)).map(({ id }) => id)).toEqual([one!.id]);
    const events = await db
      .selectFrom('activityLog')
      .select('eventCode')
      .where('entityId', '=', board.id)
      .orderBy('seq')
      .execute();
    expect(events.map(({ eventCode }) => eventCode)).toEqual([
      'dashboard.created',
      'dashboard.widget-added',
      'dashboard.widget-added',
      'dashboard.widget-changed',
      'dashboard.arranged',
      'dashboard.widget-removed',
    ]);
  });

  test('of two people who add at once stands twice, or one is refused; never half', async () => {
    const board = await make(siti, { scope: 'everyone' });
    const tries = await Promise.allSettled(
      Array.from({ length: 4 }, () => addWidget(siti, board, { type: 'note', settings: { text: 'x' } })),
    );
    expect(tries.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
    expect(await widgetsOf(board.id)).toHaveLength(1);
  });

  test('of a saved view shows the view as it is stored, and only to those who have it', async () => {
    const view = await saveView(hannah, {
      list: '/purchasing/my-purchase-requests',
      name: 'Drafts',
      address: '/purchasing/my-purchase-requests/my-drafts',
    });
    const [read] = await readBoard(viewer(hannah), [placed('saved-view', { viewId: view.id, rows: 5 })], null);
    expect(read!.content).toMatchObject({ kind: 'rows', total: 1 });
    expect(await shownTo(daniel, [placed('saved-view', { viewId: view.id, rows: 5 })])).toEqual([]);
  });

  test('is a file for who may export what it counts', async () => {
    const priya = await actorNamed('purchasing');
    const director = await actorNamed('director');
    const board = await make(siti, { scope: 'everyone', period: 'all' });
    const { widgetId } = await addWidget(siti, board, {
      type: 'bars',
      title: 'By state',
      settings: { list: REQUESTS, by: 'status', measure: 'count' },
    });
    const ask = (actor: Actor) =>
      exportWidget(actor, widgetId, new URLSearchParams({ dashboard: board.id, format: 'csv' }), { t, language: 'en' });
    const text = await (await ask(priya)).text();
    expect(text).toMatch(/Status.*By state/);
    expect(text).toMatch(/Pending approval.*6/);
    expect((await refusal(ask(director))).code).toBe('not-authorized');
    expect((await refusal(ask(hannah))).status).toBe(404);
  });
});
