import { z } from 'zod';
import type { Permission } from '#lib/values/ability.ts';
import type { Actor } from '#lib/values/actor.ts';
import { guardAdministration, requireRemainingAdministrator } from '#lib/access/account/administrators.server.ts';
import { isRight } from '#lib/values/rights-catalogue.ts';
import { requireStepUp } from '#lib/access/session/step-up.server.ts';
import { parse } from '#lib/values/parse.ts';
import { Refusal, invalid, invalidField, notFound } from '#lib/values/refusal.ts';
import type { ShownVersion } from '#lib/records/version.server.ts';
import { transaction, type Tx } from '#lib/process/database/database.server.ts';
import { changesBetween, newDuties, permissionEntry, reachOf, rightKey } from './permission.ts';
import { checkNotOwn } from './own-role.server.ts';
import { permissionsOf, roles, writePermissions, type RoleContent } from './role.server.ts';
import type { Role } from './role.ts';
import { REASON_MAX } from '#lib/values/constants.ts';
import { wordsOrNull } from '#lib/values/entry-schemas.ts';

const right = z.object({
  subject: z.string().max(60),
  action: z.string().max(60),
  condition: z.enum(['none', 'own', 'department', 'entity'], 'not-a-choice').default('none'),
});
const permissionsSchema = z.object({ permissions: z.array(right).max(1000), reason: wordsOrNull(REASON_MAX) });
const restoreSchema = z.object({
  number: z.coerce.number('required').int('not-whole').max(1_000_000, 'too-large'),
  reason: wordsOrNull(REASON_MAX),
});

/**
 * Sets all rights of a role. Takes effect at each person's next request. Refuses unknown pairs (422 at
 * `permissions.0`), a role that the actor holds (409 `own-role`), the administrator role losing its essential rights
 * (`administrator-role-keeps`), the loss of the last administrator, and newly combined conflicting duties without a
 * reason (422 at `reason`) (model of the directory, 4.2; of purchasing, 0.7).
 */
export async function saveRolePermissions(actor: Actor, seen: ShownVersion, input: unknown): Promise<Role> {
  requireStepUp(actor);
  const entered = parse(permissionsSchema, input);
  checkPairs(entered.permissions);
  return transaction((tx) => replace(tx, actor, seen, { permissions: once(entered.permissions) }, entered.reason, {}));
}

/**
 * Restores the rights and requirements of an earlier version, as a new version; pairs that no longer exist are left
 * out.
 */
export async function restoreRoleVersion(actor: Actor, seen: ShownVersion, input: unknown): Promise<Role> {
  requireStepUp(actor);
  const entered = parse(restoreSchema, input);
  return transaction(async (tx) => {
    const version = await tx
      .selectFrom('roleVersions')
      .select(['permissions', 'requiresSecondFactor'])
      .where('roleId', '=', seen.id)
      .where('number', '=', entered.number)
      .executeTakeFirst();
    if (!version) throw notFound();
    const permissions = (version.permissions as Permission[]).filter(({ subject, action }) => isRight(subject, action));
    return replace(
      tx,
      actor,
      seen,
      { permissions, requiresSecondFactor: version.requiresSecondFactor },
      entered.reason,
      { restored: entered.number },
    );
  });
}

/** Rights and, for a version, requirements; the required second factor stays unchanged when left out. */
type Wanted = Pick<RoleContent, 'permissions'> & Partial<RoleContent>;

async function replace(
  tx: Tx,
  actor: Actor,
  seen: ShownVersion,
  wanted: Wanted,
  why: string | null,
  params: Record<string, unknown>,
): Promise<Role> {
  await tx.selectFrom('roles').select('id').where('id', '=', seen.id).forUpdate().execute();
  const current = await permissionsOf(seen.id, tx);
  const entry = permissionEntry(current, wanted.permissions);
  const logParams = { ...entry.params, ...params, ...(why && { reason: why }) };
  return roles.update(
    actor,
    seen,
    {},
    async (before) => {
      const { requiresSecondFactor = before.requiresSecondFactor } = wanted;
      Object.assign(logParams, await checkNotOwn(tx, actor, before.id, 'permissions-changed'));
      if (
        requiresSecondFactor === before.requiresSecondFactor &&
        changesBetween(current, wanted.permissions).length === 0
      )
        throw new Refusal('nothing-changed', 409);
      check(before, current, wanted.permissions, why);
      const content = { permissions: wanted.permissions, requiresSecondFactor };
      await requireRemainingAdministrator(tx, () =>
        guardAdministration(tx, actor, () => writePermissions(tx, actor, before.id, content, why)),
      );
      return { beforeLists: entry.before, requiresSecondFactor };
    },
    {
      tx,
      event: 'permissions-changed',
      also: entry.after,
      params: logParams,
    },
  );
}

function check(role: Role, current: Permission[], wanted: Permission[], why: string | null): void {
  if (role.isSystem && administers(current) && !administers(wanted)) throw new Refusal('administrator-role-keeps', 409);
  if (!why && newDuties(current, wanted).length > 0) throw invalidField('reason', 'reason-for-two-duties');
}

/** The essential rights of the administrator role: reading, creating and updating every role and every user. */
function administers(rights: readonly Permission[]): boolean {
  const reach = new Map(rights.map((one) => [rightKey(one), reachOf(one.action, one.condition)]));
  return ['Role', 'User'].every((subject) =>
    ['read', 'show', 'create', 'update'].every((action) => reach.get(rightKey({ subject, action })) === 3),
  );
}

function checkPairs(permissions: readonly Permission[]): void {
  const unknown = permissions.flatMap(({ subject, action }, index) =>
    isRight(subject, action)
      ? []
      : [{ path: `permissions.${index}`, code: 'no-such-right', params: { subject, action } }],
  );
  if (unknown.length > 0) throw invalid(unknown);
}

/** Each pair once; of two grants of a pair the wider one. */
function once(permissions: readonly Permission[]): Permission[] {
  const widest = new Map<string, Permission>();
  for (const one of permissions) {
    const known = widest.get(rightKey(one));
    if (!known || reachOf(one.action, one.condition) > reachOf(known.action, known.condition))
      widest.set(rightKey(one), one);
  }
  return [...widest.values()];
}
