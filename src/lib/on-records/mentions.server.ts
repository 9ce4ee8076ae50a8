import { sql } from 'kysely';
import { actorOfPerson } from '#lib/access/session/actor.server.ts';
import { db } from '#lib/process/database/database.server.ts';
import { readableRecord, type RecordKind } from '#lib/records/record-kinds.server.ts';
import type { Actor } from '#lib/values/actor.ts';
import { containing } from '#lib/values/like.ts';
import { MENTION } from './mention.ts';

const MOST_IN_TEXT = 20;
const MOST_OFFERED = 8;

/** The people whom a text names. */
export interface Mentioned {
  /** The ids of active people who may open the record. */
  reaching: string[];
  /** The full names of active people who may not. */
  withoutAccess: string[];
  /** What stands after an @ and is nobody's user name. */
  unknown: string[];
}

/** The people whom a text on a record names with @ and their user name, the first twenty. */
export async function mentionedIn(kind: RecordKind, id: string, text: string): Promise<Mentioned> {
  const names = [...new Set([...text.matchAll(MENTION)].map(([, name]) => name!.toLowerCase()))].slice(0, MOST_IN_TEXT);
  const found: Mentioned = { reaching: [], withoutAccess: [], unknown: [] };
  if (names.length === 0) return found;
  const people = await db
    .selectFrom('users')
    .select(['id', 'fullName', 'username'])
    .where('status', '=', 'active')
    .where('username', 'in', names)
    .execute();
  for (const person of people) {
    if (await mayOpen(person.id, kind, id)) found.reaching.push(person.id);
    else found.withoutAccess.push(person.fullName);
  }
  found.unknown = names.filter((name) => !people.some(({ username }) => username === name));
  return found;
}

/** Somebody who can be mentioned on a record: `key` is the user name. */
export interface MentionOffer {
  key: string;
  name: string;
  jobTitle: string | null;
  /** Would be notified, and could read the comment. */
  mayOpen: boolean;
}

/**
 * At most eight active people to be mentioned on a record that the actor reaches, by a part of their name or user name,
 * those who may open it first, then those who take part in it already. Whoever works here finds everybody; somebody from
 * outside only those who watch the record or have written on it. 404 where the record is out of reach.
 */
export async function offerToMention(actor: Actor, entity: string, id: string, words: string): Promise<MentionOffer[]> {
  const kind = await readableRecord(actor, entity, id);
  const isStaff = actor.departmentIds.length > 0 || actor.ability.can('User', 'read');
  const takesPart = sql<boolean>`(exists (select 1 from watchers w where w.entity = ${entity} and w.entity_id = ${id} and w.user_id = u.id)
    or exists (select 1 from comments c where c.entity = ${entity} and c.entity_id = ${id} and c.created_by = u.id))`;
  const { rows } = await sql<{ id: string; username: string; fullName: string; jobTitle: string | null }>`
    select u.id, u.username, u.full_name, u.job_title from users u
    where u.status = 'active' and u.id <> ${actor.id} and (u.username like ${containing(words.toLowerCase())} or lower(u.full_name) like ${containing(words.toLowerCase())})
      and (${isStaff} or ${takesPart})
    order by ${takesPart} desc, lower(u.full_name), u.id limit ${MOST_OFFERED}`.execute(db);
  const offers = await Promise.all(
    rows.map(async ({ id: person, username, fullName, jobTitle }) => ({
      key: username,
      name: fullName,
      jobTitle,
      mayOpen: await mayOpen(person, kind, id),
    })),
  );
  return offers.toSorted((a, b) => Number(b.mayOpen) - Number(a.mayOpen));
}

async function mayOpen(person: string, kind: RecordKind, id: string): Promise<boolean> {
  const asked = await actorOfPerson(person);
  return asked !== null && asked !== undefined && (await kind.reaches(asked, id));
}
