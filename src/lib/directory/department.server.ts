import { sql } from 'kysely';
import type { Actor } from '#lib/values/actor.ts';
import { Refusal, invalid, type FieldError } from '#lib/values/refusal.ts';
import { store } from '#lib/records/store.server.ts';
import type { ShownVersion } from '#lib/records/version.server.ts';
import type { WriteOptions } from '#lib/records/store-writing.server.ts';
import type { ReadRow } from '#lib/records/store-reading.server.ts';
import { db, type Db, type Tx } from '#lib/process/database/database.server.ts';
import { openDocuments } from '#lib/documents/ownership/open-documents.server.ts';
import { registerRecord } from '#lib/records/record-kinds.server.ts';
import { ownAppointments, ownAppointmentsIn, requireMayAppoint, type Approver } from './appointments.server.ts';
import { department, type Department, departmentPath } from './department.ts';
import { chosenTwice } from './people.server.ts';
import './user/user.ts';

declare module '#lib/process/database/database.server.ts' {
  interface Database {
    departments: Department;
    departmentApprovers: Approver & { departmentId: string };
  }
}

export const departments = store(department, {
  rights: {
    list: ['read'],
    show: ['read', 'update'],
    create: ['create'],
    update: ['update'],
    acts: { close: ['update'], reopen: ['update'] },
  },
  computed: { members: () => members },
  lists: async (id, reader) => ({ approvers: await approversOf(reader, id) }),
});

/** People who belong to a department and have not left. */
const members = sql<number>`(select count(*) from user_departments ud join users u on u.id = ud.user_id
  where ud.department_id = departments.id and u.status <> 'deactivated')`;

registerRecord({
  of: department,
  reaches: (actor, id) => departments.reaches(actor, id),
  mayAttach: (actor, id) => departments.reaches(actor, id, ['update']),
  path: departmentPath.show,
});

/** A department with its approvers, the lowest limit first. */
export async function getDepartment(
  actor: Actor,
  id: string,
): Promise<ReadRow<typeof department> & { approvers: Approver[] }> {
  return { ...(await departments.get(actor, id)), approvers: await approversOf(db, id) };
}

/** Makes a department with its approvers (right Department create); 422 with every fault at its field. */
export async function createDepartment(actor: Actor, input: unknown): Promise<Department> {
  return makeDepartment(actor, input, {});
}

/** The same as part of something larger: an import, or its dry run. */
export async function makeDepartment(actor: Actor, input: unknown, how: WriteOptions): Promise<Department> {
  return departments.create(actor, input, (entered: Entered, tx) => check(tx, actor, entered, null), {
    ...how,
    after: writeApprovers,
  });
}

/** Updates a department; approvers, when sent, replace the existing ones. */
export async function updateDepartment(actor: Actor, seen: ShownVersion, input: unknown): Promise<Department> {
  return departments.update(actor, seen, input, (after, tx, before) => check(tx, actor, after, before), {
    after: writeApprovers,
  });
}

/** Active departments that a person heads, by name. */
async function departmentsHeadedBy(
  userId: string,
  reader: Db = db,
): Promise<{ id: string; name: string; version: number; deputyHeadId: string | null }[]> {
  return reader
    .selectFrom('departments')
    .select(['id', 'name', 'version', 'deputyHeadId'])
    .where('status', '=', 'active')
    .where('headUserId', '=', userId)
    .orderBy('name')
    .execute();
}

/**
 * Makes an active person the head of every department that another heads, as part of removing that one; returns their
 * names. Checks the actor's right on departments, and refuses the actor as `ownAppointments` does. A deputy who becomes
 * the head is no deputy any more.
 */
export async function replaceHead(tx: Tx, actor: Actor, from: string, to: string): Promise<string[]> {
  const headed = await departmentsHeadedBy(from, tx);
  const faults = ownAppointments(actor, to === actor.id && headed.length > 0 ? ['headId'] : []);
  if (faults.length > 0) throw invalid(faults);
  for (const { name: _, deputyHeadId, ...seen } of headed) {
    await departments.update(
      actor,
      seen,
      { headUserId: to, ...(deputyHeadId === to && { deputyHeadId: null }) },
      undefined,
      { tx },
    );
  }
  return headed.map(({ name }) => name);
}

/**
 * Closes a department without members, active subdepartments and open documents: drafts, pending approvals or purchases
 * in progress.
 */
export async function closeDepartment(actor: Actor, seen: ShownVersion): Promise<Department> {
  return departments.transition(actor, 'close', seen, async (before, tx) => {
    const { rows } = await sql<{ members: number; below: number; documents: number }>`
      select ${members} as members, (select count(*) from departments d where d.parent_id = departments.id and d.status = 'active') as below,
        (select count(*) from (select doc_id from approval_instances where department_id = departments.id and status = 'running'
          union select doc_id from (${openDocuments()}) d where d.department_id = departments.id) open) as documents
      from departments where id = ${before.id}`.execute(tx);
    const { members: count, below, documents } = rows[0]!;
    if (count > 0) throw new Refusal('department-has-members', 409, { params: { count } });
    if (below > 0) throw new Refusal('department-has-departments', 409, { params: { count: below } });
    if (documents > 0) throw new Refusal('department-has-open-documents', 409, { params: { count: documents } });
  });
}

/** Opens a closed department again (right Department update); 409 `state-changed` for one that is open. */
export async function reopenDepartment(actor: Actor, seen: ShownVersion): Promise<Department> {
  return departments.transition(actor, 'reopen', seen);
}

type Entered = Department & { approvers?: Approver[] };

/** The deputy is not the head, each approver is listed once, and nobody appoints themselves (`own-appointment`). */
async function check(tx: Tx, actor: Actor, entered: Entered, before: Department | null): Promise<void> {
  const had = before && { ...before, approvers: await approversOf(tx, before.id) };
  const after = { ...entered, approvers: entered.approvers ?? had?.approvers ?? [] };
  const faults: FieldError[] = chosenTwice('approvers', after.approvers);
  if (after.deputyHeadId && after.deputyHeadId === after.headUserId)
    faults.push({ path: 'deputyHeadId', code: 'same-as-head' });
  faults.push(...(await ownAppointmentsIn(tx, actor, after, had)));
  if (faults.length > 0) throw invalid(faults);
  requireMayAppoint(actor, after, had);
}

async function approversOf(reader: Db, departmentId: string): Promise<Approver[]> {
  return reader
    .selectFrom('departmentApprovers')
    .select(['userId', 'limitCents'])
    .where('departmentId', '=', departmentId)
    .orderBy('limitCents')
    .orderBy('userId')
    .execute();
}

/** Writes the list when it was sent; when left out it stays unchanged. */
async function writeApprovers({ id, approvers }: Pick<Entered, 'id' | 'approvers'>, tx: Tx): Promise<void> {
  if (!approvers) return;
  await tx.deleteFrom('departmentApprovers').where('departmentId', '=', id).execute();
  if (approvers.length > 0)
    await tx
      .insertInto('departmentApprovers')
      .values(approvers.map((approver) => ({ departmentId: id, ...approver })))
      .execute();
}
