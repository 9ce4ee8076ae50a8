import { sql } from 'kysely';
import type { Actor } from '#lib/values/actor.ts';
import {
  guardAdministration,
  requireCredentialChange,
  requireRemainingAdministrator,
} from '#lib/access/account/administrators.server.ts';
import { freeEmail, logFreedEmail, type FormerOwner } from '#lib/access/account/freed-email.server.ts';
import { requireStepUp } from '#lib/access/session/step-up.server.ts';
import { isPage } from '#lib/access/session/known-pages.server.ts';
import { Refusal, invalid, invalidField, type FieldError } from '#lib/values/refusal.ts';
import { store } from '#lib/records/store.server.ts';
import type { ShownVersion } from '#lib/records/version.server.ts';
import type { WriteOptions } from '#lib/records/store-writing.server.ts';
import type { ReadRow } from '#lib/records/store-reading.server.ts';
import { isWithin, lockTree } from '#lib/records/tree.server.ts';
import type { Tx } from '#lib/process/database/database.server.ts';
import { requireMayGiveRoles } from '#lib/directory/role/given-roles.server.ts';
import type { Stamps, Table } from '#lib/process/database/table.ts';
import { requireOther } from '#lib/directory/role/own-role.server.ts';
import { ownAppointments } from '#lib/directory/appointments.server.ts';
import { announceNewEmail, inviteUser } from './invitation.server.ts';
import { listsOf, replacedLists, resultingLists, writeLists, type UserLists } from './lists.server.ts';
import { user, type User } from './user.ts';

declare module '#lib/process/database/database.server.ts' {
  interface Database {
    users: Table<User, Stamps | 'language' | 'allEntities' | 'signatureOnPrints' | 'singleKeys'>;
  }
}

export const users = store(user, {
  rights: {
    list: ['read'],
    show: ['show', 'update'],
    create: ['create'],
    update: ['update'],
    acts: { suspend: ['suspend'], reactivate: ['reactivate'], deactivate: ['update'] },
  },
  computed: {
    roleNames: () =>
      sql`(select string_agg(r.name, ', ' order by r.name) from user_roles ur join roles r on r.id = ur.role_id where ur.user_id = users.id)`,
    entityNames: () => sql`(select string_agg(e.short_code, ', ' order by e.short_code) from business_entities e
      where (users.all_entities and e.status = 'active') or e.id in (select b.business_entity_id from user_business_entities b where b.user_id = users.id))`,
  },
  lists: listsOf,
  searchMore: (pattern) =>
    sql<boolean>`users.id = any(array(select ur.user_id from user_roles ur join roles r on r.id = ur.role_id where search_text(r.name) like ${pattern}))`,
});

export type UserRecord = ReadRow<typeof user> & UserLists;

/** A person with all memberships. */
export async function getUser(actor: Actor, id: string): Promise<UserRecord> {
  const found = await users.get(actor, id);
  return { ...found, ...(await listsOf(id)) };
}

/** Creates an invited person and sends the link to set a password (72 hours, once). */
export async function createUser(actor: Actor, input: unknown): Promise<User> {
  return makeUser(actor, input, {});
}

/** The same as part of something larger: an import, or its dry run. */
export async function makeUser(actor: Actor, input: unknown, how: WriteOptions): Promise<User> {
  const lists: Partial<UserLists> = {};
  let formerOwner: FormerOwner | undefined;
  return users.create(
    actor,
    lowered(input),
    async (entered: User & UserLists, tx) => {
      Object.assign(lists, resultingLists(entered, entered.mainDepartmentId, null));
      await check(tx, actor, entered);
      if (entered.allEntities) requireStepUp(actor);
      formerOwner = await freeEmail(tx, actor, entered.email);
    },
    {
      ...how,
      also: lists,
      after: async (made: User, tx) => {
        await guardAdministration(tx, actor, () => writeLists(tx, made.id, lists));
        await requireMayGiveRoles(tx, actor, lists.roleIds ?? []);
        await inviteUser(tx, actor, made);
        if (formerOwner && !how.trial) await logFreedEmail(tx, actor, formerOwner, made);
      },
    },
  );
}

/**
 * Updates a person. People cannot change their own rights (409 `own-roles`), except as `requireOther` permits; the last
 * administrator stays one, and only administrators make new ones or change their credentials (409
 * `administrators-only`); roles are given as `requireMayGiveRoles` permits, all entities
 * with a proof of identity, user name and address changed as
 * `requireMayChangeSignIn` does. A new e-mail address invalidates the links sent to the old one, which is notified.
 */
export async function updateUser(actor: Actor, seen: ShownVersion, input: unknown, within?: Tx): Promise<User> {
  const sent = lowered(input) as Partial<User & UserLists>;
  const wanted: Partial<UserLists> = {};
  const params = {};
  let formerOwner: FormerOwner | undefined;
  return users.update(
    actor,
    seen,
    sent,
    async (record, tx, before) => {
      const after = record as User & UserLists;
      const had = await listsOf(after.id, tx);
      Object.assign(wanted, resultingLists(parsed(sent, after), after.mainDepartmentId, had));
      await check(tx, actor, after, sent, before);
      if (after.allEntities && !before.allEntities) requireStepUp(actor);
      if (after.id === actor.id && reachChanged(before, after, had, wanted))
        Object.assign(params, await requireOther(tx, actor, 'updated', 'own-roles'));
      if (after.email !== before.email || after.username !== before.username) {
        requireMayChangeSignIn(actor, before);
        await requireCredentialChange(tx, actor, after.id);
      }
      if (wanted.roleIds) {
        await requireRemainingAdministrator(tx, () =>
          guardAdministration(tx, actor, () => writeLists(tx, after.id, wanted)),
        );
        const given = wanted.roleIds.filter((id) => !had.roleIds.includes(id));
        await requireMayGiveRoles(tx, actor, given);
      } else await writeLists(tx, after.id, wanted);
      if (after.email !== before.email) {
        formerOwner = await freeEmail(tx, actor, after.email);
        await announceNewEmail(tx, actor, before, after);
      }
      return { beforeLists: replacedLists(had, wanted) };
    },
    {
      tx: within,
      params,
      also: wanted,
      after: async (changed: User, tx) => {
        if (formerOwner) await logFreedEmail(tx, actor, formerOwner, changed);
      },
    },
  );
}

/**
 * The name and address by which somebody signs in lead to the account: whoever changes them could ask for a new password
 * there. 409 `sign-in-needs-right` without the right to change passwords, unless the person has not come in yet.
 */
function requireMayChangeSignIn(actor: Actor, before: User): void {
  if (actor.type === 'system' || before.status === 'invited' || actor.ability.can('User', 'change-password')) return;
  throw new Refusal('sign-in-needs-right', 409);
}

/** The lists that were sent, after parsing. */
function parsed(sent: object, after: UserLists): Partial<UserLists> {
  return Object.fromEntries(
    ['departmentIds', 'roleIds', 'businessEntityIds']
      .filter((name) => name in sent)
      .map((name) => [name, after[name as keyof UserLists]]),
  );
}

function reachChanged(before: User, after: User, lists: UserLists, wanted: Partial<UserLists>): boolean {
  const listChanged = (Object.keys(wanted) as (keyof UserLists)[]).some(
    (name) => wanted[name]!.join() !== lists[name].join(),
  );
  return listChanged || before.allEntities !== after.allEntities || before.mainDepartmentId !== after.mainDepartmentId;
}

async function check(tx: Tx, actor: Actor, entered: User, sent: Partial<User> = entered, before?: User): Promise<void> {
  // Policies ask the manager of whoever requests.
  const isTaken = sent.managerId === actor.id && before?.managerId !== actor.id;
  const faults: FieldError[] = ownAppointments(actor, isTaken ? ['managerId'] : []);
  if (sent.username !== undefined && !/^[a-z0-9][a-z0-9._-]+$/.test(entered.username))
    faults.push({ path: 'username', code: 'not-a-username' });
  if (sent.personalRedirect && !(await isPage(entered.personalRedirect!)))
    faults.push({ path: 'personalRedirect', code: 'not-a-path' });
  if (faults.length > 0) throw invalid(faults);
  if (sent.managerId) await checkManager(tx, entered.id, sent.managerId);
}

/** Serializes changes of managers: two valid ones at once could make a circle. */
async function checkManager(tx: Tx, id: string, managerId: string): Promise<void> {
  await lockTree(tx, user);
  if (await isWithin(tx, user, 'managerId', managerId, id)) throw invalidField('managerId', 'manages-himself');
}

function lowered(input: unknown): Record<string, unknown> {
  const { username, ...rest } = (input ?? {}) as Record<string, unknown>;
  if (username === undefined) return rest;
  return { ...rest, username: typeof username === 'string' ? username.trim().toLowerCase() : username };
}
