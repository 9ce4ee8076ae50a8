import { lifeOf } from '#lib/documents/life.server.ts';
import type { Tx } from '#lib/process/database/database.server.ts';
import { Ability, type Permission } from '#lib/values/ability.ts';
import { requireCredentialChange, requireAdministratorFor } from '#lib/access/account/administrators.server.ts';
import type { Actor } from '#lib/values/actor.ts';
import { Refusal, invalid } from '#lib/values/refusal.ts';
import { sameValues } from '#lib/values/same-values.ts';
import { today } from '#lib/values/time.ts';
import { emailFaults, entryFaults, namedFaults, sendingFaults } from './check.server.ts';
import { fulfilUserRequest } from './fulfilment.server.ts';
import { askedFor, withCopied } from './asked.server.ts';
import { rolesAfter, rolesBefore, snapshotOf } from './snapshot.server.ts';
import { readSubject } from './subject.server.ts';
import { requestLists, userRequests, writeRequestLists } from './user-request.server.ts';
import { PERSON_FIELDS, userRequest, type RequestLists, type UserRequest } from './user-request.ts';
import { rolesOfIds } from '#lib/directory/rights/user-rights.server.ts';

export const userRequestLife = lifeOf(userRequest, userRequests, {
  read: (id: string) => requestLists(id),
  /** Checked whole once more, with the roles of the person whose rights are copied; 409 `nothing-changed`. */
  async send(tx, _actor, request) {
    const had = await requestLists(request.id, tx);
    const lists = { ...had, roleIds: await withCopied(request, had.roleIds, tx) };
    const subject =
      request.subjectUserId && request.kind !== 'create' ? await readSubject(request.subjectUserId, tx) : null;
    const faults = [
      ...(await entryFaults(tx, { ...request, ...had }, subject)),
      ...(await namedFaults(tx, { ...request, ...had }, subject)),
      ...sendingFaults({ ...request, ...lists }, subject),
    ];
    if (faults.length > 0) throw invalid(faults);
    const now: UserRequest = { ...request, subjectBefore: subject && { ...subject } };
    if (changesNothing(now, lists)) throw new Refusal('nothing-changed', 409);
    await writeRequestLists(tx, request.id, lists);
    return {
      asked: await askedFor(now, lists, tx),
      snapshot: snapshotOf(now, lists),
      values: { subjectBefore: now.subjectBefore, problem: null },
    };
  },
  snapshot: async (request, reader) => snapshotOf(request, await requestLists(request.id, reader)),
  beforeLast: checkLast,
  /** With the last yes the system does what was asked for, in the same transaction, unless it begins on a later day. */
  async approved(tx, actor, request) {
    if (request.startDate > today()) return { row: request, isTold: false };
    return { row: await fulfilUserRequest(tx, request, actor.requestId), isTold: true };
  },
  // Its requester has sent it; whom it is about hears of what is done, not of what was said.
  tellsSender: false,
});

export const {
  submit: submitUserRequest,
  approve: approveUserRequest,
  return: returnUserRequest,
  reject: rejectUserRequest,
  withdraw: withdrawUserRequest,
  cancel: cancelUserRequest,
  hold: holdUserRequest,
  release: releaseUserRequest,
  delete: deleteUserRequest,
} = userRequestLife;

/**
 * What is asked once more before the last yes: the address may be taken by now (409 `email-taken-meanwhile`, everything
 * stays as it is), and neither another administrator nor another address of one is made without an administrator's proof.
 */
async function checkLast(tx: Tx, actor: Actor, request: UserRequest): Promise<void> {
  const { subjectBefore } = request;
  const subject =
    request.subjectUserId && request.kind !== 'create' ? await readSubject(request.subjectUserId, tx) : null;
  if (subject?.status === 'deactivated')
    throw new Refusal('person-has-left', 409, { params: { name: subject.fullName } });
  if ((await emailFaults(tx, request, subject)).length > 0)
    throw new Refusal('email-taken-meanwhile', 409, { params: { email: request.email } });
  if (subject && request.kind === 'change' && request.email !== subjectBefore?.['email'])
    await requireCredentialChange(tx, actor, subject.id);
  const lists = await requestLists(request.id, tx);
  const [before, after] = await Promise.all(
    [rolesBefore(request), rolesAfter(request, lists)].map((ids) => rolesOfIds(ids, tx)),
  );
  requireAdministratorFor(actor, permissionsOf(before!), permissionsOf(after!));
}

const permissionsOf = (roles: readonly { status: string; permissions: Permission[] }[]): Ability =>
  new Ability(roles.filter(({ status }) => status === 'active').flatMap(({ permissions }) => permissions));

function changesNothing({ kind, subjectBefore, ...request }: UserRequest, lists: RequestLists): boolean {
  if (kind === 'create' || kind === 'suspend') return false;
  return sameValues(
    subjectBefore ?? {},
    { ...request, ...lists },
    kind === 'role-change' ? ['roleIds'] : PERSON_FIELDS,
  );
}
