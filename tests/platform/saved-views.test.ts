import { beforeAll, describe, expect, test } from 'vitest';
import { actorNamed, buildGarden } from '#db/seed/builders.ts';
import { seedFoundations } from '#db/seed/foundations.ts';
import type { Actor } from '#lib/access/actor.ts';
import { department } from '#lib/directory/department.ts';
import { listChoices } from '#lib/kernel/choices.server.ts';
import { counting } from '#lib/platform/database.server.ts';
import { removeView, renameView, saveView } from '#lib/platform/saved-views.server.ts';
import { refusal } from '#tests/support/refusal.ts';

// Siti and Helen keep views of the departments, each for herself.
let siti: Actor;
let helen: Actor;
const list = '/directory/departments';

beforeAll(async () => {
  await seedFoundations();
  await buildGarden();
  [siti, helen] = (await Promise.all(['admin', 'auditor'].map(actorNamed))) as [Actor, Actor];
});

const viewsOf = async (actor: Actor) => (await listChoices(department, actor)).views.map(({ name, address }) => [name, address]);

describe('views of a list', () => {
  test('are kept by name for their owner, and come with the choices of the filters in one statement', async () => {
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

  test('take the newer address when the name is used again', async () => {
    await saveView(siti, { list, name: 'Closed', address: `${list}?type=closed&sort=-name` });
    expect(await viewsOf(siti)).toContainEqual(['Closed', `${list}?type=closed&sort=-name`]);
  });

  test('lead to their list and nowhere else', async () => {
    for (const address of ['https://elsewhere.example', '//elsewhere.example', '/directory/departments-of-others', '/login', `${list}x?y`]) {
      expect((await refusal(saveView(siti, { list, name: 'Trap', address }))).errors).toMatchObject([{ path: 'address', code: 'invalid' }]);
    }
    for (const path of ['//elsewhere.example', '/.//elsewhere.example', '/\t/elsewhere.example']) {
      expect((await refusal(saveView(siti, { list: path, name: 'Trap', address: path }))).errors[0]).toMatchObject({ path: 'list', code: 'invalid' });
    }
    for (const [start, address] of [['/', '//elsewhere.example'], [list, `${list}/../../..//elsewhere.example`]]) {
      expect((await refusal(saveView(siti, { list: start, name: 'Trap', address }))).errors).toMatchObject([{ path: 'address', code: 'invalid' }]);
    }
    expect((await refusal(saveView(siti, { list, name: 'Trap', address: `${list}?q=x\r\nset-cookie: y` }))).errors).toMatchObject([{ path: 'address', code: 'invalid' }]);
    expect((await refusal(saveView(siti, { list, name: '  ', address: list }))).errors).toMatchObject([{ path: 'name', code: 'required' }]);
  });

  test('are renamed by their owner only, and never to the name of another', async () => {
    const { id } = await saveView(siti, { list, name: 'To rename', address: `${list}?q=rename` });
    expect(await refusal(renameView(helen, id, { name: 'Hers' }))).toMatchObject({ status: 404 });
    expect(await renameView(siti, id, { name: ' Renamed ' })).toMatchObject({ name: 'Renamed', address: `${list}?q=rename` });
    await saveView(siti, { list, name: 'Other', address: list });
    expect((await refusal(renameView(siti, id, { name: 'Other' }))).errors).toEqual([{ path: 'name', code: 'already-used' }]);
    expect((await refusal(renameView(siti, id, { name: ' ' }))).errors).toMatchObject([{ path: 'name', code: 'required' }]);
    expect(await refusal(renameView(siti, 'no-id', { name: 'X' }))).toMatchObject({ status: 404 });
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
    expect(await refusal(saveView(helen, { list, name: 'One more', address: list }))).toMatchObject({ code: 'too-many-views', status: 422 });
    expect(await saveView(helen, { list, name: 'View 3', address: `${list}?q=a` })).toMatchObject({ address: `${list}?q=a` });
  });
});
