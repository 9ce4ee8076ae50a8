import { sql } from 'kysely';
import type { Actor } from '#lib/values/actor.ts';
import type { Choice } from '#lib/records/list/choices.server.ts';
import { notFound } from '#lib/values/refusal.ts';
import type { Language } from '#lib/values/languages.ts';
import { db, type Db } from '#lib/process/database/database.server.ts';
import { validate } from 'uuid';
import { listsOf } from '#lib/directory/user/lists.server.ts';

/** Somebody as a request sees them: what it may change. */
export interface Subject {
  id: string;
  version: number;
  status: string;
  fullName: string;
  email: string;
  contactNumber: string | null;
  language: Language;
  departmentId: string | null;
  jobTitle: string | null;
  departmentIds: string[];
  roleIds: string[];
  businessEntityIds: string[];
}

/**
 * Somebody that the actor may ask something about: the actor, a colleague of the own departments, or whom the actor may
 * open; 404 for all others, whose address and roles the form would show.
 */
export async function subjectFor(actor: Actor, userId: string, reader: Db = db): Promise<Subject> {
  const known = validate(userId)
    ? await reader
        .selectFrom('users')
        .select('id')
        .where('id', '=', userId)
        .where(mayAskAbout(actor))
        .executeTakeFirst()
    : undefined;
  if (!known) throw notFound();
  return readSubject(userId, reader);
}

/** The same whoever asks: for what has been approved. */
export async function readSubject(userId: string, reader: Db): Promise<Subject> {
  const person = await reader
    .selectFrom('users')
    .select([
      'id',
      'version',
      'status',
      'fullName',
      'email',
      'contactNumber',
      'language',
      'mainDepartmentId as departmentId',
      'jobTitle',
    ])
    .where('id', '=', userId)
    .executeTakeFirstOrThrow();
  return { ...person, ...(await listsOf(userId, reader)) } as Subject;
}

/** Whom the actor may ask something about, by name. */
export async function peopleToAskAbout(actor: Actor): Promise<Choice[]> {
  const rows = await db
    .selectFrom('users')
    .select(['id', 'fullName'])
    .where(mayAskAbout(actor))
    .orderBy('fullName')
    .orderBy('id')
    .limit(1000)
    .execute();
  return rows.map(({ id, fullName }) => ({ value: id, label: fullName }));
}

/** Condition on a row of users. */
function mayAskAbout({ id, ability, departmentTreeIds }: Actor) {
  const here = sql<boolean>`users.status <> 'deactivated'`;
  if (ability.scopes('User', ['show']).has('entity')) return here;
  return sql<boolean>`(${here} and (users.id = ${id} or exists (select 1 from user_departments d where d.user_id = users.id and d.department_id = any(${departmentTreeIds}::uuid[]))))`;
}
