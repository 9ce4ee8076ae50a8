import { sql, type RawBuilder } from 'kysely';
import { validate } from 'uuid';
import type { Actor } from '#lib/values/actor.ts';
import { COUNT_CEILING } from '#lib/values/count-text.ts';
import { containing, startingWith } from '#lib/values/like.ts';
import { notAuthorized } from '#lib/values/refusal.ts';
import { db } from '#lib/process/database/database.server.ts';
import { logActivity, type ActivityRow } from '#lib/activity/activity.server.ts';
import { filtersOf, type LogQuery } from './log-query.ts';

export const SUBJECT = 'UserManagementLog';
export const READ = 'user-activity-log-read';
/** Minutes in which reading the same again, or the next page of it, leaves no second entry. */
const SAME_READING_MINUTES = 10;

export interface LogPage {
  items: ActivityRow[];
  /** Exact up to 10,000; 10,001 means more. */
  total: number;
  page: number;
  perPage: number;
}

/** A page of the log within the reader's reach, newest first. Reading is logged with its filters. */
export async function readLog(actor: Actor, query: LogQuery): Promise<LogPage> {
  const page = await peekLog(actor, query);
  await logLogReading(actor, filtersOf(query));
  return page;
}

/** The same for whoever logs the reading. */
export async function peekLog(actor: Actor, query: LogQuery): Promise<LogPage> {
  const where = conditions(actor, query, READ);
  const [items, { rows }] = await Promise.all([
    rowsOf(where, query.perPage, (query.page - 1) * query.perPage),
    sql<{
      total: number;
    }>`select count(*) as total from (select 1 from activity_log l where ${where} limit ${COUNT_CEILING + 1}) capped`.execute(
      db,
    ),
  ]);
  return { items, total: rows[0]!.total, page: query.page, perPage: query.perPage };
}

/** Every entry of the query up to `ceiling`, for a file (right export); logged with the number of entries. */
export async function exportLog(actor: Actor, query: LogQuery, ceiling: number): Promise<ActivityRow[]> {
  const items = await rowsOf(conditions(actor, query, 'export'), ceiling, 0);
  await logLogExport(actor, items.length, filtersOf(query));
  return items;
}

/** Who took entries of the log out, how many, and how they were narrowed. */
export function logLogExport(actor: Actor, count: number, filters: Record<string, unknown>): Promise<void> {
  return logActivity(actor, { event: 'activity-log.exported', subject: SUBJECT, params: { count, filters } });
}

/** Every kind of event there is in the log, without reading the log. */
export async function knownEvents(): Promise<string[]> {
  const { rows } = await sql<{ code: string }>`
    with recursive codes as (
      (select event_code as code from activity_log order by event_code limit 1)
      union all select (select event_code from activity_log where event_code > codes.code order by event_code limit 1) from codes where codes.code is not null
    ) select code from codes where code is not null`.execute(db);
  return rows.map(({ code }) => code);
}

function rowsOf(where: RawBuilder<boolean>, limit: number, offset: number): Promise<ActivityRow[]> {
  return sql<ActivityRow>`select * from activity_log l where ${where} order by seq desc limit ${limit} offset ${offset}`
    .execute(db)
    .then(({ rows }) => rows);
}

function conditions(actor: Actor, query: LogQuery, action: string): RawBuilder<boolean> {
  const all: RawBuilder<boolean>[] = [reachOfLog(actor, action)];
  for (const word of query.q.toLowerCase().split(/\s+/).filter(Boolean).slice(0, 5)) all.push(contains(word));
  if (query.who.length > 0) all.push(sql`l.actor_id = any(${query.who.filter((id) => validate(id))}::uuid[])`);
  if (query.from) all.push(sql`l.occurred_at >= (${query.from}::date)::timestamp at time zone 'Asia/Singapore'`);
  if (query.to) all.push(sql`l.occurred_at < (${query.to}::date + 1)::timestamp at time zone 'Asia/Singapore'`);
  if (query.subject.length > 0) all.push(sql`l.subject = any(${query.subject}::text[])`);
  if (query.event.length > 0) all.push(sql`l.event_code = any(${query.event}::text[])`);
  if (query.number) all.push(sql`lower(l.entity_number) like ${startingWith(query.number.toLowerCase())}`);
  if (query.field) all.push(sql`l.changed_fields && ${[query.field, ...query.field.split(',')]}::text[]`);
  if (query.outcome.length > 0) all.push(sql`l.outcome = any(${query.outcome}::text[])`);
  if (query.address) all.push(sql`starts_with(l.ip, ${query.address})`);
  if (query.request) all.push(sql`l.request_id = ${query.request}`);
  return sql<boolean>`${sql.join(all, sql` and `)}`;
}

/** Entries of the reader's business entities and of none; a narrowed right shows what one did oneself, or one's departments. */
export function reachOfLog(actor: Actor, action: string): RawBuilder<boolean> {
  const scopes = actor.ability.scopes(SUBJECT, [action]);
  if (scopes.size === 0) throw notAuthorized();
  if (scopes.has('entity'))
    return actor.allEntities
      ? sql<boolean>`true`
      : sql<boolean>`(l.business_entity_id is null or l.business_entity_id = any(${actor.businessEntityIds}::uuid[]))`;
  if (scopes.has('department'))
    return sql<boolean>`(l.department_id = any(${actor.departmentTreeIds}::uuid[]) or l.actor_id = ${actor.id})`;
  return sql<boolean>`l.actor_id = ${actor.id}`;
}

/** A record whose number begins so, a person of that name, or a field of that name. */
function contains(word: string): RawBuilder<boolean> {
  const anywhere = containing(word);
  return sql<boolean>`(lower(l.entity_number) like ${startingWith(word)} or l.actor_id in (select id from users where search like search_pattern(${word}))
    or exists (select 1 from unnest(l.changed_fields) f where lower(f) like ${anywhere})
    ${validate(word) ? sql`or l.entity_id = ${word}` : sql``})`;
}

/** Reading the log is logged with what was filtered, once in ten minutes. */
export async function logLogReading(actor: Actor, filters: Record<string, unknown>): Promise<void> {
  const { rows } = await sql`
    select 1 from activity_log where actor_id = ${actor.id} and event_code = 'activity-log.read' and params->'filters' = ${JSON.stringify(filters)}::jsonb
      and occurred_at > now() - ${SAME_READING_MINUTES} * interval '1 minute' limit 1`.execute(db);
  if (rows.length === 0)
    await logActivity(actor, { event: 'activity-log.read', subject: SUBJECT, params: { filters } });
}
