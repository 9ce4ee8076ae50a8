import type { Db } from '#lib/process/database/database.server.ts';
import type { Actor } from '#lib/values/actor.ts';
import { invalidField } from '#lib/values/refusal.ts';
import type { AnyDocument } from '../document.ts';

type Values = Record<string, any>;

/** The columns that say whose a document is: its requester, its department and the business entity of that. */
export interface OwnershipColumns {
  requester: string;
  department: string;
  businessEntity: string;
}

/**
 * Where a document belongs: the business entity follows the department. With `forOthers` the department is one of the
 * requester's own, and asking for somebody else needs one of these rights. What stood before is not questioned again.
 * 422 `not-for-others`, `not-their-department` or `not-a-choice` at the field.
 */
export async function ownershipOf(
  reader: Db,
  of: AnyDocument,
  actor: Actor,
  row: Values,
  before: Values | null,
  forOthers: readonly string[] | undefined,
): Promise<Record<string, unknown>> {
  const columns = ownershipColumns(of);
  const { requester, department, businessEntity } = columns;
  const isKept = before?.[requester] === row[requester] && before?.[department] === row[department];
  if (before && isKept) return { [businessEntity]: before[businessEntity] };
  const forAnother = row[requester] !== actor.id && row[requester] !== before?.[requester];
  if (forOthers && forAnother && !actor.ability.can(of.subject, ...forOthers))
    throw invalidField(requester, 'not-for-others');
  const entityId = await businessEntityOf(reader, row[department], department);
  if (!forOthers) return { [businessEntity]: entityId };
  if (forAnother && !actor.allEntities && !actor.businessEntityIds.includes(entityId))
    throw invalidField(department, 'not-a-choice');
  await checkMember(reader, actor, row, columns);
  return { [businessEntity]: entityId };
}

/** The business entity of a department; 422 at `path` for one that is not there. */
async function businessEntityOf(reader: Db, departmentId: string, path = 'departmentId'): Promise<string> {
  const department = await reader
    .selectFrom('departments')
    .select('businessEntityId')
    .where('id', '=', departmentId)
    .executeTakeFirst();
  if (!department) throw invalidField(path, 'not-a-choice');
  return department.businessEntityId;
}

async function checkMember(
  reader: Db,
  actor: Actor,
  row: Values,
  { requester, department }: OwnershipColumns,
): Promise<void> {
  const [requesterId, departmentId] = [row[requester] as string, row[department] as string];
  // One's own departments, and those below them, are known already.
  if (actor.id === requesterId && actor.departmentTreeIds.includes(departmentId)) return;
  const person = await reader
    .selectFrom('users')
    .leftJoin('userDepartments as d', (join) =>
      join.onRef('d.userId', '=', 'users.id').on('d.departmentId', '=', departmentId),
    )
    .select('d.departmentId')
    .where('users.id', '=', requesterId)
    .executeTakeFirst();
  if (!person) throw invalidField(requester, 'not-a-choice');
  if (!person.departmentId) throw invalidField(department, 'not-their-department');
}

/** Where a declaration keeps whose its documents are. */
export const ownershipColumns = ({ requester, scope }: AnyDocument): OwnershipColumns => ({
  requester,
  department: scope!.department!,
  businessEntity: scope!.businessEntity!,
});
