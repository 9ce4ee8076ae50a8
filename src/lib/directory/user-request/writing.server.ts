import { z } from 'zod';
import type { Actor } from '#lib/values/actor.ts';
import { inputSchema } from '#lib/records/entity.ts';
import { parse } from '#lib/values/parse.ts';
import { Refusal, invalid, notAuthorized, notFound } from '#lib/values/refusal.ts';
import type { Seen } from '#lib/records/version.server.ts';
import type { WriteOptions } from '#lib/records/store-writing.server.ts';
import { db, transaction, type Tx } from '#lib/process/database/database.server.ts';
import { watch } from '#lib/on-records/watchers.server.ts';
import { registrationFor, takeUpRegistration } from './registrations.server.ts';
import { entryFaults, type Wanted } from './check.server.ts';
import { readSubject, subjectFor, type Subject } from './subject.server.ts';
import { ownUserRequest, requestLists, userRequests, writeRequestLists } from './user-request.server.ts';
import { REQUEST, userRequest, type RequestLists, type UserRequest } from './user-request.ts';

type Entered = Omit<Wanted, 'id'> & { reason: string };
const aboutSchema = z.object({
  kind: userRequest.fields.kind.schema,
  subjectUserId: z.preprocess((value) => value || null, z.uuid('not-a-choice').nullable()),
});

/**
 * Writes a draft (right request-user-creation). A request about somebody begins with that person's present values; what is
 * left out stays as it is. 404 for whom the actor may ask nothing about.
 */
export function createUserRequest(actor: Actor, input: unknown): Promise<UserRequest> {
  return makeUserRequest(actor, input, {});
}

/** The same for somebody who asked on the page for visitors; 409 `registration-answered` when that was answered meanwhile. */
export function createFromRegistration(actor: Actor, registrationId: string, input: unknown): Promise<UserRequest> {
  return transaction(async (tx) => {
    await registrationFor(actor, registrationId);
    const made = await makeUserRequest(actor, { ...(input as object), kind: 'create' }, { tx });
    await takeUpRegistration(tx, actor, registrationId);
    return made;
  });
}

/** The same as part of something larger: an import, or its dry run. */
export async function makeUserRequest(actor: Actor, input: unknown, how: WriteOptions): Promise<UserRequest> {
  if (!actor.ability.can('UserCreationRequest', ...REQUEST)) throw notAuthorized();
  const { kind, subjectUserId } = parse(aboutSchema, input);
  const subject = kind === 'create' ? null : await subjectFor(actor, needed(subjectUserId), how.tx ?? db);
  const sent = { ...(subject ? prefilled(actor, subject) : { language: 'en' }), ...present(input) };
  const lists = listsIn(sent);
  return userRequests.create(
    actor,
    sent,
    async (entered: Entered & { id: string }, tx) => {
      await check(tx, actor, { ...entered, ...lists }, subject);
      const before = subject && { ...subject };
      return {
        requesterId: actor.id,
        businessEntityId: await entityOf(tx, entered.departmentId),
        subjectUserId: subject?.id ?? null,
        subjectBefore: before,
      };
    },
    {
      ...how,
      takenFrom: subject,
      also: { ...lists },
      after: async ({ id }: UserRequest, tx) => {
        await writeRequestLists(tx, id, lists);
        await watch(tx, userRequest.name, id, [actor.id]);
      },
    },
  );
}

/** Changes a request that is still the requester's to change: a draft, or one that came back. */
export async function updateUserRequest(actor: Actor, seen: Seen, input: unknown): Promise<UserRequest> {
  const before = await ownUserRequest(actor, seen.id);
  if (!['draft', 'returned'].includes(before.status))
    throw new Refusal(before.status === 'pending-approval' ? 'locked-while-deciding' : 'state-changed', 409);
  const sent = present(input);
  const lists = Object.fromEntries(Object.entries(listsIn(sent)).filter(([name]) => name in sent));
  return transaction(async (tx) => {
    const had = await requestLists(seen.id, tx);
    const subject = before.subjectUserId ? await readSubject(before.subjectUserId, tx) : null;
    return userRequests.update(
      actor,
      seen,
      sent,
      async (request) => {
        if ((request.kind === 'create') !== (subject === null)) throw invalid([{ path: 'kind', code: 'not-a-choice' }]);
        await check(tx, actor, { ...(request as UserRequest), ...had, ...lists }, subject, before.copyRightsFromId);
        return {
          businessEntityId: await entityOf(tx, request.departmentId),
          ...(subject && { subjectBefore: { ...subject } }),
        };
      },
      { tx, takenFrom: subject, also: lists, after: async ({ id }) => writeRequestLists(tx, id, lists) },
    );
  });
}

/** The values with which the form about somebody begins. */
export function prefilled(
  actor: Actor,
  { fullName, email, contactNumber, language, departmentId, jobTitle, roleIds, businessEntityIds }: Subject,
): Record<string, unknown> {
  return {
    fullName,
    email,
    contactNumber,
    language,
    departmentId: departmentId ?? actor.mainDepartmentId,
    jobTitle,
    roleIds,
    businessEntityIds,
  };
}

async function check(
  tx: Tx,
  actor: Actor,
  wanted: Wanted,
  subject: Subject | null,
  copiedBefore: string | null = null,
): Promise<void> {
  if (wanted.copyRightsFromId && wanted.copyRightsFromId !== copiedBefore)
    await subjectFor(actor, wanted.copyRightsFromId, tx);
  const faults = await entryFaults(tx, wanted, subject);
  if (faults.length > 0) throw invalid(faults);
}

async function entityOf(tx: Tx, departmentId: string): Promise<string> {
  const department = await tx
    .selectFrom('departments')
    .select('businessEntityId')
    .where('id', '=', departmentId)
    .executeTakeFirst();
  if (!department) throw invalid([{ path: 'departmentId', code: 'not-a-choice' }]);
  return department.businessEntityId;
}

/** Each id once, in a steady order. */
function listsIn(sent: Record<string, unknown>): RequestLists {
  const { roleIds, businessEntityIds } = parse(inputSchema(userRequest, ['roleIds', 'businessEntityIds']), sent);
  return { roleIds: [...new Set(roleIds)].toSorted(), businessEntityIds: [...new Set(businessEntityIds)].toSorted() };
}

function needed(subjectUserId: string | null): string {
  if (!subjectUserId) throw notFound();
  return subjectUserId;
}

function present(input: unknown): Record<string, unknown> {
  return Object.fromEntries(Object.entries((input ?? {}) as object).filter(([, value]) => value !== undefined));
}
