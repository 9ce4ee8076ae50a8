import { sql, type RawBuilder } from 'kysely';
import { validate } from 'uuid';
import type { Actor } from '#lib/values/actor.ts';
import { containing } from '#lib/values/like.ts';
import { invalid, type FieldError } from '#lib/values/refusal.ts';
import { db, type Db, type Tx } from '#lib/process/database/database.server.ts';
import { MOST, RECIPIENT_FIELDS, type RecipientField } from './email.ts';
import { ownerId } from './tables.server.ts';

const KINDS = ['user', 'team', 'department'] as const;
type Kind = (typeof KINDS)[number];

/** A possible recipient: `key` is 'user:<id>', 'team:<id>' or 'department:<id>'. */
export interface Recipient {
  key: string;
  kind: Kind;
  name: string;
  /** What distinguishes recipients of the same name: a job title, the number of members. */
  detail: string | null;
  /** Suspended, deactivated, or closed: gets no more mails. */
  isActive: boolean;
}

export type Recipients = Record<RecipientField, Recipient[]>;

const FOUND = 8;

/** People, teams and departments that a mail can be sent to, by a search of their names; none for an empty search. */
export async function findRecipients(actor: Actor, words: string): Promise<Recipient[]> {
  ownerId(actor);
  const wanted = words.trim().toLowerCase().slice(0, 100);
  if (wanted === '') return [];
  const { rows } =
    await sql<Recipient>`select * from (${everybody}) r where is_active and ${mayBeAddressedBy(actor)} and match like ${containing(wanted)} order by (kind <> 'user'), lower(name) limit ${FOUND}`.execute(
      db,
    );
  return rows.map(asRecipient);
}

/** Those whom the actor may write to and whose name, user name or code is exactly the given text. */
export async function namedExactly(actor: Actor, words: string): Promise<Recipient[]> {
  const { rows } =
    await sql<Recipient>`select * from (${everybody}) r where is_active and ${mayBeAddressedBy(actor)} and lower(${words.trim()}) = any(exact) order by kind <> 'user' limit ${FOUND}`.execute(
      db,
    );
  return rows.map(asRecipient);
}

/** The recipients with these keys, in their order; an unknown key, and one that `actor` may not write to, is left out. */
export async function recipientsByKey(
  keys: readonly string[],
  reader: Db = db,
  actor: Actor | null = null,
): Promise<Recipient[]> {
  const ids = keys.map((key) => key.split(':')[1]).filter((id) => validate(id ?? ''));
  if (ids.length === 0) return [];
  const { rows } =
    await sql<Recipient>`select * from (${everybody}) r where id = any(${ids}::uuid[]) and key = any(${keys}::text[]) and not is_invited and ${actor ? mayBeAddressedBy(actor) : sql`true`}`.execute(
      reader,
    );
  return keys.flatMap((key) => rows.filter((row) => row.key === key).map(asRecipient));
}

/** The recipients of messages by message and field. The caller leaves out what the reader may not see. */
export async function recipientsOf(messageIds: readonly string[], reader: Db = db): Promise<Map<string, Recipients>> {
  const { rows } = await sql<Recipient & { messageId: string; field: RecipientField }>`
    select r.*, m.message_id, m.field from mail_recipients m join (${everybody}) r
      on r.id = coalesce(m.user_id, m.team_id, m.department_id) and not r.is_invited
    where m.message_id = any(${messageIds}::uuid[]) order by m.message_id, m.position`.execute(reader);
  const found = new Map<string, Recipients>(messageIds.map((id) => [id, { to: [], cc: [], bcc: [] }]));
  for (const row of rows) found.get(row.messageId)![row.field].push(asRecipient(row));
  return found;
}

/**
 * Replaces the recipients of a draft. Each is listed once, where it is named first. 422 for unknown keys, for those whom
 * the actor may not write to, and for too many.
 */
export async function replaceRecipients(
  tx: Tx,
  actor: Actor,
  messageId: string,
  keys: Record<RecipientField, readonly string[]>,
): Promise<void> {
  const named = new Map<string, RecipientField>();
  for (const field of RECIPIENT_FIELDS) for (const key of keys[field]) if (!named.has(key)) named.set(key, field);
  if (named.size > MOST.recipients)
    throw invalid([{ path: 'to', code: 'too-many-recipients', params: { count: MOST.recipients } }]);
  const known = new Set((await recipientsByKey([...named.keys()], tx, actor)).map(({ key }) => key));
  const unknown = [...named].filter(([key]) => !known.has(key));
  if (unknown.length > 0) throw invalid(unknown.map(([, path]): FieldError => ({ path, code: 'not-a-choice' })));
  await tx.deleteFrom('mailRecipients').where('messageId', '=', messageId).execute();
  const values = [...named].map(([key, field], position) => {
    const [kind, id] = key.split(':') as [Kind, string];
    return { messageId, position, field, userId: null, teamId: null, departmentId: null, [`${kind}Id`]: id };
  });
  if (values.length > 0) await tx.insertInto('mailRecipients').values(values).execute();
}

/**
 * The active people whom a message reaches, each by the first of to, cc and bcc that names them: current members of
 * teams and departments, without the sender unless named himself. For `from`; aliased `reached`.
 */
export function peopleReachedBy(messageId: string): RawBuilder<unknown> {
  return sql`(
    select distinct on (p.user_id) p.user_id, p.field from (
      select r.user_id, r.field, true as by_name from mail_recipients r where r.message_id = ${messageId} and r.user_id is not null
      union all select t.user_id, r.field, false from mail_recipients r join team_members t on t.team_id = r.team_id where r.message_id = ${messageId}
      union all select d.user_id, r.field, false from mail_recipients r join user_departments d on d.department_id = r.department_id where r.message_id = ${messageId}
    ) p join users u on u.id = p.user_id and u.status = 'active'
    where p.by_name or p.user_id <> (select from_user_id from mail_messages where id = ${messageId})
    order by p.user_id, array_position(array['to', 'cc', 'bcc'], p.field)
  ) reached`;
}

/**
 * SQL: the actor may write to `r`. Whoever works here writes to everybody. Somebody of no department who may not read
 * people, such as an agent, is from outside: to the agency desk, to the members of a shared team, and to whoever wrote
 * to them or was written to together with them.
 */
function mayBeAddressedBy({ id, departmentIds, ability }: Actor): RawBuilder<boolean> {
  if (departmentIds.length > 0 || ability.can('User', 'read')) return sql`true`;
  return sql`(r.kind = 'user' and (r.id = ${id}
    or exists (select 1 from user_roles ur join roles o on o.id = ur.role_id and o.status = 'active'
      join role_permissions p on p.role_id = o.id and p.subject = 'Agent' and p.action = 'update' where ur.user_id = r.id)
    or exists (select 1 from team_members mine join team_members theirs on theirs.team_id = mine.team_id
      where mine.user_id = ${id} and theirs.user_id = r.id)
    or exists (select 1 from mail_boxes b join mail_messages m on m.id = b.message_id where b.user_id = ${id} and (m.from_user_id = r.id
      or exists (select 1 from mail_recipients other where other.message_id = m.id and other.field <> 'bcc' and other.user_id = r.id)))))`;
}

/**
 * All possible recipients, including invited people. Rows are found by their ids without reading the others, so it
 * contains no condition.
 */
const everybody = sql`
  select u.id, 'user:' || u.id as key, 'user' as kind, u.full_name as name, u.job_title as detail, u.status = 'active' as is_active,
    lower(concat_ws(' ', u.full_name, u.username, u.job_title)) as match, array[lower(u.full_name), u.username] as exact, u.status = 'invited' as is_invited from users u
  union all select t.id, 'team:' || t.id, 'team', t.name, (select count(*)::text from team_members m where m.team_id = t.id), t.status = 'active', lower(t.name), array[lower(t.name)], false from teams t
  union all select d.id, 'department:' || d.id, 'department', d.name, (select count(*)::text from user_departments m where m.department_id = d.id), d.status = 'active',
    lower(concat_ws(' ', d.name, d.code)), array[lower(d.name), lower(d.code)], false from departments d`;

const asRecipient = ({ key, kind, name, detail, isActive }: Recipient): Recipient => ({
  key,
  kind,
  name,
  detail,
  isActive,
});
