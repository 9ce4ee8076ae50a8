import { z } from 'zod';
import { Ability, type Permission } from '#lib/access/ability.ts';
import { guardSignInOf, isAloneAsAdministrator, requireAdministratorFor } from '#lib/access/administrators.server.ts';
import type { Actor } from '#lib/access/actor.ts';
import { decide, startApproval, type Decision, type Instance } from '#lib/approvals/approvals.server.ts';
import { DECISION_ACTS, DECISION_EVENTS, commentSchema, stepParams } from '#lib/approvals/decision-entry.ts';
import { decidedMeanwhile } from '#lib/approvals/meanwhile.server.ts';
import { tellAsked, tellEnded } from '#lib/approvals/telling.server.ts';
import { parse } from '#lib/kernel/parse.ts';
import { Refusal, invalid } from '#lib/kernel/refusal.ts';
import { sameValues } from '#lib/kernel/same-values.ts';
import type { Seen, WriteOptions } from '#lib/kernel/store.server.ts';
import { today } from '#lib/kernel/time.ts';
import { issueNumber } from '#lib/numbering/numbering.server.ts';
import { transaction, type Tx } from '#lib/platform/database.server.ts';
import { recordKind } from '#lib/platform/record-kinds.server.ts';
import { watchersWhoMayOpen } from '#lib/platform/watchers.server.ts';
import { emailFaults, entryFaults, sendingFaults } from './user-request-check.server.ts';
import { fulfilUserRequest } from './user-request-fulfilment.server.ts';
import { askedFor, rolesAfter, rolesBefore, snapshotOf } from './user-request-snapshot.server.ts';
import { readSubject } from './user-request-subject.server.ts';
import { DOC_TYPE, requestLists, userRequests, writeRequestLists } from './user-request.server.ts';
import { PERSON_FIELDS, userRequest, type RequestLists, type UserRequest } from './user-request.ts';
import { rolesHeldBy, rolesOfIds } from './user-rights.server.ts';

const decisionSchema = z.object({ comment: commentSchema });

/**
 * Sends a request for approval: checks it whole once more, takes in the roles of the person whose rights are copied, gives
 * the number and asks the first people. Every fault at once (422); 409 `nothing-changed`, `no-approval-policy`, `nobody-to-approve`.
 */
export async function submitUserRequest(actor: Actor, seen: Seen): Promise<UserRequest> {
  const told: WriteOptions = { params: {}, after: askedHears };
  return userRequests.transition(
    actor,
    'submit',
    seen,
    async (request, tx) => {
      if (request.requesterId !== actor.id) throw new Refusal('not-your-request', 403);
      const had = await requestLists(request.id, tx);
      const lists = { ...had, roleIds: await withCopied(tx, request, had.roleIds) };
      const subject =
        request.subjectUserId && request.kind !== 'create' ? await readSubject(request.subjectUserId, tx) : null;
      const faults = [
        ...(await entryFaults(tx, { ...request, ...had }, subject)),
        ...sendingFaults({ ...request, ...lists }, subject),
      ];
      if (faults.length > 0) throw invalid(faults);
      const now = { ...request, subjectBefore: subject && { ...subject } } as UserRequest;
      if (changesNothing(now, lists)) throw new Refusal('nothing-changed', 409);
      await writeRequestLists(tx, request.id, lists);
      const again = request.status === 'returned';
      const revision = again ? request.revision + 1 : request.revision;
      Object.assign(told, { event: again ? 'submit-again' : 'submit', params: { revision } });
      await startApproval(tx, {
        ...(await askedFor(now, lists, tx)),
        senderId: await notAsked(tx, actor, request),
        docId: request.id,
        revision,
        snapshot: snapshotOf(now, lists),
      });
      return {
        revision,
        subjectBefore: now.subjectBefore,
        problem: null,
        submittedAt: new Date().toISOString(),
        // Last: the lock on the series is held no longer than it must be.
        number: request.number ?? (await issueNumber(tx, DOC_TYPE, request.businessEntityId, request.id)),
      };
    },
    told,
  );
}

/** Whom it is about decides on it as little as whoever asks: nobody changes what they themselves may do, but who alone administers. */
async function notAsked(tx: Tx, actor: Actor, { subjectUserId }: UserRequest): Promise<string> {
  return subjectUserId && !(await isAloneAsAdministrator(tx, subjectUserId)) ? subjectUserId : actor.id;
}

/** The actor's yes. With the last one the system does what was asked for, in the same transaction, unless it begins on a later day. */
export function approveUserRequest(actor: Actor, seen: Seen, input: unknown): Promise<UserRequest> {
  return decided(actor, seen, 'approved', input);
}

/** Sends the request back to its requester with a comment; the number stays. */
export function returnUserRequest(actor: Actor, seen: Seen, input: unknown): Promise<UserRequest> {
  return decided(actor, seen, 'returned', input);
}

/** The end of the request, with a comment. */
export function rejectUserRequest(actor: Actor, seen: Seen, input: unknown): Promise<UserRequest> {
  return decided(actor, seen, 'rejected', input);
}

/** Whoever has an open task may decide, by the task and not by a right; 409 `decided-meanwhile` when another was faster. */
async function decided(actor: Actor, seen: Seen, decision: Decision, input: unknown): Promise<UserRequest> {
  const { comment } = parse(decisionSchema, input);
  const watchers = await watchersWhoMayOpen(actor, recordKind(userRequest.name)!, seen.id);
  const written = transaction(async (tx) => {
    await userRequests.get(actor, seen.id, undefined, tx);
    const params: Record<string, unknown> = comment ? { comment } : {};
    const how: WriteOptions & { unasked: true } = {
      tx,
      unasked: true,
      event: DECISION_EVENTS[decision],
      params,
      after: askedHears,
    };
    const outcome: { ended?: Instance } = {};
    const row = await userRequests.transition(
      actor,
      DECISION_ACTS[decision],
      seen,
      async (request) => {
        const result = await decide(tx, actor, { docType: DOC_TYPE, docId: request.id }, decision, comment);
        if (result.ended) outcome.ended = result.instance;
        if (result.ended === 'approved') await checkLast(tx, actor, request);
        how.onBehalfOf = result.task.onBehalfOf;
        Object.assign(params, stepParams(actor, result.instance, result.task));
      },
      how,
    );
    const { ended } = outcome;
    if (!ended) return row;
    if (decision !== 'approved') return told(tx, actor, row, ended, decision, comment, watchers);
    const approved = await userRequests.transition(actor, 'approve', row, undefined, {
      tx,
      unasked: true,
      onBehalfOf: how.onBehalfOf,
    });
    if (approved.startDate > today()) return told(tx, actor, approved, ended, decision, comment, watchers);
    return fulfilUserRequest(tx, approved, actor.requestId);
  });
  return written.catch(async (error: unknown) => {
    throw await decidedMeanwhile(error, actor, DOC_TYPE, seen.id);
  });
}

async function told(
  tx: Tx,
  actor: Actor,
  row: UserRequest,
  ended: Instance,
  decision: Decision,
  comment: string | null,
  watchers: readonly string[],
): Promise<UserRequest> {
  // Its requester has sent it; whom it is about hears of what is done, not of what was said.
  await tellEnded(tx, actor, { ...ended, senderId: null }, decision, comment, watchers);
  return row;
}

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
    await guardSignInOf(tx, actor, subject.id);
  const lists = await requestLists(request.id, tx);
  const [before, after] = await Promise.all(
    [rolesBefore(request), rolesAfter(request, lists)].map((ids) => rolesOfIds(ids, tx)),
  );
  requireAdministratorFor(actor, permissionsOf(before!), permissionsOf(after!));
}

const permissionsOf = (roles: readonly { status: string; permissions: Permission[] }[]): Ability =>
  new Ability(roles.filter(({ status }) => status === 'active').flatMap(({ permissions }) => permissions));

/** The roles wanted, and those that the person whose rights are copied has today. */
async function withCopied(tx: Tx, { copyRightsFromId }: UserRequest, roleIds: readonly string[]): Promise<string[]> {
  const copied = copyRightsFromId
    ? (await rolesHeldBy(copyRightsFromId, tx)).filter(({ status }) => status === 'active').map(({ id }) => id)
    : [];
  return [...new Set([...roleIds, ...copied])].toSorted();
}

function changesNothing({ kind, subjectBefore, ...request }: UserRequest, lists: RequestLists): boolean {
  if (kind === 'create' || kind === 'suspend') return false;
  return sameValues(
    subjectBefore ?? {},
    { ...request, ...lists },
    kind === 'role-change' ? ['roleIds'] : PERSON_FIELDS,
  );
}

/** Whoever is asked now hears of it: by now the request has its number. */
async function askedHears({ id }: UserRequest, tx: Tx): Promise<void> {
  await tellAsked(tx, DOC_TYPE, id);
}
