import { sql } from 'kysely';
import { administrators } from '#lib/access/account/administrators.server.ts';
import { systemActor, type Actor } from '#lib/values/actor.ts';
import { Refusal } from '#lib/values/refusal.ts';
import { sameValues } from '#lib/values/same-values.ts';
import { formatDate, instantNow, today } from '#lib/values/time.ts';
import { notify } from '#lib/notifications/notify.server.ts';
import { db, transaction, type Tx } from '#lib/process/database/database.server.ts';
import { declareJob } from '#lib/process/jobs/declared.server.ts';
import { deactivateUser, suspendUser } from '#lib/directory/user/suspension.server.ts';
import { added } from './check.server.ts';
import { rolesBefore } from './snapshot.server.ts';
import { readSubject, type Subject } from './subject.server.ts';
import { requestLists, userRequests } from './user-request.server.ts';
import { userRequestPath } from './paths.ts';
import { PERSON_FIELDS, userRequest, type RequestLists, type UserRequest } from './user-request.ts';
import { makeUser, updateUser } from '#lib/directory/user/user.server.ts';

type Approved = UserRequest & RequestLists;

/**
 * The system does what an approved request asks for, through the operations of the screens and as part of the transaction
 * given: makes and invites somebody, changes facts or roles, or suspends. Whatever these refuse is refused here.
 */
export async function fulfilUserRequest(tx: Tx, request: UserRequest, requestId: string): Promise<UserRequest> {
  const by = systemActor(requestId);
  const subjectUserId = await apply[request.kind](tx, by, { ...request, ...(await requestLists(request.id, tx)) });
  return userRequests.transition(
    by,
    'fulfil',
    request,
    async () => ({ subjectUserId, fulfilledAt: instantNow(), problem: null }),
    { tx, unasked: true, after: notifyFulfilled },
  );
}

const apply: Record<UserRequest['kind'], (tx: Tx, by: Actor, request: Approved) => Promise<string>> = {
  async create(
    tx,
    by,
    {
      number,
      fullName,
      email,
      contactNumber,
      language,
      departmentId,
      jobTitle,
      roleIds,
      businessEntityIds,
      businessEntityId,
    },
  ) {
    const made = await makeUser(
      by,
      {
        username: await usernameFor(tx, email),
        fullName,
        email,
        contactNumber,
        language,
        jobTitle,
        mainDepartmentId: departmentId,
        departmentIds: [],
        roleIds,
        allEntities: false,
        businessEntityIds: businessEntityIds.length > 0 ? businessEntityIds : [businessEntityId],
      },
      { tx, params: { request: number } },
    );
    return made.id;
  },
  async change(tx, by, request) {
    const { id, version, departmentIds } = await present(tx, request);
    const { departmentId, ...wanted } = differing(request);
    const moved =
      departmentId === undefined
        ? {}
        : {
            mainDepartmentId: departmentId,
            departmentIds: departmentIds.filter((one) => one !== request.subjectBefore?.['departmentId']),
          };
    await updateUser(by, { id, version }, { ...wanted, ...moved }, tx);
    return id;
  },
  async 'role-change'(tx, by, request) {
    const { id, version, roleIds } = await present(tx, request);
    const before = rolesBefore(request);
    const [gained, lost] = [added(request.roleIds, before), added(before, request.roleIds)];
    await updateUser(
      by,
      { id, version },
      { roleIds: [...new Set([...roleIds, ...gained])].filter((one) => !lost.includes(one)) },
      tx,
    );
    return id;
  },
  async suspend(tx, by, request) {
    const { id, version } = await present(tx, request);
    await suspendUser(by, { id, version }, { reason: request.reason.slice(0, 500) }, tx);
    return id;
  },
};

/** The person as they are now; 409 `person-has-left` for somebody who has gone meanwhile. */
async function present(tx: Tx, { subjectUserId }: Approved): Promise<Subject> {
  const subject = await readSubject(subjectUserId!, tx);
  if (subject.status === 'deactivated')
    throw new Refusal('person-has-left', 409, { params: { name: subject.fullName } });
  return subject;
}

/** What the request changes: only that is applied, whatever else has changed meanwhile. */
function differing({ subjectBefore, ...request }: Approved): Record<string, unknown> & { departmentId?: string } {
  return Object.fromEntries(
    PERSON_FIELDS.filter((name) => !sameValues(subjectBefore ?? {}, request, [name])).map((name) => [
      name,
      request[name],
    ]),
  );
}

/** The part of the address before the @, with a number where somebody has that name already. */
async function usernameFor(tx: Tx, email: string): Promise<string> {
  await sql`select pg_advisory_xact_lock(hashtext('user-names'))`.execute(tx);
  const plain = email
    .split('@')[0]!
    .replaceAll(/[^a-z0-9._-]/g, '')
    .replace(/^[^a-z0-9]+/, '')
    .slice(0, 50);
  const wanted = plain.length > 1 ? plain : 'person';
  const { rows } = await sql<{
    username: string;
  }>`select username from users where left(username, ${wanted.length}) = ${wanted}`.execute(tx);
  const taken = new Set(rows.map(({ username }) => username));
  for (let count = 1; ; count += 1) {
    const name = count === 1 ? wanted : `${wanted}${count}`;
    if (!taken.has(name)) return name;
  }
}

async function notifyFulfilled(
  { id, number, kind, fullName, requesterId, version }: UserRequest,
  tx: Tx,
): Promise<void> {
  await notify(tx, {
    event: 'user-request.fulfilled',
    to: [requesterId],
    key: `user-request-fulfilled:${id}:${version}`,
    link: userRequestPath.show(id),
    entity: { name: userRequest.name, id, number },
    params: { person: fullName, kind },
  });
}

/**
 * Fulfils what begins today or earlier and ends accounts whose last day has passed; idempotent. A refusal is recorded
 * and notified once.
 */
export async function fulfilDueRequests(
  requestId: string,
  signal?: AbortSignal,
): Promise<{ fulfilled: number; expired: number; stuck: number }> {
  const done = { fulfilled: 0, expired: 0, stuck: 0 };
  for (const [act, ids] of [
    ['fulfilled', await idsOf(sql`status = 'approved' and start_date <= ${today()}`)],
    ['expired', await idsOf(ENDED)],
  ] as const) {
    for (const id of ids) {
      signal?.throwIfAborted();
      done[await oneDue(act, id, requestId)] += 1;
    }
  }
  return done;
}

const ENDED = sql<boolean>`status = 'fulfilled' and end_date < ${sql.raw(`(now() at time zone 'Asia/Singapore')::date`)} and expired_at is null`;

async function oneDue(
  act: 'fulfilled' | 'expired',
  id: string,
  requestId: string,
): Promise<'fulfilled' | 'expired' | 'stuck'> {
  try {
    await transaction(async (tx) => {
      const request = await tx
        .selectFrom('userRequests')
        .selectAll()
        .where('id', '=', id)
        .where(act === 'fulfilled' ? sql<boolean>`status = 'approved'` : ENDED)
        .forUpdate()
        .executeTakeFirst();
      if (request)
        await (act === 'fulfilled' ? fulfilUserRequest(tx, request, requestId) : expire(tx, request, requestId));
    });
    return act;
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    await recordProblem(id, error.errors[0]?.code ?? error.code, requestId);
    return 'stuck';
  }
}

/** The last day has passed: people who work here are suspended, invitations that were never accepted are withdrawn. */
async function expire(tx: Tx, request: UserRequest, requestId: string): Promise<void> {
  const by = systemActor(requestId);
  const { id, version, status } = await readSubject(request.subjectUserId!, tx);
  if (status === 'active')
    await suspendUser(by, { id, version }, { reason: `${request.number}: ${formatDate(request.endDate!)}` }, tx);
  if (status === 'invited') await deactivateUser(by, { id, version }, {}, tx);
  await userRequests.update(by, request, {}, async () => ({ expiredAt: instantNow(), problem: null }), {
    tx,
    event: 'expired',
  });
}

/**
 * The reason of a failure is stored with the request; its requester and the administrators are notified once of each.
 */
async function recordProblem(id: string, problem: string, requestId: string): Promise<void> {
  await transaction(async (tx) => {
    const request = await tx
      .selectFrom('userRequests')
      .selectAll()
      .where('id', '=', id)
      .forUpdate()
      .executeTakeFirstOrThrow();
    if (request.problem === problem) return;
    await userRequests.update(systemActor(requestId), request, {}, async () => ({ problem }), {
      tx,
      event: 'stuck',
      params: { problem },
      whileHeld: true,
    });
    await notify(tx, {
      event: 'user-request.stuck',
      to: [...new Set([request.requesterId, ...(await administrators(tx))])],
      key: `user-request-stuck:${id}:${problem}:${request.version}`,
      link: userRequestPath.show(id),
      entity: { name: userRequest.name, id, number: request.number },
      params: { person: request.fullName },
    });
  });
}

async function idsOf(condition: ReturnType<typeof sql>): Promise<string[]> {
  const { rows } = await sql<{
    id: string;
  }>`select id from user_requests where ${condition} order by start_date, id limit 500`.execute(db);
  return rows.map(({ id }) => id);
}

declareJob({
  name: 'user-requests-due',
  schedule: '5 * * * *',
  run: ({ id, signal }) => fulfilDueRequests(id, signal),
});
