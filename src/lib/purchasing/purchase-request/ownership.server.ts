import type { Actor } from '#lib/values/actor.ts';
import { invalidField } from '#lib/values/refusal.ts';
import type { Tx } from '#lib/process/database/database.server.ts';
import type { PurchaseRequest } from './purchase-request.ts';

type Placed = Pick<PurchaseRequest, 'requesterId' | 'departmentId'>;

/**
 * Where a request belongs: the business entity follows the department; the department is one of the requester's. Asking for
 * somebody else needs `create`. What stood before is not questioned again.
 */
export async function placed(
  tx: Tx,
  actor: Actor,
  request: Placed,
  before?: PurchaseRequest,
): Promise<{ businessEntityId: string }> {
  if (before && before.requesterId === request.requesterId && before.departmentId === request.departmentId)
    return { businessEntityId: before.businessEntityId };
  const forAnother = request.requesterId !== actor.id && request.requesterId !== before?.requesterId;
  if (forAnother && !actor.ability.can('PurchaseRequest', 'create'))
    throw invalidField('requesterId', 'not-for-others');
  const department = await tx
    .selectFrom('departments')
    .select('businessEntityId')
    .where('id', '=', request.departmentId)
    .executeTakeFirst();
  if (!department) throw invalidField('departmentId', 'not-a-choice');
  if (forAnother && !actor.allEntities && !actor.businessEntityIds.includes(department.businessEntityId))
    throw invalidField('departmentId', 'not-a-choice');
  await checkMember(tx, actor, request);
  return { businessEntityId: department.businessEntityId };
}

async function checkMember(tx: Tx, actor: Actor, { requesterId, departmentId }: Placed): Promise<void> {
  const person = await tx
    .selectFrom('users')
    .leftJoin('userDepartments as d', (join) =>
      join.onRef('d.userId', '=', 'users.id').on('d.departmentId', '=', departmentId),
    )
    .select('d.departmentId')
    .where('users.id', '=', requesterId)
    .executeTakeFirst();
  if (!person) throw invalidField('requesterId', 'not-a-choice');
  const below = actor.id === requesterId && actor.departmentTreeIds.includes(departmentId);
  if (!person.departmentId && !below) throw invalidField('departmentId', 'not-their-department');
}
