import { sql } from 'kysely';
import { z } from 'zod';
import type { Asked } from '#lib/approvals/policy/policy-choice.ts';
import { isOnlyAdministrator } from '#lib/access/account/administrators.server.ts';
import { expectedApproval } from '#lib/documents/expected.server.ts';
import type { Db } from '#lib/process/database/database.server.ts';
import { notFound } from '#lib/values/refusal.ts';
import { rolesHeldBy } from '#lib/directory/rights/user-rights.server.ts';
import { added } from './check.server.ts';
import { rolesAfter, rolesBefore } from './snapshot.server.ts';
import { readSubject, subjectFor } from './subject.server.ts';
import { userRequest, type RequestLists, type UserRequest } from './user-request.ts';
import { userRequestWriting } from './writing.server.ts';

type AskedFields = Pick<
  UserRequest,
  'kind' | 'subjectUserId' | 'subjectBefore' | 'businessEntityId' | 'departmentId' | 'requesterId'
>;

/**
 * What decides who is asked: the policy of user requests; and before its last step whoever answers for a role of another
 * department that somebody is to gain (decision "role owners"). Whom it is about decides as little as whoever asks:
 * nobody changes what they themselves may do, but who alone administers.
 */
export async function askedFor(
  request: AskedFields,
  { roleIds }: Pick<RequestLists, 'roleIds'>,
  reader: Db,
): Promise<Omit<Asked, 'docType'>> {
  const { businessEntityId, departmentId, requesterId, subjectUserId } = request;
  const gained = added(rolesAfter(request, { roleIds }), rolesBefore(request));
  const owners = await ownersOf(requesterId, gained, reader);
  const isKeptApart = subjectUserId !== null && !(await isOnlyAdministrator(reader, subjectUserId));
  return {
    businessEntityId,
    departmentId,
    requesterId,
    senderId: isKeptApart ? subjectUserId : null,
    netCents: 0,
    flags: [],
    ...(owners.length > 0 && {
      also: {
        approverIds: owners.map(({ ownerId }) => ownerId),
        reason: { code: 'role-owner' as const, params: { policy: owners.map(({ roles }) => roles).join(', ') } },
      },
    }),
  };
}

/** Owners of these roles who do not work in a department of the requester, each with the names of the roles. */
async function ownersOf(
  requesterId: string,
  roleIds: readonly string[],
  reader: Db,
): Promise<{ ownerId: string; roles: string }[]> {
  if (roleIds.length === 0) return [];
  const { rows } = await sql<{ ownerId: string; roles: string }>`
    select r.owner_id, string_agg(r.name, ', ' order by r.name) as roles from roles r
    where r.id = any(${roleIds}::uuid[]) and r.owner_id is not null and r.owner_id <> ${requesterId}
      and not exists (select 1 from user_departments o join user_departments q on q.department_id = o.department_id where o.user_id = r.owner_id and q.user_id = ${requesterId})
    group by r.owner_id order by r.owner_id`.execute(reader);
  return rows;
}

/** The roles wanted, and those that the person whose rights are copied has today. */
export async function withCopied(
  { copyRightsFromId }: Pick<UserRequest, 'copyRightsFromId'>,
  roleIds: readonly string[],
  reader: Db,
): Promise<string[]> {
  const copied = copyRightsFromId
    ? (await rolesHeldBy(copyRightsFromId, reader)).filter(({ status }) => status === 'active').map(({ id }) => id)
    : [];
  return [...new Set([...roleIds, ...copied])].toSorted();
}

const person = z.uuid('not-a-choice').nullish();
const deciding = z.object({
  /** Whom it is about, of a new one; once it exists that is read from it. */
  subjectUserId: person,
  kind: userRequest.fields.kind.schema.default('create'),
  roleIds: z.array(z.uuid('not-a-choice')).max(200, 'too-many-rows').default([]),
  copyRightsFromId: person,
});

/** Who will be asked for one of the actor's own; 404 for another's, and for people whom the actor may ask nothing about. */
export const expectedForUserRequest = expectedApproval(
  userRequestWriting,
  deciding,
  async ({ before, roleIds, ...entered }, actor, reader) => {
    if (before && before.requesterId !== actor.id) throw notFound();
    const subjectUserId = before ? before.subjectUserId : (entered.subjectUserId ?? null);
    const read = (id: string) => (before ? readSubject(id, reader) : subjectFor(actor, id, reader));
    const subjectBefore = subjectUserId ? { ...(await read(subjectUserId)) } : null;
    const copyRightsFromId = entered.copyRightsFromId ?? null;
    if (copyRightsFromId && copyRightsFromId !== before?.copyRightsFromId)
      await subjectFor(actor, copyRightsFromId, reader);
    const kind = subjectUserId ? entered.kind : 'create';
    const wanted = { roleIds: await withCopied({ copyRightsFromId }, roleIds, reader) };
    return askedFor({ ...entered, kind, subjectUserId, subjectBefore }, wanted, reader);
  },
);
