import { sql } from 'kysely';
import { db, type Db, type Tx } from '#lib/process/database/database.server.ts';

type Link = { userId: string };

declare module '#lib/process/database/database.server.ts' {
  interface Database {
    userDepartments: Link & { departmentId: string };
    userRoles: Link & { roleId: string };
    userBusinessEntities: Link & { businessEntityId: string };
  }
}

/** The memberships of a person; each list is in a table of its own. */
export interface UserLists {
  departmentIds: string[];
  roleIds: string[];
  businessEntityIds: string[];
}

const tables = {
  departmentIds: { table: 'userDepartments', column: 'departmentId' },
  roleIds: { table: 'userRoles', column: 'roleId' },
  businessEntityIds: { table: 'userBusinessEntities', column: 'businessEntityId' },
} as const;
const names = Object.keys(tables) as (keyof UserLists)[];

/** The lists of one person, each in a steady order. */
export async function listsOf(userId: string, reader: Db = db): Promise<UserLists> {
  const { rows } = await sql<UserLists>`select
    (select coalesce(jsonb_agg(department_id order by department_id), '[]') from user_departments where user_id = ${userId}) as department_ids,
    (select coalesce(jsonb_agg(role_id order by role_id), '[]') from user_roles where user_id = ${userId}) as role_ids,
    (select coalesce(jsonb_agg(business_entity_id order by business_entity_id), '[]') from user_business_entities where user_id = ${userId}) as business_entity_ids`.execute(
    reader,
  );
  return rows[0]!;
}

/**
 * The resulting lists: those sent, each id once; the main department is always one of the departments. Lists that were
 * neither sent nor follow from what was sent are left out.
 */
export function resultingLists(
  sent: Partial<UserLists>,
  mainDepartmentId: string | null | undefined,
  before: UserLists | null,
): Partial<UserLists> {
  const wanted: Partial<UserLists> = {};
  for (const name of names) if (sent[name]) wanted[name] = [...new Set(sent[name])].toSorted();
  const departments = wanted.departmentIds ?? before?.departmentIds ?? [];
  if (mainDepartmentId && !departments.includes(mainDepartmentId))
    wanted.departmentIds = [...departments, mainDepartmentId].toSorted();
  return wanted;
}

/** Replaces the lists that are given. */
export async function writeLists(tx: Tx, userId: string, wanted: Partial<UserLists>): Promise<void> {
  for (const name of names) {
    const ids = wanted[name];
    if (!ids) continue;
    const { table, column } = tables[name];
    await tx.deleteFrom(table).where('userId', '=', userId).execute();
    if (ids.length > 0)
      await tx
        .insertInto(table)
        .values(ids.map((id) => ({ userId, [column]: id })))
        .execute();
  }
}

/** The lists of `before` that `wanted` changes: for the log. */
export function replacedLists(before: UserLists, wanted: Partial<UserLists>): Partial<UserLists> {
  return Object.fromEntries(names.filter((name) => wanted[name]).map((name) => [name, before[name]]));
}
