import { beforeAll, describe, expect, test } from 'vitest';
import { actorNamed, buildCompany } from '#db/seed/builders.ts';
import { seedFoundations } from '#db/seed/foundations.ts';
import { registerPages } from '#lib/access/session/known-pages.server.ts';
import { staffPage } from '#lib/access/session/page.ts';
import { Ability } from '#lib/values/ability.ts';
import type { Actor } from '#lib/values/actor.ts';
import { department } from '#lib/directory/department.ts';
import { departments } from '#lib/directory/department.server.ts';
import { describeEntry as inWords } from '#lib/on-records/history/describe.server.ts';
import { listChoices } from '#lib/records/list/choices.server.ts';
import { readListQuery } from '#lib/records/list/list-query.ts';
import { listedView } from '#lib/records/list/list-views.server.ts';
import { translatorFor } from '#lib/process/i18n/translator.server.ts';
import { counting, db } from '#lib/process/database/database.server.ts';
import { moveView, startWithView } from '#lib/records/views/view-places.server.ts';
import {
  changeView,
  copyView,
  removeView,
  renameView,
  saveView,
  shareView,
} from '#lib/records/views/saved-view-writing.server.ts';
import { allViews } from '#lib/records/views/saved-views.server.ts';
import { refusal } from '#tests/support/refusal.ts';

// Siti, the administrator, keeps views of the departments; Helen audits. Wei Jie leads the Qing Ming crew, in which are
// Idris, Prakash and Hannah; Marie of finance is in no team.
let siti: Actor;
let helen: Actor;
let weiJie: Actor;
let hannah: Actor;
let marie: Actor;
let crew: string;
const list = '/directory/departments';

beforeAll(async () => {
  await seedFoundations();
  await buildCompany();
  [siti, helen, weiJie, hannah, marie] = (await Promise.all(
    ['admin', 'auditor', 'operations', 'requester', 'finance'].map(actorNamed),
  )) as [Actor, Actor, Actor, Actor, Actor];
  ({ id: crew } = await db
    .selectFrom('teams')
    .select('id')
    .where('name', '=', 'Qing Ming crew')
    .executeTakeFirstOrThrow());
});

const viewsOf = async (actor: Actor, path = list) => (await listChoices({ ...department, path }, actor)).views;
const namesOf = async (actor: Actor, path = list) => (await viewsOf(actor, path)).map(({ name }) => name);
const logOf = (id: string) =>
  db.selectFrom('activityLog').selectAll().where('entityId', '=', id).orderBy('seq').execute();

describe('views of a list', () => {
  test('are stored by name for their owner, and come with the choices of the filters in one statement', async () => {
    await saveView(siti, { list, name: ' Without a deputy ', address: `${list}?q=x&cols=code,name` });
    await saveView(siti, { list, name: 'Closed', address: `${list}?type=closed` });
    await saveView(siti, { list: '/directory/teams', name: 'Elsewhere', address: '/directory/teams' });
    const sent = { count: 0 };
    const { choices, views } = await counting.run(sent, () => listChoices(department, siti));
    expect(sent.count).toBe(1);
    expect(views.map(({ name }) => name)).toEqual(['Closed', 'Without a deputy']);
    expect(choices['businessEntityId']!.length).toBeGreaterThan(0);
    expect(await viewsOf(helen)).toEqual([]);
  });

  test('take the newer state when the name is used again, from two tabs at once, too', async () => {
    await Promise.all(
      ['-name', '-code'].map((sort) =>
        saveView(siti, { list, name: 'Closed', address: `${list}?type=closed&sort=${sort}` }),
      ),
    );
    const closed = (await viewsOf(siti)).filter(({ name }) => name === 'Closed');
    expect(closed).toHaveLength(1);
    expect(closed[0]!.address).toMatch(/sort=-(name|code)$/);
  });

  test('lead to their list and nowhere else', async () => {
    for (const address of [
      'https://elsewhere.example',
      '//elsewhere.example',
      '/directory/departments-of-others',
      '/login',
      `${list}x?y`,
    ]) {
      expect((await refusal(saveView(siti, { list, name: 'Trap', address }))).errors).toMatchObject([
        { path: 'address', code: 'invalid' },
      ]);
    }
    for (const path of ['//elsewhere.example', '/.//elsewhere.example', '/\t/elsewhere.example']) {
      expect((await refusal(saveView(siti, { list: path, name: 'Trap', address: path }))).errors[0]).toMatchObject({
        path: 'list',
        code: 'invalid',
      });
    }
    for (const [start, address] of [
      ['/', '//elsewhere.example'],
      [list, `${list}/../../..//elsewhere.example`],
      [list, `${list}/../users`],
    ]) {
      expect((await refusal(saveView(siti, { list: start, name: 'Trap', address }))).errors).toMatchObject([
        { path: 'address', code: 'invalid' },
      ]);
    }
    expect(
      (await refusal(saveView(siti, { list, name: 'Trap', address: `${list}?q=x\r\nset-cookie: y` }))).errors,
    ).toMatchObject([{ path: 'address', code: 'invalid' }]);
    expect((await refusal(saveView(siti, { list, name: '  ', address: list }))).errors).toMatchObject([
      { path: 'name', code: 'required' },
    ]);
    const { id, version } = await saveView(siti, { list, name: 'Straight', address: list });
    expect((await refusal(changeView(siti, id, { address: '/login', version }))).errors).toMatchObject([
      { path: 'address', code: 'invalid' },
    ]);
    await removeView(siti, id);
  });

  test('are renamed and changed by their owner only, and never to the name of another', async () => {
    const { id, version } = await saveView(siti, { list, name: 'To rename', address: `${list}?q=rename` });
    expect(await refusal(renameView(helen, id, { name: 'Hers', version }))).toMatchObject({ status: 404 });
    expect(await refusal(changeView(helen, id, { address: list, version }))).toMatchObject({ status: 404 });
    const renamed = await renameView(siti, id, { name: ' Renamed ', version });
    expect(renamed).toMatchObject({ name: 'Renamed', address: `${list}?q=rename` });
    await saveView(siti, { list, name: 'Other', address: list });
    expect((await refusal(renameView(siti, id, { name: 'Other', version: renamed.version }))).errors).toEqual([
      { path: 'name', code: 'already-used' },
    ]);
    expect((await refusal(renameView(siti, id, { name: ' ', version: renamed.version }))).errors).toMatchObject([
      { path: 'name', code: 'required' },
    ]);
    expect(await refusal(renameView(siti, 'no-id', { name: 'X', version: 1 }))).toMatchObject({ status: 404 });
    expect(await refusal(renameView(siti, id, { name: 'Late', version }))).toMatchObject({
      code: 'stale-version',
      status: 409,
    });
  });

  test('are removed by their owner only', async () => {
    const { id } = await saveView(siti, { list, name: 'Mine', address: list });
    expect(await refusal(removeView(helen, id))).toMatchObject({ status: 404 });
    expect(await refusal(removeView(siti, 'no-id'))).toMatchObject({ status: 404 });
    expect(await removeView(siti, id)).toMatchObject({ name: 'Mine' });
    expect(await refusal(removeView(siti, id))).toMatchObject({ status: 404 });
  });

  test('are at most thirty of one list, and one that is there can still be changed', async () => {
    for (let count = 0; count < 30; count += 1) await saveView(helen, { list, name: `View ${count}`, address: list });
    expect(await refusal(saveView(helen, { list, name: 'One more', address: list }))).toMatchObject({
      code: 'too-many-views',
      status: 422,
    });
    expect(await saveView(helen, { list, name: 'View 3', address: `${list}?q=a` })).toMatchObject({
      address: `${list}?q=a`,
    });
  });
});

describe('a view for a team', () => {
  test('is had by its members and nobody else, and any of them may change it', async () => {
    const made = await saveView(weiJie, { list, name: 'For the crew', address: `${list}?q=ops`, sharing: crew });
    expect(
      (await viewsOf(hannah)).map(({ name, scope, teamName, ownerName }) => [name, scope, teamName, ownerName]),
    ).toEqual([['For the crew', 'team', 'Qing Ming crew', weiJie.fullName]]);
    expect(await viewsOf(marie)).toEqual([]);
    expect(await refusal(changeView(marie, made.id, { address: list, version: 1 }))).toMatchObject({ status: 404 });
    expect(await changeView(hannah, made.id, { address: `${list}?q=kit`, version: made.version })).toMatchObject({
      address: `${list}?q=kit`,
      ownerId: weiJie.id,
    });
  });

  test('is shared by members only', async () => {
    expect((await refusal(saveView(marie, { list, name: 'Not mine', address: list, sharing: crew }))).errors).toEqual([
      { path: 'sharing', code: 'not-a-choice' },
    ]);
    expect(
      (await refusal(saveView(marie, { list, name: 'Nobody’s', address: list, sharing: 'nobody' }))).errors,
    ).toMatchObject([{ path: 'sharing', code: 'not-a-choice' }]);
  });

  test('goes with whoever leaves the team', async () => {
    const seen = await namesOf(hannah);
    await db.deleteFrom('teamMembers').where('teamId', '=', crew).where('userId', '=', hannah.id).execute();
    expect(seen).toContain('For the crew');
    expect(await namesOf(hannah)).not.toContain('For the crew');
    await db.insertInto('teamMembers').values({ teamId: crew, userId: hannah.id, roleInTeam: null }).execute();
  });

  test('is changed by one of two who change it at once; the other is refused', async () => {
    const { id, version } = (await viewsOf(hannah)).find(({ name }) => name === 'For the crew')!;
    const tries = await Promise.allSettled(
      [hannah, weiJie].map((actor, index) => changeView(actor, id, { address: `${list}?q=${index}`, version })),
    );
    expect(tries.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected']);
    expect(tries.find(({ status }) => status === 'rejected')).toMatchObject({
      reason: { code: 'stale-version', status: 409 },
    });
  });

  test('leaves an entry in the log for each change, with what was and what is; a view of one’s own leaves none', async () => {
    const [shared, changed] = await logOf((await viewsOf(hannah))[0]!.id);
    expect(shared).toMatchObject({
      eventCode: 'saved-view.shared',
      actorId: weiJie.id,
      after: { scope: 'team', teamId: crew },
    });
    const reader = { t: translatorFor('en'), language: 'en' };
    const [words] = await inWords([changed!], reader);
    expect(words).toMatchObject({
      sentence: 'changed the shared view “For the crew”',
      changes: [{ label: 'Settings', before: `${list}?q=ops`, after: `${list}?q=kit` }],
    });
    const own = await saveView(marie, { list, name: 'My requests', address: list });
    await removeView(marie, own.id);
    expect(await logOf(own.id)).toEqual([]);
  });
});

describe('a view for everybody', () => {
  test('is shared and changed by whoever has the right, and had by all', async () => {
    expect(await refusal(saveView(weiJie, { list, name: 'All', address: list, sharing: 'all' }))).toMatchObject({
      code: 'not-authorized',
      status: 403,
    });
    const { id, version } = await saveView(siti, {
      list,
      name: 'House view',
      address: `${list}?type=active`,
      sharing: 'all',
    });
    for (const actor of [weiJie, marie, helen]) expect(await namesOf(actor)).toContain('House view');
    expect(await refusal(renameView(marie, id, { name: 'Mine now', version }))).toMatchObject({ status: 403 });
    expect(await refusal(removeView(marie, id))).toMatchObject({ status: 403 });
    expect((await refusal(saveView(siti, { list, name: 'House view', address: list, sharing: 'all' }))).errors).toEqual(
      [{ path: 'name', code: 'already-used' }],
    );
  });

  test('is copied by everybody, under a free name of their own', async () => {
    const { id } = (await viewsOf(marie)).find(({ name }) => name === 'House view')!;
    const copies = [
      await copyView(marie, id, (name) => `Copy of ${name}`),
      await copyView(marie, id, (name) => `Copy of ${name}`),
    ];
    expect(copies.map(({ name, scope, ownerId }) => [name, scope, ownerId])).toEqual([
      ['Copy of House view', 'own', marie.id],
      ['Copy of House view 2', 'own', marie.id],
    ]);
  });

  test('can be taken back by whoever has the right, who then owns it', async () => {
    const made = await saveView(siti, { list, name: 'For a while', address: list, sharing: 'all' });
    expect(await shareView(siti, made.id, { sharing: 'own', version: made.version })).toMatchObject({
      scope: 'own',
      ownerId: siti.id,
      version: 2,
    });
    expect(await namesOf(marie)).not.toContain('For a while');
    expect((await logOf(made.id)).map(({ eventCode }) => eventCode)).toEqual([
      'saved-view.shared',
      'saved-view.withdrawn',
    ]);
  });
});

describe('the order of views, and the one to begin with', () => {
  test('are each person’s own', async () => {
    const before = await namesOf(weiJie);
    expect(before).toEqual(['For the crew', 'House view']);
    const { id } = (await viewsOf(weiJie))[1]!;
    await moveView(weiJie, id, { move: 'earlier' });
    expect(await namesOf(weiJie)).toEqual(['House view', 'For the crew']);
    expect(await namesOf(hannah)).toEqual(['For the crew', 'House view']);
    await moveView(weiJie, id, { move: 'earlier' });
    expect(await namesOf(weiJie)).toEqual(['House view', 'For the crew']);
  });

  test('keep one view to begin with, whichever tab was faster', async () => {
    const views = await viewsOf(weiJie);
    await Promise.all(views.map(({ id }) => startWithView(weiJie, id, { start: 'on' })));
    expect((await viewsOf(weiJie)).filter(({ isDefault }) => isDefault)).toHaveLength(1);
    expect((await viewsOf(hannah)).filter(({ isDefault }) => isDefault)).toEqual([]);
    for (const { id } of views) await startWithView(weiJie, id, { start: 'off' });
    expect((await viewsOf(weiJie)).filter(({ isDefault }) => isDefault)).toEqual([]);
  });
});

describe('a view that was made by somebody with other rights', () => {
  test('opens without the columns, filters and tabs that the reader’s list does not have', () => {
    const kept = {
      id: crew,
      name: 'x',
      list,
      address: `${list}?type=unheard&cols=code,salary,name&secret=1&status=active&sort=-salary,name`,
      version: 1,
      scope: 'all',
      teamId: null,
      teamName: null,
      ownerId: siti.id,
      ownerName: 'Siti',
      isDefault: false,
    } as const;
    const { state, href } = listedView(kept, { of: department, path: list, typeInPath: false }, marie);
    expect(state).toMatchObject({
      type: 'all-departments',
      columns: ['code', 'name'],
      filters: { status: ['active'] },
      sort: [{ field: 'name', descending: false }],
    });
    expect(href).toBe(`${list}?status=active&sort=name&cols=code%2Cname&view=${crew}`);
  });

  test('counts what the reader reaches, with the list’s own counts and in the same statement', async () => {
    const also = {
      a: readListQuery(department, new URLSearchParams({ q: 'operations' })),
      b: readListQuery(department, new URLSearchParams({ type: 'closed' })),
    };
    const sent = { count: 0 };
    const found = await counting.run(sent, () =>
      departments.list(helen, { ...readListQuery(department, new URLSearchParams()), also }),
    );
    expect(sent.count).toBe(2);
    expect(found.viewCounts).toEqual({ a: 1, b: 0 });
    expect(found.total).toBeGreaterThan(1);
  });
});

describe('a view of a list that somebody may not open', () => {
  beforeAll(() =>
    registerPages(async (address) =>
      address.startsWith(list)
        ? staffPage({
            can: { subject: 'Department', anyOf: ['read'] },
            title: 'common.goToStart',
            section: 'menu.directory',
            breadcrumb: [],
          })
        : undefined,
    ),
  );

  test('is not told of, neither its name nor its filters', async () => {
    const outside: Actor = { ...marie, ability: new Ability([]) };
    const made = await saveView(siti, {
      list,
      name: 'Being closed down',
      address: `${list}?q=North`,
      sharing: 'all',
    });
    const names = async (actor: Actor) => (await allViews(actor)).map(({ name }) => name);
    expect(await names(helen)).toContain('Being closed down');
    expect(await names(outside)).not.toContain('Being closed down');
    expect(await refusal(copyView(outside, made.id, (name) => name))).toMatchObject({ status: 404 });
    expect(await refusal(startWithView(outside, made.id, { start: 'on' }))).toMatchObject({ status: 404 });
  });

  test('is not saved either, nor one of a list that does not exist', async () => {
    const outside: Actor = { ...marie, ability: new Ability([]) };
    for (const [actor, where] of [
      [outside, list],
      [siti, '/directory/nowhere'],
    ] as const)
      expect((await refusal(saveView(actor, { list: where, name: 'Trap', address: where }))).errors).toMatchObject([
        { path: 'address', code: 'invalid' },
      ]);
  });
});
