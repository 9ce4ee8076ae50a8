import { requireStepUpOfPeople } from '#lib/access/session/step-up.server.ts';
import { sql } from 'kysely';
import { v7 as uuid, validate } from 'uuid';
import { actorOfPerson } from '#lib/access/session/actor.server.ts';
import { isSignedIn, personId, type Actor } from '#lib/values/actor.ts';
import { logActivity } from '#lib/activity/activity.server.ts';
import { inputSchema, type InputOf } from '#lib/records/entity.ts';
import { takeKey } from '#lib/records/idempotency.server.ts';
import { parse } from '#lib/values/parse.ts';
import { Refusal, invalid, notAuthorized, notFound, type FieldError } from '#lib/values/refusal.ts';
import { db, transaction, type Db, type Tx } from '#lib/process/database/database.server.ts';
import type { Stamps, Table } from '#lib/process/database/table.ts';
import { approvalDelegation, type ApprovalDelegation, type NamedDelegation } from './approval-delegation.ts';
import { returnTasks, addDelegateToTasks } from './delegation-tasks.server.ts';
import { approvalKinds } from '#lib/approvals/kinds.server.ts';
import { notifyOfDelegation } from '#lib/approvals/approval-notices.server.ts';

declare module '#lib/process/database/database.server.ts' {
  interface Database {
    approvalDelegations: Table<ApprovalDelegation, Stamps | 'docTypes'>;
  }
}

export type DelegationEnd = 'by-hand' | 'over' | 'not-active';

type Entered = InputOf<typeof approvalDelegation>;

/**
 * Whether the actor may appoint this person's delegate: for oneself, or as somebody who updates people and decides who
 * approves.
 */
export const mayDelegateFor = (actor: Actor, userId: string): boolean =>
  isSignedIn(actor) &&
  (actor.id === userId || (actor.ability.can('User', 'update') && actor.ability.can('ApprovalPolicy', 'update')));

/**
 * Names a delegate for the actor, or for `fromUserId`; what waits already is taken along when the time begins. 422 at
 * the entries (to oneself, for another to the actor, to somebody who is not active or may not open such documents), 403
 * `step-up-needed` for another, 409 `delegation-overlaps` for a second delegate at once, `delegation-chained` for one
 * who is away or whose place the person takes.
 */
export async function createDelegation(
  actor: Actor,
  input: unknown,
  fromUserId: string = actor.id,
): Promise<ApprovalDelegation> {
  if (!mayDelegateFor(actor, fromUserId)) throw notAuthorized();
  if (fromUserId !== actor.id) requireStepUpOfPeople(actor);
  const entered = parse(inputSchema(approvalDelegation), input);
  const now = new Date().toISOString();
  // What has begun begins now: nothing is decided for anybody in the past.
  const delegation = { ...entered, fromUserId, fromAt: entered.fromAt > now ? entered.fromAt : now };
  const faults = await faultsOf(delegation, now);
  // Nobody takes the decisions of another by their own hand.
  if (fromUserId !== actor.id && entered.toUserId === actor.id) faults.push({ path: 'toUserId', code: 'to-yourself' });
  if (faults.length > 0) throw invalid(faults);
  return transaction(async (tx) => {
    const id = uuid();
    await takeKey(tx, actor, approvalDelegation, id);
    await refuseConflict(delegation, tx);
    const values = {
      id,
      ...delegation,
      status: 'active' as const,
      createdBy: personId(actor),
      updatedBy: personId(actor),
    };
    const made = await tx.insertInto('approvalDelegations').values(values).returningAll().executeTakeFirstOrThrow();
    const named = await namedDelegation(made.id, tx);
    await notifyOfDelegation(tx, actor, named, 'made');
    if (made.fromAt <= now) await addDelegateToTasks(tx, actor, made);
    await noteDelegation(tx, actor, named, 'delegation-made');
    return made;
  }).catch(async (error: unknown) => {
    // Somebody appointed another at the same moment: the exclusion constraint noticed, and now the name is known.
    if ((error as { code?: string }).code === '23P01') await refuseConflict(delegation, db);
    throw error;
  });
}

/**
 * Ends a delegation before its time: by either of the two, or by somebody who changes people. What was open goes back.
 */
export async function endDelegation(actor: Actor, id: string): Promise<void> {
  if (!validate(id)) throw notFound();
  await transaction(async (tx) => {
    const delegation = await tx
      .selectFrom('approvalDelegations')
      .selectAll()
      .where('id', '=', id)
      .forUpdate()
      .executeTakeFirst();
    if (!delegation || (delegation.toUserId !== actor.id && !mayDelegateFor(actor, delegation.fromUserId)))
      throw notFound();
    if (delegation.status !== 'active') throw new Refusal('state-changed', 409);
    await closeDelegation(tx, actor, delegation, 'by-hand');
  });
}

/** Ends every delegation to a person and of that person: part of suspending and deactivating. */
export async function endDelegationsOf(tx: Tx, actor: Actor, userId: string): Promise<number> {
  const { rows } =
    await sql<ApprovalDelegation>`select * from approval_delegations where status = 'active' and ${userId} in (from_user_id, to_user_id) order by id for update`.execute(
      tx,
    );
  for (const delegation of rows) await closeDelegation(tx, actor, delegation, 'not-active');
  return rows.length;
}

/** Ends a delegation that is locked: pending tasks of the delegate return to the person. Returns how many. */
export async function closeDelegation(
  tx: Tx,
  actor: Actor,
  delegation: ApprovalDelegation,
  reason: DelegationEnd,
): Promise<number> {
  const now = new Date().toISOString();
  await tx
    .updateTable('approvalDelegations')
    .set({
      status: 'ended',
      endedAt: now,
      endedBy: personId(actor),
      endedReason: reason,
      updatedAt: now,
      updatedBy: personId(actor),
      version: delegation.version + 1,
    })
    .where('id', '=', delegation.id)
    .execute();
  const returned = reason === 'not-active' ? 0 : await returnTasks(tx, actor, delegation);
  const named = await namedDelegation(delegation.id, tx);
  if (reason !== 'over') await notifyOfDelegation(tx, actor, named, 'ended');
  await noteDelegation(tx, actor, named, 'delegation-ended');
  return returned;
}

/** The delegations of a person and to that person which hold now or are to come, then the last ones that ended. */
export async function delegationsOf(actor: Actor, userId: string): Promise<NamedDelegation[]> {
  if (!mayDelegateFor(actor, userId)) throw notAuthorized();
  const { rows } =
    await sql<NamedDelegation>`${named} where ${userId} in (d.from_user_id, d.to_user_id) order by d.status, case when d.status = 'active' then d.from_at end, d.ended_at desc, d.id limit 20`.execute(
      db,
    );
  return rows;
}

/** The people for whom the actor stands in now. */
export async function delegationsTo(actor: Actor): Promise<NamedDelegation[]> {
  const { rows } =
    await sql<NamedDelegation>`${named} where d.to_user_id = ${actor.id} and d.status = 'active' and d.from_at <= now() and d.to_at > now() order by d.to_at`.execute(
      db,
    );
  return rows;
}

const named = sql`select d.*, f.full_name as from_name, t.full_name as to_name from approval_delegations d join users f on f.id = d.from_user_id join users t on t.id = d.to_user_id`;

async function namedDelegation(id: string, tx: Tx): Promise<NamedDelegation> {
  return (await sql<NamedDelegation>`${named} where d.id = ${id}`.execute(tx)).rows[0]!;
}

async function faultsOf(
  { fromUserId, toUserId, fromAt, toAt, docTypes }: Entered & { fromUserId: string },
  now: string,
): Promise<FieldError[]> {
  const faults: FieldError[] = [];
  if (toUserId === fromUserId) faults.push({ path: 'toUserId', code: 'to-oneself' });
  if (toAt <= now) faults.push({ path: 'toAt', code: 'over-already' });
  else if (toAt <= fromAt) faults.push({ path: 'toAt', code: 'before-the-start' });
  if (!(await actorOfPerson(fromUserId))) faults.push({ path: 'toUserId', code: 'absent-not-active' });
  const delegate = await actorOfPerson(toUserId);
  if (!delegate) return [...faults, { path: 'toUserId', code: 'not-active' }];
  const kinds = approvalKinds();
  const shut = kinds.filter((kind) => docTypes.includes(kind.docType) && !kind.isOpenTo(delegate));
  const unknown = docTypes.some((docType) => !kinds.some((kind) => kind.docType === docType));
  if (unknown) faults.push({ path: 'docTypes', code: 'not-a-choice' });
  if (shut.length > 0)
    faults.push({ path: 'docTypes', code: 'cannot-open-these', params: { name: delegate.fullName } });
  else if (!kinds.some((kind) => kind.isOpenTo(delegate)))
    faults.push({ path: 'toUserId', code: 'cannot-open-any', params: { name: delegate.fullName } });
  return faults;
}

/** 409 with the names when this delegation and another overlap; the rule is a constraint of the database. */
async function refuseConflict(
  { fromUserId, toUserId, fromAt, toAt, docTypes }: Entered & { fromUserId: string },
  reader: Db,
): Promise<void> {
  const { rows } = await sql<NamedDelegation>`${named}
    where d.status = 'active' and tstzrange(d.from_at, d.to_at) && tstzrange(${fromAt}, ${toAt}) and (d.doc_types = '{}' or ${docTypes.length === 0} or d.doc_types && ${docTypes}::text[])
      and (d.from_user_id in (${fromUserId}, ${toUserId}) or d.to_user_id = ${fromUserId}) order by d.from_at limit 1`.execute(
    reader,
  );
  const other = rows[0];
  if (!other) return;
  const params = { from: other.fromName, to: other.toName, fromAt: other.fromAt, toAt: other.toAt };
  if (other.fromUserId === fromUserId) throw new Refusal('delegation-overlaps', 409, { params });
  throw new Refusal(other.fromUserId === toUserId ? 'delegate-is-away' : 'delegate-already', 409, { params });
}

async function noteDelegation(
  tx: Tx,
  actor: Actor,
  { fromUserId, toName, fromName, fromAt, toAt, endedReason }: NamedDelegation,
  event: string,
): Promise<void> {
  await logActivity(
    actor,
    {
      event: `user.${event}`,
      subject: 'User',
      entity: 'user',
      entityId: fromUserId,
      entityNumber: fromName,
      params: { to: toName, fromAt, toAt, ...(endedReason && { why: endedReason }) },
    },
    tx,
  );
}
