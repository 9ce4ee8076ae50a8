import { sql } from 'kysely';
import type { Actor } from '#lib/access/actor.ts';
import { Refusal, invalid, invalidField, type FieldError } from '#lib/kernel/refusal.ts';
import { store, type ReadRow, type Seen, type WriteOptions } from '#lib/kernel/store.server.ts';
import { db, transaction, type Db, type Tx } from '#lib/platform/database.server.ts';
import { openPapers } from '#lib/platform/open-papers.server.ts';
import { registerRecord } from '#lib/platform/record-kinds.server.ts';
import { department, type Department } from './department.ts';
import { chosenTwice, notActive } from './people.server.ts';

interface Approver {
  userId: string;
  limitCents: number;
}

declare module '#lib/platform/database.server.ts' {
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
});

/** People who belong to a department and have not left. */
const members = sql<number>`(select count(*) from user_departments ud join users u on u.id = ud.user_id
  where ud.department_id = departments.id and u.status <> 'deactivated')`;

registerRecord({
  of: department,
  reaches: (actor, id) => departments.reaches(actor, id),
  mayAttach: (actor, id) => departments.reaches(actor, id, ['update']),
  path: (id) => `/directory/departments/${id}/edit`,
});

/** A department with its approvers, the lowest limit first. */
export async function getDepartment(
  actor: Actor,
  id: string,
): Promise<ReadRow<typeof department> & { approvers: Approver[] }> {
  return { ...(await departments.get(actor, id)), approvers: await approversOf(db, id) };
}

export async function createDepartment(actor: Actor, input: unknown): Promise<Department> {
  return makeDepartment(actor, input, {});
}

/** The same as part of something larger: an import, or its dry run. */
export async function makeDepartment(actor: Actor, input: unknown, how: WriteOptions): Promise<Department> {
  return departments.create(actor, input, (entered, tx) => check(tx, entered, entered), {
    ...how,
    after: writeApprovers,
  });
}

/** Changes a department; approvers, when sent, replace those that stand. */
export async function updateDepartment(actor: Actor, seen: Seen, input: unknown): Promise<Department> {
  const sent = (input ?? {}) as Partial<Entered>;
  return transaction(async (own) => {
    if (sent.parentId) await lockTree(own);
    return departments.update(
      actor,
      seen,
      input,
      async (after, tx) => {
        await check(tx, after as never, sent);
        return { beforeLists: sent.approvers ? { approvers: await approversOf(tx, seen.id) } : {} };
      },
      { after: writeApprovers, tx: own },
    );
  });
}

/** Departments in use that a person heads, by name. */
export async function headedBy(
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
 * Puts an active person at the head of every department that another heads, as part of what takes that one out; their
 * names. Asks the actor's right on departments. Whoever was the deputy is none any more.
 */
export async function replaceHead(tx: Tx, actor: Actor, from: string, to: string): Promise<string[]> {
  const headed = await headedBy(from, tx);
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

/** Closes a department that nobody belongs to, with no active department below it and no paper of it open: begun, being decided or being bought. */
export async function closeDepartment(actor: Actor, seen: Seen): Promise<Department> {
  return departments.transition(actor, 'close', seen, async (before, tx) => {
    const { rows } = await sql<{ members: number; below: number; papers: number }>`
      select ${members} as members, (select count(*) from departments d where d.parent_id = departments.id and d.status = 'active') as below,
        (select count(*) from (select doc_id from approval_instances where department_id = departments.id and status = 'running'
          union select doc_id from (${openPapers()}) p where p.department_id = departments.id) open) as papers
      from departments where id = ${before.id}`.execute(tx);
    const { members: count, below, papers } = rows[0]!;
    if (count > 0) throw new Refusal('department-has-members', 409, { params: { count } });
    if (below > 0) throw new Refusal('department-has-departments', 409, { params: { count: below } });
    if (papers > 0) throw new Refusal('department-has-open-papers', 409, { params: { count: papers } });
  });
}

export async function reopenDepartment(actor: Actor, seen: Seen): Promise<Department> {
  return departments.transition(actor, 'reopen', seen);
}

type Entered = Department & { approvers: Approver[] };

/** Head, deputy and approvers are active people, each approver once; a department is not below itself. */
async function check(tx: Tx, entered: Entered, sent: Partial<Entered>): Promise<void> {
  const { headUserId, deputyHeadId, approvers = [] } = entered;
  const asked = [
    ...('headUserId' in sent ? [{ path: 'headUserId', id: headUserId }] : []),
    ...('deputyHeadId' in sent && deputyHeadId ? [{ path: 'deputyHeadId', id: deputyHeadId }] : []),
    ...('approvers' in sent
      ? approvers.map(({ userId }, index) => ({ path: `approvers.${index}.userId`, id: userId }))
      : []),
  ];
  const faults: FieldError[] = [...(await notActive(tx, asked)), ...chosenTwice('approvers', approvers)];
  if (deputyHeadId && deputyHeadId === headUserId) faults.push({ path: 'deputyHeadId', code: 'same-as-head' });
  if (faults.length > 0) throw invalid(faults);
  if (sent.parentId) await checkTree(tx, entered.id, sent.parentId);
}

/** One change of the tree at a time: two that are right each for itself could make a ring together. Taken before any row. */
async function lockTree(tx: Tx): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtext('department-tree'))`.execute(tx);
}

async function checkTree(tx: Tx, id: string, parentId: string): Promise<void> {
  const { rows } = await sql<{ ring: boolean; closed: boolean }>`
    with recursive above as (
      select d.id, d.parent_id, d.status from departments d where d.id = ${parentId}
      union select d.id, d.parent_id, d.status from departments d join above on d.id = above.parent_id
    ) select bool_or(id = ${id}) as ring, bool_or(id = ${parentId} and status = 'closed') as closed from above`.execute(
    tx,
  );
  if (rows[0]?.ring) throw invalidField('parentId', 'below-itself');
  if (rows[0]?.closed) throw invalidField('parentId', 'closed-department');
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

/** Writes the list when it was sent; a list left out stays as it is. */
async function writeApprovers({ id, approvers }: Partial<Entered>, tx: Tx): Promise<void> {
  if (!approvers) return;
  await tx.deleteFrom('departmentApprovers').where('departmentId', '=', id!).execute();
  if (approvers.length > 0)
    await tx
      .insertInto('departmentApprovers')
      .values(approvers.map((approver) => ({ departmentId: id!, ...approver })))
      .execute();
}
