import { sql } from 'kysely';
import { hasLeftLongAgo } from '#lib/access/account/freed-email.server.ts';
import type { FieldError } from '#lib/values/refusal.ts';
import { today } from '#lib/values/time.ts';
import type { Tx } from '#lib/process/database/database.server.ts';
import { newlyNamed, referenceFaults } from '#lib/records/references.server.ts';
import type { Subject } from './subject.server.ts';
import { PERSON_FIELDS, userRequest, type RequestLists, type UserRequest } from './user-request.ts';

/** A request in its resulting state. */
export type Wanted = Pick<
  UserRequest,
  | 'id'
  | 'kind'
  | 'fullName'
  | 'email'
  | 'contactNumber'
  | 'language'
  | 'departmentId'
  | 'jobTitle'
  | 'copyRightsFromId'
  | 'startDate'
  | 'endDate'
> &
  RequestLists;

/** What is wrong with a request whenever it is saved, beside what the store finds; every fault at once. */
export async function entryFaults(tx: Tx, wanted: Wanted, subject: Subject | null): Promise<FieldError[]> {
  return [
    ...(subject ? notPartOfKind(wanted, subject) : []),
    ...(wanted.endDate && wanted.kind !== 'create' ? [{ path: 'endDate', code: 'only-for-new-accounts' }] : []),
    ...(wanted.endDate && wanted.endDate < wanted.startDate ? [{ path: 'endDate', code: 'before-start' }] : []),
    ...(await emailFaults(tx, wanted, subject)),
  ];
}

/** What it names must be in use when it is sent as well; what the person has already may be named all the same. */
export function namedFaults(tx: Tx, wanted: Wanted, subject: Subject | null): Promise<FieldError[]> {
  const { departmentId, roleIds, businessEntityIds, copyRightsFromId } = wanted;
  return referenceFaults(
    tx,
    newlyNamed(userRequest, { departmentId, roleIds, businessEntityIds, copyRightsFromId }, subject),
  );
}

/** What else must be right when it is sent. */
export function sendingFaults(wanted: Wanted, subject: Subject | null): FieldError[] {
  const needsRoles =
    ['create', 'role-change'].includes(wanted.kind) && wanted.roleIds.length === 0 && !wanted.copyRightsFromId;
  return [
    ...(needsRoles ? [{ path: 'roleIds', code: 'required' }] : []),
    ...(wanted.startDate < today()
      ? [{ path: 'startDate', code: 'in-the-past', params: { date: wanted.startDate } }]
      : []),
    ...(wanted.kind === 'suspend' && subject?.status !== 'active' ? [{ path: 'kind', code: 'not-active' }] : []),
  ];
}

/** Each kind changes what is its own: a role beside a suspension would be lost without a word. */
function notPartOfKind(wanted: Wanted, subject: Subject): FieldError[] {
  const differs = (name: string) => !same(wanted[name as keyof Wanted], subject[name as keyof Subject]);
  const facts =
    wanted.kind === 'change'
      ? []
      : PERSON_FIELDS.filter((name) => differs(name) && !(name === 'departmentId' && subject.departmentId === null));
  const roles =
    wanted.kind === 'role-change'
      ? []
      : [...(differs('roleIds') ? ['roleIds'] : []), ...(wanted.copyRightsFromId ? ['copyRightsFromId'] : [])];
  return [...facts, ...roles].map((path) => ({ path, code: 'not-part-of-kind' }));
}

/**
 * Whether somebody else has the address, had it until lately, or is to have it by another request. One at a time for each
 * address, until the transaction ends: two requests at once could both find it free.
 */
export async function emailFaults(
  tx: Tx,
  { id, kind, email }: Pick<Wanted, 'id' | 'kind' | 'email'>,
  subject: Pick<Subject, 'id' | 'email'> | null,
): Promise<FieldError[]> {
  if (kind !== 'create' && email === subject?.email) return [];
  await sql`select pg_advisory_xact_lock(hashtext('address-of-an-account'), hashtext(${email}))`.execute(tx);
  const owner = await tx
    .selectFrom('users')
    .select(['fullName', 'status'])
    .where('email', '=', email)
    .where('emailFreedAt', 'is', null)
    .where('id', '<>', subject?.id ?? id)
    .where(sql<boolean>`not ${await hasLeftLongAgo(tx)}`)
    .limit(1)
    .executeTakeFirst();
  if (owner)
    return [{ path: 'email', code: owner.status === 'deactivated' ? 'email-of-a-leaver' : 'email-of-an-account' }];
  const other = await tx
    .selectFrom('userRequests')
    .select('number')
    .where('email', '=', email)
    .where('id', '<>', id)
    .where('status', 'in', ['pending-approval', 'approved'])
    .where('kind', 'in', ['create', 'change'])
    .where(sql<boolean>`(kind = 'create' or subject_user_id is distinct from ${subject?.id ?? null}::uuid)`)
    .limit(1)
    .executeTakeFirst();
  return other ? [{ path: 'email', code: 'email-in-a-request', params: { number: other.number ?? '' } }] : [];
}

/** What of `now` was not there before. */
export const added = (now: readonly string[], before: readonly string[] = []): string[] =>
  now.filter((id) => !before.includes(id));

const same = (a: unknown, b: unknown): boolean =>
  Array.isArray(a) && Array.isArray(b) ? a.toSorted().join() === b.toSorted().join() : (a ?? null) === (b ?? null);
