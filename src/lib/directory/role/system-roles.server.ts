import { v7 as uuid } from 'uuid';
import type { Condition } from '#lib/values/ability.ts';
import { systemActor } from '#lib/values/actor.ts';
import { actionsOf } from '#lib/values/rights-catalogue.ts';
import { logActivity } from '#lib/activity/activity.server.ts';
import { FALLBACK_ROLE } from '#lib/approvals/resolve.server.ts';
import type { Tx } from '#lib/process/database/database.server.ts';
import { jsonText, type Stamps, type Table } from '#lib/process/database/table.ts';
import type { Role } from './role.ts';

declare module '#lib/process/database/database.server.ts' {
  interface Database {
    roles: Table<Role, Stamps | 'requiresSecondFactor'>;
    rolePermissions: { roleId: string; subject: string; action: string; condition: Condition };
    roleVersions: Table<
      {
        roleId: string;
        number: number;
        permissions: unknown;
        requiresSecondFactor: boolean;
        reason: string | null;
        madeAt: string;
        madeBy: string | null;
      },
      'madeAt' | 'requiresSecondFactor',
      'permissions'
    >;
  }
}

export const ADMINISTRATOR_ROLE = 'ADMINISTRATOR';

/** Every pair of the catalogue. */
export const allPermissions = (): { subject: string; action: string }[] =>
  [...actionsOf].flatMap(([subject, actions]) => actions.map((action) => ({ subject, action })));

/** Ensures the two roles that every installation has; returns the administrator's id. Idempotent. */
export async function ensureAdministratorRole(tx: Tx): Promise<string> {
  await ensureRole(tx, {
    code: FALLBACK_ROLE,
    name: 'Approval fallback',
    description: 'Asked when an approval rule finds nobody.',
    isSystem: true,
    permissions: [],
  });
  return ensureRole(tx, {
    code: ADMINISTRATOR_ROLE,
    name: 'Administrator',
    description: 'May do everything.',
    isSystem: true,
    permissions: allPermissions(),
  });
}

export interface RoleToEnsure {
  code: string;
  name: string;
  description: string;
  isSystem?: boolean;
  maxApprovalCents?: number | null;
  permissions: { subject: string; action: string; condition?: Condition }[];
}

/** The id of the role with that code, created with its rights and first version when it does not exist. */
export async function ensureRole(tx: Tx, { permissions, ...values }: RoleToEnsure): Promise<string> {
  const known = await tx.selectFrom('roles').select('id').where('code', '=', values.code).executeTakeFirst();
  if (known) return known.id;
  const id = uuid();
  const rights = permissions.map(({ subject, action, condition = 'none' }) => ({ subject, action, condition }));
  await tx
    .insertInto('roles')
    .values({ id, isSystem: false, maxApprovalCents: null, ...values, status: 'active' })
    .execute();
  if (rights.length > 0)
    await tx
      .insertInto('rolePermissions')
      .values(rights.map((right) => ({ roleId: id, ...right })))
      .execute();
  await tx
    .insertInto('roleVersions')
    .values({ roleId: id, number: 1, permissions: jsonText(rights) })
    .execute();
  await logActivity(
    systemActor('foundations'),
    { event: 'role.created', subject: 'Role', entity: 'role', entityId: id, entityNumber: values.code, after: values },
    tx,
  );
  return id;
}
