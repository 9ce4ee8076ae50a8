import { beforeAll, describe, expect, test } from 'vitest';
import { actorNamed, buildCompany } from '#db/seed/builders.ts';
import { seedFoundations } from '#db/seed/foundations.ts';
import '#lib/modules.server.ts';
import { addRoleToUser } from '#lib/directory/user/bulk.server.ts';
import { userListOptions } from '#lib/directory/user/pages.server.ts';
import { otherUserPath, userPath } from '#lib/directory/user/paths.ts';
import { suspendUser } from '#lib/directory/user/suspension.server.ts';
import { createUser, getUser, users } from '#lib/directory/user/user.server.ts';
import { retireRole } from '#lib/directory/role/role.server.ts';
import { rolesToGive } from '#lib/directory/role/given-roles.server.ts';
import { POST } from '../../src/pages/api/directory/users/bulk.ts';
import { db } from '#lib/process/database/database.server.ts';
import { listPage } from '#lib/records/list/list-page.server.ts';
import { Ability } from '#lib/values/ability.ts';
import type { Actor } from '#lib/values/actor.ts';
import { Refusal } from '#lib/values/refusal.ts';
import { pageOf } from '#tests/support/posted-page.ts';

// Siti administers; Helen only looks; Daniel may change people and has the rights of a head of department himself.
let siti: Actor;
let helen: Actor;
let daniel: Actor;

beforeAll(async () => {
  await seedFoundations();
  await buildCompany();
  [siti, helen, daniel] = (await Promise.all(['admin', 'auditor', 'head'].map(actorNamed))) as [Actor, Actor, Actor];
  const { permissions } = daniel.ability;
  const more = ['read', 'show', 'update'].map((action) => ({ subject: 'User', action, condition: 'none' as const }));
  daniel = { ...daniel, ability: new Ability([...permissions, ...more]) };
});

const named = (username: string) =>
  db.selectFrom('users').selectAll().where('username', '=', username).executeTakeFirstOrThrow();
const roleId = async (code: string) =>
  (await db.selectFrom('roles').select('id').where('code', '=', code).executeTakeFirstOrThrow()).id;
const row = ({ id, version }: { id: string; version: number }) => `${id}:${version}`;

async function post(actor: Actor, fields: Record<string, string | string[]>, paths: typeof otherUserPath = userPath) {
  const page = pageOf(paths.list, { actor, fields });
  const view = await listPage(page as never, users, userListOptions(actor, paths));
  return { ...view, status: page.response.status };
}

describe('a role is added to several people', () => {
  test('after a question that names them and offers the roles in use', async () => {
    const [hannah, prakash] = [await named('requester'), await named('stores')];
    const { question, result } = await post(siti, { act: 'addRole', row: [row(hannah), row(prakash)] });
    expect(result).toBeNull();
    expect(question).toMatchObject({
      names: [hannah.fullName, prakash.fullName].toSorted(),
      more: 0,
      asks: { name: 'roleId', optional: false },
      obstacles: [],
      isMissing: false,
    });
    const offered = question!.asks!.choices!.map(({ value }) => value);
    expect(offered).toEqual(expect.arrayContaining([await roleId('DIRECTOR'), await roleId('ADMINISTRATOR')]));
    expect((await getUser(siti, hannah.id)).version).toBe(hannah.version);
  });

  test('and they keep those they have; nothing happens while no role is chosen', async () => {
    const [hannah, prakash] = [await named('requester'), await named('stores')];
    const { roleIds } = await getUser(siti, hannah.id);
    const fields = { act: 'addRole', row: [row(hannah), row(prakash)], confirmed: '1' };
    expect(await post(siti, { ...fields, roleId: '' })).toMatchObject({ status: 422, question: { isMissing: true } });
    const keeper = await roleId('STORE-KEEPER');
    const { result } = await post(siti, { ...fields, roleId: keeper });
    expect(result).toMatchObject({ done: [hannah.id, prakash.id], refused: [] });
    expect((await getUser(siti, hannah.id)).roleIds.toSorted()).toEqual([...roleIds, keeper].toSorted());
  });

  test('of one’s own the question says that it is not possible, unless somebody alone administers', async () => {
    const [self, duty] = [await named('admin'), await named('duty')];
    const ask = () => post(siti, { act: 'addRole', row: [row(self), row(duty)] });
    expect((await ask()).question).toMatchObject({ obstacles: [], names: expect.arrayContaining([self.fullName]) });
    const other = await addRoleToUser(siti, await named('director2'), { roleId: await roleId('ADMINISTRATOR') });
    expect((await ask()).question).toMatchObject({
      obstacles: [{ code: 'own-roles', count: 1 }],
      names: [duty.fullName],
    });
    await suspendUser(siti, other, { reason: 'On leave' });
  });

  test('and only one that the actor may give: rights of one’s own, in use', async () => {
    const offered = async (actor: Actor) => (await rolesToGive(actor)).map(({ value }) => value);
    const [head, director] = [await roleId('DEPARTMENT-HEAD'), await roleId('DIRECTOR')];
    expect(await offered(daniel)).toContain(head);
    expect(await offered(daniel)).not.toContain(director);
    const duty = await named('duty');
    const fields = { act: 'addRole', row: row(duty), confirmed: '1' };
    expect((await post(daniel, { ...fields, roleId: director })).result).toMatchObject({
      done: [],
      refused: [{ id: duty.id, code: 'role-beyond-own', params: { role: 'Director' } }],
    });
    expect((await post(daniel, { ...fields, roleId: head })).result).toMatchObject({ done: [duty.id] });
    const agency = await db.selectFrom('roles').selectAll().where('code', '=', 'AGENCY-STAFF').executeTakeFirst();
    expect(agency).toBeDefined();
    expect(await offered(siti)).toContain(agency!.id);
    await retireRole(siti, agency!);
    expect(await offered(siti)).not.toContain(agency!.id);
  });
});

describe('several people are suspended', () => {
  const invited = (username: string) =>
    createUser(siti, {
      username,
      email: `${username}@garden.example`,
      fullName: `Invited ${username}`,
      language: 'en',
    });

  test('after a question that says for whom it is not possible, and suspends no one', async () => {
    const [kitchen, newcomer, self] = [await named('kitchen'), await invited('later'), await named('admin')];
    const { question } = await post(siti, { act: 'suspend', row: [row(kitchen), row(newcomer), row(self)] });
    expect(question).toMatchObject({ names: [kitchen.fullName], asks: { name: 'reason', max: expect.any(Number) } });
    expect(question!.obstacles.map(({ code }) => code).toSorted()).toEqual(['not-in-status', 'not-yourself']);
    expect(await named('kitchen')).toEqual(kitchen);
  });

  test('with one reason for all of them, and not without', async () => {
    const [agent, kitchen] = [await named('agent'), await named('kitchen')];
    const fields = { act: 'suspend', row: [row(agent), row(kitchen)], confirmed: '1' };
    expect(await post(siti, { ...fields, reason: ' ' })).toMatchObject({ status: 422, question: { isMissing: true } });
    expect((await named('agent')).status).toBe('active');
    const { result } = await post(siti, { ...fields, reason: 'Contract ended' }, otherUserPath);
    expect(result).toMatchObject({ done: [agent.id, kitchen.id], refused: [] });
    expect((await named('agent')).status).toBe('suspended');
  });
});

describe('which acts and links the list offers', () => {
  test('follows from the rights of the reader', async () => {
    const offered = async (actor: Actor) =>
      (await listPage(pageOf(userPath.list, { actor }) as never, users, userListOptions(actor, userPath))).bulk.map(
        ({ act }) => act,
      );
    expect(await offered(siti)).toEqual(['addRole', 'suspend']);
    expect(await offered(daniel)).toEqual(['addRole']);
    expect(await offered(helen)).toEqual([]);
    const duty = await named('duty');
    const { result } = await post(helen, { act: 'suspend', row: row(duty), confirmed: '1', reason: 'No' });
    expect(result).toMatchObject({ done: [], refused: [{ id: duty.id, code: 'not-authorized' }] });
    expect(await post(helen, { act: 'addRole', row: row(duty) })).toMatchObject({ result: null, question: null });
  });

  test('and the second address stays the one that its links lead to', async () => {
    const page = pageOf(otherUserPath.list, { actor: siti });
    const view = await listPage(page as never, users, userListOptions(siti, otherUserPath));
    expect(view.path).toBe(otherUserPath.list);
    expect(view.hrefOf({ id: siti.id })).toBe(otherUserPath.show(siti.id));
  });
});

describe('the API', () => {
  const send = async (actor: Actor, body: object): Promise<unknown> => {
    const request = new Request('http://garden.example/api/directory/users/bulk', {
      method: 'POST',
      body: JSON.stringify(body),
      headers: { 'content-type': 'application/json' },
    });
    const { locals } = pageOf('/', { actor });
    return (await POST({ request, locals, params: {}, url: new URL(request.url) } as never)).json();
  };
  const refused = (actor: Actor, body: object) =>
    send(actor, body).then(
      () => null,
      (error: unknown) => (error instanceof Refusal ? error.errors : Promise.reject(error)),
    );

  test('adds a role to rows, and suspends all that a query matches', async () => {
    const [evelyn, rows] = [await named('director'), async () => [await named('director')]];
    const role = await roleId('STORE-KEEPER');
    const asked = { act: 'addRole', rows: (await rows()).map(({ id, version }) => ({ id, version })), roleId: role };
    expect(await send(siti, asked)).toEqual({ act: 'addRole', done: [evelyn.id], refused: [] });
    expect((await getUser(siti, evelyn.id)).roleIds).toContain(role);
    const query = `q=${evelyn.username}&type=active`;
    expect(await send(siti, { act: 'suspend', query, reason: 'On leave' })).toMatchObject({ done: [evelyn.id] });
    expect((await named('director')).status).toBe('suspended');
  });

  test('refuses a role that is no role as a whole, and one that is missing for each', async () => {
    const { id, version } = await named('finance');
    const asked = { act: 'addRole', rows: [{ id, version }] };
    expect(await refused(siti, { ...asked, roleId: 'every' })).toMatchObject([
      { path: 'roleId', code: 'not-a-choice' },
    ]);
    expect(await send(siti, asked)).toMatchObject({ done: [], refused: [{ id, code: 'required' }] });
  });
});
