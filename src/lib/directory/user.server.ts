import { sql } from 'kysely';
import { v7 as uuid } from 'uuid';
import { z } from 'zod';
import { systemActor, type Actor } from '#lib/access/actor.ts';
import { setPassword } from '#lib/access/passwords.server.ts';
import { safePath } from '#lib/access/safe-path.ts';
import { endSessionsOf } from '#lib/access/session.server.ts';
import { moveTasksOf } from '#lib/approvals/reassign.server.ts';
import { logActivity } from '#lib/activity/activity.server.ts';
import { parse } from '#lib/kernel/parse.ts';
import { Refusal, invalidField } from '#lib/kernel/refusal.ts';
import { store, type Seen } from '#lib/kernel/store.server.ts';
import { transaction, type Tx } from '#lib/platform/database.server.ts';
import { inviteUser } from './invitation.server.ts';
import { user, type User } from './user.ts';

type Link = { userId: string };
declare module '#lib/platform/database.server.ts' {
  interface Database {
    users: User;
    userDepartments: Link & { departmentId: string };
    userRoles: Link & { roleId: string };
    userBusinessEntities: Link & { businessEntityId: string };
  }
}

export const users = store(user, {
  rights: {
    list: ['read'], show: ['show'], create: ['create'], update: ['update'],
    acts: { suspend: ['suspend'], reactivate: ['reactivate'], deactivate: ['update'] },
  },
  computed: {
    roleNames: () => sql`(select string_agg(r.name, ', ' order by r.name) from user_roles ur join roles r on r.id = ur.role_id where ur.user_id = users.id)`,
  },
});

interface Lists {
  departmentIds: string[];
  roleIds: string[];
  businessEntityIds: string[];
}

/** The lists a person belongs to, which stand in tables of their own. */
export async function listsOf(tx: Tx | typeof import('#lib/platform/database.server.ts').db, userId: string): Promise<Lists> {
  const { rows } = await sql<Lists>`select
    (select coalesce(jsonb_agg(department_id), '[]') from user_departments where user_id = ${userId}) as department_ids,
    (select coalesce(jsonb_agg(role_id), '[]') from user_roles where user_id = ${userId}) as role_ids,
    (select coalesce(jsonb_agg(business_entity_id), '[]') from user_business_entities where user_id = ${userId}) as business_entity_ids`.execute(tx);
  return rows[0]!;
}

/** Makes a person with the status invited and sends the link with which to set a password (72 hours, once). */
export async function createUser(actor: Actor, input: unknown): Promise<User> {
  return users.create(actor, lowered(input), async (entered) => checkEntries(entered), {
    after: async (made, tx) => {
      await writeLists(tx, made.id, made);
      await inviteUser(tx, actor, made);
    },
  });
}

/** Changes a person. Nobody changes his own roles (model of the directory, 4.2). */
export async function updateUser(actor: Actor, seen: Seen, input: unknown): Promise<User> {
  const sent = lowered(input) as Partial<Lists> & Record<string, unknown>;
  return users.update(actor, seen, sent, async (after, tx) => {
    checkEntries(after);
    const before = await listsOf(tx, seen.id);
    if (sent.roleIds && seen.id === actor.id && !same(sent.roleIds, before.roleIds)) throw new Refusal('own-roles', 409);
    if (sent.roleIds) await keepAnAdministrator(tx, seen.id, () => writeLists(tx, seen.id, sent));
    else await writeLists(tx, seen.id, sent);
    return { beforeLists: Object.fromEntries(Object.entries(before).filter(([name]) => name in sent)) };
  });
}

export const suspensionSchema = z.object({ reason: z.string().trim().min(1, 'required').max(500, 'too-long') });

/**
 * Suspends a person: ends every session and asks the next person for every open decision, in the same transaction.
 * Refuses for oneself and for the last administrator.
 */
export async function suspendUser(actor: Actor, seen: Seen, input: unknown): Promise<User & { movedTasks: number }> {
  const { reason } = parse(suspensionSchema, input);
  if (seen.id === actor.id) throw new Refusal('not-yourself', 409);
  let movedTasks = 0;
  const suspended = await users.transition(actor, 'suspend', seen, async (before, tx) => {
    await keepAnAdministrator(tx, before.id, async () => {
      await tx.updateTable('users').set({ status: 'suspended' }).where('id', '=', before.id).execute();
    });
    await endSessionsOf(tx, before.id, 'suspended');
    movedTasks = await moveTasksOf(tx, actor, before.id);
  }, { params: { reason } });
  return { ...suspended, movedTasks };
}

/** Lets a suspended person in again. */
export async function reactivateUser(actor: Actor, seen: Seen): Promise<User> {
  return users.transition(actor, 'reactivate', seen);
}

/** The person has left: sessions end, open decisions move, the name stays in the history. */
export async function deactivateUser(actor: Actor, seen: Seen): Promise<User> {
  if (seen.id === actor.id) throw new Refusal('not-yourself', 409);
  return users.transition(actor, 'deactivate', seen, async (before, tx) => {
    await keepAnAdministrator(tx, before.id, async () => {
      await tx.updateTable('users').set({ status: 'deactivated' }).where('id', '=', before.id).execute();
    });
    await endSessionsOf(tx, before.id, 'suspended');
    await moveTasksOf(tx, actor, before.id);
  });
}

/** The first administrator of an installation; refuses when somebody can administer already. */
export async function createFirstAdministrator(input: { username: string; email: string; fullName: string; password: string }): Promise<{ id: string }> {
  return transaction(async (tx) => {
    await sql`select pg_advisory_xact_lock(hashtext('first-administrator'))`.execute(tx);
    if ((await administrators(tx)) > 0) throw new Refusal('administrator-exists', 409);
    const { ensureAdministratorRole } = await import('./system-roles.server.ts');
    const roleId = await ensureAdministratorRole(tx);
    const id = uuid();
    const values = { id, username: input.username.trim().toLowerCase(), email: input.email.trim().toLowerCase(), fullName: input.fullName.trim() };
    await tx.insertInto('users').values({ ...values, status: 'active', allEntities: true, language: 'en' } as never).execute();
    await tx.insertInto('userRoles').values({ userId: id, roleId }).execute();
    await setPassword(tx, { id, username: values.username }, input.password);
    await logActivity(systemActor('admin-create'), { event: 'user.created', subject: 'User', entity: 'user', entityId: id, entityNumber: values.username, after: values }, tx);
    return { id };
  });
}

/** Writes the lists that are given; a list left out stays as it is. */
async function writeLists(tx: Tx, userId: string, lists: Partial<Lists>): Promise<void> {
  const write = async (table: 'userDepartments' | 'userRoles' | 'userBusinessEntities', column: string, given: unknown) => {
    if (given === undefined) return;
    const ids = [...new Set(([] as string[]).concat(given as string[]).filter(Boolean))];
    await tx.deleteFrom(table).where('userId', '=', userId).execute();
    if (ids.length > 0) await tx.insertInto(table).values(ids.map((id) => ({ userId, [column]: id })) as never).execute();
  };
  await write('userDepartments', 'departmentId', lists.departmentIds);
  await write('userRoles', 'roleId', lists.roleIds);
  await write('userBusinessEntities', 'businessEntityId', lists.businessEntityIds);
}

/** Runs `change` and refuses when it would leave nobody active who may update roles and users. */
async function keepAnAdministrator(tx: Tx, _userId: string, change: () => Promise<void>): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtext('first-administrator'))`.execute(tx);
  await change();
  if ((await administrators(tx)) === 0) throw new Refusal('last-administrator', 409);
}

async function administrators(tx: Tx): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(distinct u.id) as count from users u join user_roles ur on ur.user_id = u.id
    join roles r on r.id = ur.role_id and r.status = 'active'
    join role_permissions p on p.role_id = r.id and p.subject = 'Role' and p.action = 'update'
    join role_permissions q on q.role_id = r.id and q.subject = 'User' and q.action = 'update'
    where u.status = 'active'`.execute(tx);
  return rows[0]!.count;
}

function checkEntries({ username, personalRedirect }: Partial<User>): void {
  if (username !== undefined && !/^[a-z0-9][a-z0-9._-]+$/.test(username)) throw invalidField('username', 'not-a-username');
  if (personalRedirect && safePath(personalRedirect) === null) throw invalidField('personalRedirect', 'not-a-path');
}

function lowered(input: unknown): unknown {
  const { username, ...rest } = (input ?? {}) as Record<string, unknown>;
  return typeof username === 'string' ? { ...rest, username: username.trim().toLowerCase() } : rest;
}

function same(a: string[], b: string[]): boolean {
  return a.length === b.length && a.every((id) => b.includes(id));
}
