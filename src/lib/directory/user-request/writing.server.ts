import { z } from 'zod';
import type { Actor } from '#lib/values/actor.ts';
import { inputSchema } from '#lib/records/entity.ts';
import { parse } from '#lib/values/parse.ts';
import { invalid, notAuthorized, notFound } from '#lib/values/refusal.ts';
import type { ShownVersion } from '#lib/records/version.server.ts';
import type { WriteOptions } from '#lib/records/store-writing.server.ts';
import { db, inTransaction, type Tx } from '#lib/process/database/database.server.ts';
import { writerOf } from '#lib/documents/document-writing.server.ts';
import { registrationFor, takeUpRegistration } from '#lib/directory/registrations.server.ts';
import { entryFaults, type Wanted } from './check.server.ts';
import { readSubject, subjectFor, type Subject } from './subject.server.ts';
import { ownUserRequest, requestLists, userRequests, writeRequestLists } from './user-request.server.ts';
import { REQUEST, userRequest, type RequestLists, type UserRequest } from './user-request.ts';

const aboutSchema = z.object({
  kind: userRequest.fields.kind.schema,
  subjectUserId: z.preprocess((value) => value || null, z.uuid('not-a-choice').nullable()),
});
const registrationSchema = z.object({
  registrationId: z.preprocess((value) => value || null, z.uuid('not-a-choice').nullable()),
});

/**
 * Writes a draft (right request-user-creation). A request about somebody begins with that person's present values; what is
 * left out stays as it is. 404 for whom the actor may ask nothing about. With `registrationId` it is for somebody who asked
 * on the page for visitors; 409 `registration-answered` when that was answered meanwhile.
 */
export function createUserRequest(actor: Actor, input: unknown, within?: Tx): Promise<UserRequest> {
  const { registrationId } = parse(registrationSchema, input);
  if (!registrationId) return makeUserRequest(actor, input, within ? { tx: within } : {});
  const takenUp = async (tx: Tx) => {
    await registrationFor(actor, registrationId);
    const made = await makeUserRequest(actor, { ...(input as object), kind: 'create' }, { tx });
    await takeUpRegistration(tx, actor, registrationId);
    return made;
  };
  return inTransaction(within, takenUp);
}

/** The same as part of something larger: an import, or its dry run. */
export async function makeUserRequest(actor: Actor, input: unknown, how: WriteOptions): Promise<UserRequest> {
  if (!actor.ability.can('UserCreationRequest', ...REQUEST)) throw notAuthorized();
  const { kind, subjectUserId } = parse(aboutSchema, input);
  const subject = kind === 'create' ? null : await subjectFor(actor, needed(subjectUserId), how.tx ?? db);
  return userRequestWriting.create(
    actor,
    { ...(subject && prefilled(subject)), ...present(input) },
    { ...how, takenFrom: subject, values: { subjectUserId: subject?.id ?? null } },
  );
}

/** Changes a request that is still the requester's to change: a draft, or one that came back. */
export async function updateUserRequest(
  actor: Actor,
  seen: ShownVersion,
  input: unknown,
  within?: Tx,
): Promise<UserRequest> {
  await ownUserRequest(actor, seen.id);
  return userRequestWriting.update(actor, seen, input, within);
}

export const userRequestWriting = writerOf(userRequest, userRequests, {
  first: () => ({ language: 'en' }),
  tidied: (sent) => ({ ...sent, ...listsIn(sent) }),
  /** A request about somebody is compared with what that person has now, and keeps it. */
  async checked(tx, actor, request, before) {
    const subject = await subjectOf(tx, request);
    if ((request.kind === 'create') !== (subject === null)) throw invalid([{ path: 'kind', code: 'not-a-choice' }]);
    const wanted = { ...(before && (await requestLists(request.id, tx))), ...request };
    await check(tx, actor, wanted as Wanted, subject, before?.copyRightsFromId);
    return { subjectBefore: subject && { ...subject } };
  },
  takenFrom: subjectOf,
  after: (tx, { id, roleIds, businessEntityIds }) => writeRequestLists(tx, id, { roleIds, businessEntityIds }),
});

/** Whom a request is about, as that person is now; null for a new account. */
async function subjectOf(tx: Tx, { subjectUserId }: Pick<UserRequest, 'subjectUserId'>): Promise<Subject | null> {
  return subjectUserId ? readSubject(subjectUserId, tx) : null;
}

/** The values with which the form about somebody begins. */
export function prefilled({
  fullName,
  email,
  contactNumber,
  language,
  departmentId,
  jobTitle,
  roleIds,
  businessEntityIds,
}: Subject): Record<string, unknown> {
  return { fullName, email, contactNumber, language, departmentId, jobTitle, roleIds, businessEntityIds };
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

/** The lists that are sent, each id once and in a steady order. */
function listsIn(sent: Record<string, unknown>): Partial<RequestLists> {
  const names = (['roleIds', 'businessEntityIds'] as const).filter((name) => sent[name] !== undefined);
  const lists = parse(inputSchema(userRequest, names), sent) as Partial<RequestLists>;
  return Object.fromEntries(names.map((name) => [name, [...new Set(lists[name])].toSorted()]));
}

function needed(subjectUserId: string | null): string {
  if (!subjectUserId) throw notFound();
  return subjectUserId;
}

function present(input: unknown): Record<string, unknown> {
  return Object.fromEntries(Object.entries((input ?? {}) as object).filter(([, value]) => value !== undefined));
}
