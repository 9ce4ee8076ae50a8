import { sql } from 'kysely';
import { z } from 'zod';
import type { Permission } from '#lib/values/ability.ts';
import { personId, type Actor } from '#lib/values/actor.ts';
import { guardAdministration, requireRemainingAdministrator } from '#lib/access/account/administrators.server.ts';
import { requireStepUp } from '#lib/access/session/step-up.server.ts';
import { parse } from '#lib/values/parse.ts';
import { Refusal, invalidField } from '#lib/values/refusal.ts';
import { store } from '#lib/records/store.server.ts';
import type { ShownVersion } from '#lib/records/version.server.ts';
import type { ReadRow } from '#lib/records/store-reading.server.ts';
import { db, transaction, type Db, type Tx } from '#lib/process/database/database.server.ts';
import { checkNotOwn } from './own-role.server.ts';
import { permissionEntry } from './permission.ts';
import { role, type Role } from './role.ts';
import './system-roles.server.ts';

export const roles = store(role, {
  rights: {
    list: ['read'],
    show: ['show', 'update'],
    create: ['create'],
    update: ['update'],
    acts: { retire: ['update'], restore: ['update'] },
  },
  computed: {
    people: () =>
      sql`(select count(*) from user_roles ur join users u on u.id = ur.user_id where ur.role_id = roles.id and u.status <> 'deactivated')`,
    permissionCount: () => sql`(select count(*) from role_permissions p where p.role_id = roles.id)`,
  },
});

/** The rights of a role, by subject and action. The caller has checked that the reader may open the role. */
export function permissionsOf(roleId: string, reader: Db = db): Promise<Permission[]> {
  return reader
    .selectFrom('rolePermissions')
    .select(['subject', 'action', 'condition'])
    .where('roleId', '=', roleId)
    .orderBy('subject')
    .orderBy('action')
    .execute();
}

/** A role with its rights. */
export async function getRole(actor: Actor, id: string): Promise<ReadRow<typeof role> & { permissions: Permission[] }> {
  return { ...(await roles.get(actor, id)), permissions: await permissionsOf(id) };
}

/** Creates a role without rights. */
export function createRole(actor: Actor, input: unknown): Promise<Role> {
  return makeRole(actor, input, [], {});
}

const copySchema = z.object({ code: z.string(), name: z.string() });

/** Creates a role with the rights of another one, under a code and a name of its own. */
export async function copyRole(actor: Actor, sourceId: string, input: unknown): Promise<Role> {
  const source = await roles.get(actor, sourceId);
  const { code, name } = parse(copySchema, input);
  const { description, ownerId, maxApprovalCents, requiresSecondFactor } = source;
  const values = { description, ownerId, maxApprovalCents, requiresSecondFactor, ...(input as object), code, name };
  return makeRole(actor, values, await permissionsOf(sourceId), { copiedFrom: source.code });
}

/**
 * Updates name, code, description and limit, and whether the role requires a second factor (a new version); its rights
 * are changed by `saveRolePermissions`.
 */
export function updateRole(actor: Actor, seen: ShownVersion, input: unknown): Promise<Role> {
  const params = {};
  const work = async (after: Role, tx: Tx, before: Role) => {
    Object.assign(params, await checkNotOwn(tx, actor, after.id, 'updated'));
    checkCode(after.code);
    if (before.code !== after.code && (after.isSystem || (await isAskedToApprove(tx, before.id))))
      throw invalidField('code', 'code-is-used');
    const asksOtherwise = after.requiresSecondFactor !== before.requiresSecondFactor;
    if (asksOtherwise || after.maxApprovalCents !== before.maxApprovalCents) requireStepUp(actor);
    if (asksOtherwise)
      await addVersion(
        tx,
        actor,
        after.id,
        { permissions: await permissionsOf(after.id, tx), requiresSecondFactor: after.requiresSecondFactor },
        null,
      );
  };
  return roles.update(actor, seen, entries(input), work, { params });
}

/**
 * The role grants nothing any more, from the next request of the people who hold it. Roles are retired rather than
 * deleted; their rights remain visible.
 */
export async function retireRole(actor: Actor, seen: ShownVersion): Promise<Role> {
  requireStepUp(actor);
  const params = {};
  const work = async (before: Role, tx: Tx) => {
    Object.assign(params, await checkNotOwn(tx, actor, before.id, 'retire'));
    if (before.isSystem) throw new Refusal('system-role', 409);
    if (await isAskedToApprove(tx, before.id)) throw new Refusal('role-asked-to-approve', 409);
    await requireRemainingAdministrator(tx, () =>
      tx.updateTable('roles').set({ status: 'retired' }).where('id', '=', before.id).execute(),
    );
  };
  return roles.transition(actor, 'retire', seen, work, { params });
}

/** A restored role grants its rights again. */
export async function restoreRole(actor: Actor, seen: ShownVersion): Promise<Role> {
  requireStepUp(actor);
  const params = {};
  const work = async (before: Role, tx: Tx) => {
    Object.assign(params, await checkNotOwn(tx, actor, before.id, 'restore'));
    await guardAdministration(tx, actor, () =>
      tx.updateTable('roles').set({ status: 'active' }).where('id', '=', before.id).execute(),
    );
  };
  return roles.transition(actor, 'restore', seen, work, { params });
}

/** The rights and requirements of a role, as stored in a version. */
export interface RoleContent {
  permissions: Permission[];
  requiresSecondFactor: boolean;
}

/** Writes the rights of a role, and the version that records them. The caller has locked the role. */
export async function writePermissions(
  tx: Tx,
  actor: Actor,
  roleId: string,
  { permissions, requiresSecondFactor }: RoleContent,
  reason: string | null,
): Promise<void> {
  await tx.deleteFrom('rolePermissions').where('roleId', '=', roleId).execute();
  if (permissions.length > 0)
    await tx
      .insertInto('rolePermissions')
      .values(permissions.map((right) => ({ roleId, ...right })))
      .execute();
  await addVersion(tx, actor, roleId, { permissions, requiresSecondFactor }, reason);
}

async function addVersion(
  tx: Tx,
  actor: Actor,
  roleId: string,
  { permissions, requiresSecondFactor }: RoleContent,
  reason: string | null,
): Promise<void> {
  await sql`
    insert into role_versions (role_id, number, permissions, requires_second_factor, reason, made_by)
    select ${roleId}, coalesce(max(number), 0) + 1, ${JSON.stringify(permissions)}::jsonb, ${requiresSecondFactor}, ${reason}, ${personId(actor)}::uuid
    from role_versions where role_id = ${roleId}`.execute(tx);
}

async function makeRole(
  actor: Actor,
  input: unknown,
  permissions: Permission[],
  params: Record<string, unknown>,
): Promise<Role> {
  return transaction(async (tx) => {
    const { after } = permissionEntry([], permissions);
    const made = await roles.create(actor, entries(input), async (role) => checkCode(role.code), {
      tx,
      params,
      also: after,
    });
    await writePermissions(tx, actor, made.id, { permissions, requiresSecondFactor: made.requiresSecondFactor }, null);
    return made;
  });
}

function entries(input: unknown): Record<string, unknown> {
  const { code, ...rest } = (input ?? {}) as Record<string, unknown>;
  return typeof code === 'string' ? { ...rest, code: code.trim().toUpperCase() } : rest;
}

function checkCode(code: string): void {
  if (!/^[A-Z][A-Z0-9-]{1,29}$/.test(code)) throw invalidField('code', 'not-a-role-code');
}

/** Whether an active policy names this role as an approver, now or in a future version. */
async function isAskedToApprove(tx: Tx, roleId: string): Promise<boolean> {
  const { rows } = await sql`
    select 1 from approval_steps s join approval_policies p on p.id = s.policy_id and p.status = 'active'
      join approval_policy_versions v on v.policy_id = s.policy_id and v.number = s.number and v.withdrawn_at is null
    where ${roleId} in (s.role_id, s.escalate_role_id) and not exists (
      select 1 from approval_policy_versions newer where newer.policy_id = v.policy_id and newer.withdrawn_at is null
        and newer.valid_from <= (now() at time zone 'Asia/Singapore')::date and (newer.valid_from, newer.number) > (v.valid_from, v.number)) limit 1`.execute(
    tx,
  );
  return rows.length > 0;
}
