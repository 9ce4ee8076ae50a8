import { sql, type RawBuilder } from 'kysely';
import { validate } from 'uuid';
import { z } from 'zod';
import type { Scope } from '#lib/values/ability.ts';
import { actorOfPerson, isSwitchedOn } from '#lib/access/session/actor.server.ts';
import type { Actor } from '#lib/values/actor.ts';
import { MAIN_SUBJECT, actionsOf, isRight } from '#lib/values/rights-catalogue.ts';
import { allows, firstRequiredAction, type RequiredAction } from '#lib/access/session/guard.server.ts';
import type { Subject } from '#lib/values/rights-catalogue.ts';
import { reach } from '#lib/access/scope.server.ts';
import { NAMED_BY, type AnyEntity } from '#lib/records/entity.ts';
import { column, tableOf, titleOf } from '#lib/records/columns.server.ts';
import { parse } from '#lib/values/parse.ts';
import { invalidField } from '#lib/values/refusal.ts';
import { storesOf, type AnyStore } from '#lib/records/stores.server.ts';
import { db } from '#lib/process/database/database.server.ts';
import { recordKind } from '#lib/records/record-kinds.server.ts';
import { effectiveRights, rolesHeldBy } from './user-rights.server.ts';
import type { EffectiveRight, RightSource } from './user-rights.ts';
import { users } from '#lib/directory/user/user.server.ts';
import type { User } from '#lib/directory/user/user.ts';

/** Whether a grant reaches the record, and the record's owner, department or business entity. */
export interface Condition extends Pick<EffectiveRight, 'scope' | 'roles'> {
  /** Null when no record was named, and for a record that the reader may not open. */
  holds: boolean | null;
  /** The owner, department or business entity of the record; '' where it has none, null where `holds` is. */
  belongsTo: string | null;
}

/** The answer to "may this person do this, and why?". */
export interface Verdict {
  subject: Subject;
  action: string;
  allowed: boolean;
  /** What prevents it before any right is checked. */
  hindrance: RequiredAction | 'module-off' | 'not-active' | null;
  conditions: Condition[];
  /** Where no role of the person grants the right: the roles that would. */
  givenBy: RightSource[];
  /** The record is reached although no condition holds: the person is, or was, asked to decide on it. */
  isAsked: boolean;
  /** The record that was named; its title and address only when the reader may open it. */
  record: { entity: string; id: string; number: string; title: string | null; path: string | null } | null;
}

const questionSchema = z.object({ right: z.string().max(130), number: z.string().trim().max(200).optional() });

/**
 * Whether somebody may do something, on no record in particular or on that of a number, and why: evaluated by the same
 * guard and ability that decide when the person tries (right User explain). For a record that the reader may not open
 * only the number and the verdict are returned. Refuses with 422 `no-such-right`, `no-such-record`, `named-twice` or
 * `not-about-records`.
 */
export async function explainRight(actor: Actor, userId: string, input: unknown): Promise<Verdict> {
  const person = await users.get(actor, userId, ['explain']);
  const { right, number } = parse(questionSchema, input);
  const [subject, action] = pairOf(right);
  const [roles, asked] = await Promise.all([rolesHeldBy(userId), actorOfPerson(userId)]);
  const grants = effectiveRights(roles).filter((one) => one.subject === subject && one.action === action);
  const hindrance = hindranceOf(person, asked, subject);
  const givenBy = grants.length === 0 ? await rolesGiving(subject, action) : [];
  const open = {
    subject,
    action,
    hindrance,
    givenBy,
    isAsked: false,
    record: null,
    conditions: grants.map(({ scope, roles: from }) => ({ scope, roles: from, holds: null, belongsTo: null })),
  };
  if (!number)
    return { ...open, allowed: hindrance === null && asked !== null && allows(asked, { subject, anyOf: [action] }) };
  const { store, id, named } = await recordOf(subject, number);
  const maySee = await store.reaches(actor, id);
  const record = { entity: store.of.name, id, number: named, title: null, path: null };
  if (!asked || grants.length === 0) return { ...open, allowed: false, record };
  const found = await grantStates(store, id, asked, action, grants);
  return {
    ...open,
    allowed: hindrance === null && found.reached,
    isAsked: maySee && found.reached && !found.conditions.some(({ holds }) => holds),
    conditions: maySee ? found.conditions : open.conditions,
    record: maySee ? { ...record, title: found.title, path: recordKind(store.of.name)?.path(id) ?? null } : record,
  };
}

function pairOf(right: string): [Subject, string] {
  const [subject = '', action = ''] = right.split(':');
  if (!actionsOf.has(subject) || !isRight(subject, action))
    throw invalidField('right', 'no-such-right', { subject, action });
  return [subject as Subject, action];
}

function hindranceOf({ status }: User, asked: Actor | null, subject: string): Verdict['hindrance'] {
  if (status !== 'active' || !asked) return 'not-active';
  if (!isSwitchedOn(subject)) return 'module-off';
  return firstRequiredAction(asked);
}

/** The active roles that grant a right, by name. */
async function rolesGiving(subject: string, action: string): Promise<RightSource[]> {
  const { rows } = await sql<RightSource>`
    select r.id, r.name from roles r where r.status = 'active'
      and exists (select 1 from role_permissions p where p.role_id = r.id and p.subject = ${subject} and p.action = ${action}) order by r.name, r.id`.execute(
    db,
  );
  return rows;
}

/** The one record of the subject with this number, code or name, or this id. */
async function recordOf(subject: Subject, number: string): Promise<{ store: AnyStore; id: string; named: string }> {
  const stores = storesOf(MAIN_SUBJECT[subject] ?? subject).filter(({ of }) => naming(of).length > 0);
  if (stores.length === 0) throw invalidField('number', 'not-about-records');
  const looks = stores.map(
    ({
      of,
    }) => sql`(select ${of.name}::text as entity, id, coalesce(${sql.join(naming(of).map((name) => column(of, name)))}, id::text) as named
    from ${tableOf(of)} where ${isNamed(of, number)} limit 2)`,
  );
  const { rows } = await sql<{
    entity: string;
    id: string;
    named: string;
  }>`${sql.join(looks, sql` union all `)}`.execute(db);
  if (rows.length > 1) throw invalidField('number', 'named-twice');
  const [row] = rows;
  if (!row) throw invalidField('number', 'no-such-record');
  return { store: stores.find(({ of }) => of.name === row.entity)!, id: row.id, named: row.named };
}

const naming = (of: AnyEntity): string[] => NAMED_BY.filter((name) => of.fields[name]?.column);

/** By number and codes in upper case, by user names in lower case, and by names in any case. */
function isNamed(of: AnyEntity, number: string): RawBuilder<boolean> {
  const names = naming(of).map((name) => {
    if (name === 'name' || name === 'label') return sql<boolean>`lower(${column(of, name)}) = ${number.toLowerCase()}`;
    return sql<boolean>`${column(of, name)} = ${name === 'username' ? number.toLowerCase() : number.toUpperCase()}`;
  });
  return sql<boolean>`(${sql.join(validate(number) ? [...names, sql`${column(of, 'id')} = ${number}`] : names, sql` or `)})`;
}

/** Whether the record is within reach, and the result of each grant alone; one statement. */
async function grantStates(
  { of, reachOf }: AnyStore,
  id: string,
  person: Actor,
  action: string,
  grants: readonly EffectiveRight[],
): Promise<{ reached: boolean; title: string; conditions: Condition[] }> {
  const scope = of.scope ?? {};
  const parts = grants.map(
    (grant, index) =>
      sql`${reach(person, new Set([grant.scope]), scope, of.table)} as ${sql.ref(`h${index}`)}, ${belonging(of, grant.scope)} as ${sql.ref(`b${index}`)}`,
  );
  const { rows } = await sql<Record<string, unknown>>`
    select ${reachOf(person, [action])} as reached, ${titleOf(of.name, column(of, 'id'))} as title, ${sql.join(parts)}
    from ${tableOf(of)} where ${column(of, 'id')} = ${id}`.execute(db);
  const row = rows[0]!;
  const conditions = grants.map(({ scope: reaching, roles }, index) => ({
    scope: reaching,
    roles,
    holds: row[`h${index}`] as boolean,
    belongsTo: (row[`b${index}`] as string | null) ?? '',
  }));
  return { reached: row['reached'] as boolean, title: row['title'] as string, conditions };
}

/** The title of what a scope refers to: the record's owner, its department, or its business entity. */
function belonging(of: AnyEntity, scope: Scope): RawBuilder<unknown> {
  const { own = [], department, businessEntity } = of.scope ?? {};
  const name = { own: own[0], department, entity: businessEntity }[scope];
  if (!name) return sql`null::text`;
  return titleOf(scope === 'own' ? 'user' : of.fields[name].to, column(of, name));
}
