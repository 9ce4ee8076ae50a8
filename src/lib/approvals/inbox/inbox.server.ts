import { sql, type RawBuilder } from 'kysely';
import { validate } from 'uuid';
import { z } from 'zod';
import { isOneOf } from '#lib/values/one-of.ts';
import type { Actor } from '#lib/values/actor.ts';
import { PAGE_SIZE, PAGE_SIZES } from '#lib/values/constants.ts';
import { parseCents } from '#lib/values/money.ts';
import { db } from '#lib/process/database/database.server.ts';
import type { TaskStatus } from '#lib/approvals/instance.ts';
import {
  approvalKind,
  approvalKinds,
  documentsOf,
  kindsOpenTo,
  type ApprovalKind,
} from '#lib/approvals/kinds.server.ts';
import { nextFirst, singaporeDay } from './inbox-order.server.ts';

/** One decision that waits for the actor, or that the actor has taken. Amounts in cents, instants ISO. */
export interface InboxItem {
  taskId: string;
  instanceId: string;
  docType: string;
  docId: string;
  number: string;
  title: string;
  /** Null for kinds without an amount. */
  amountCents: number | null;
  requester: string;
  department: string;
  docStatus: string;
  docVersion: number;
  seq: number;
  step: number;
  steps: number;
  status: TaskStatus;
  note: string | null;
  comment: string | null;
  onBehalfOf: string | null;
  openedAt: string;
  dueAt: string;
  /** The fields by which its kind presses: `{ priority: 'urgent', neededBy: '2026-11-24' }`. */
  marking: Record<string, unknown>;
  decidedAt: string | null;
}

export interface Inbox {
  items: InboxItem[];
  total: number;
  page: number;
  perPage: number;
  /** What waits, by tab; 'all' for everything. */
  counts: Record<string, number>;
  /** How many of them are due today or were due before. */
  dueByToday: number;
  /** How many of them are overdue. */
  overdue: number;
  /** Of which departments the actor was ever asked, by name: what the inbox can be narrowed to. */
  departments: { id: string; name: string }[];
}

/** The tab of what the actor has decided; the others hold what waits. */
export const DECIDED = 'decided-by-me';
export const ALL = 'all';
/** How long something has waited: past its date, due by the end of today, or for at least so many days. */
export const AGES = ['overdue', 'due-today', 'days-3', 'days-7'] as const;

/** The tabs of the inbox, one for each kind that says so. */
export const inboxTypes = (): string[] => [ALL, ...new Set(approvalKinds().map(({ tab }) => tab.name)), DECIDED];

/** An amount as the reader types it, or as an address of another reader has it. */
const cents = (language: string) =>
  z
    .string()
    .transform((text) => parseCents(text, language) ?? parseCents(text))
    .catch(null)
    .default(null);
const querySchema = (language: string) =>
  z.object({
    type: z.string().catch(ALL),
    age: z.enum(AGES).nullable().catch(null).default(null),
    amountFrom: cents(language),
    amountTo: cents(language),
    departments: z.array(z.uuid()).catch([]).default([]),
    page: z.coerce.number().int().min(1).max(1_000_000).catch(1),
    perPage: z.coerce
      .number()
      .refine((size) => isOneOf(PAGE_SIZES, size))
      .catch(PAGE_SIZE),
  });

/** The inbox's state as its address says it; what is unknown is ignored. */
export type InboxQuery = z.output<ReturnType<typeof querySchema>>;

export const readInboxQuery = (params: URLSearchParams, language = 'en'): InboxQuery =>
  querySchema(language).parse({ ...Object.fromEntries(params), departments: params.getAll('department') });

/** What waits for the actor, the next due first (`nextFirst`), or (type `decided-by-me`) what the actor has decided, newest first. */
export async function readInbox(actor: Actor, query: InboxQuery): Promise<Inbox> {
  const { type, age, page, perPage } = query;
  const open = kindsOpenTo(actor);
  const ofType = open.filter(({ tab }) => tab.name === type);
  const decided = type === DECIDED;
  const chosen = sql<boolean>`${decided ? sql`t.decided_at is not null and t.status in ('approved', 'returned', 'rejected')` : sql`t.status = 'pending'`}
    and t.doc_type = any(${docTypesOf(ofType.length > 0 ? ofType : open)}::text[]) and ${age ? aged[age] : sql`true`}`;
  const items = itemsWhere(sql<boolean>`t.assignee_id = ${actor.id} and ${chosen} and ${documentMatches(query)}`);
  const order = decided ? sql`t.decided_at desc, t.id` : nextFirst();
  const byDocument = query.amountFrom !== null || query.amountTo !== null || query.departments.length > 0;
  const [
    found,
    counted,
    {
      rows: [total],
    },
    departments,
  ] = await Promise.all([
    sql<InboxItem>`${items} order by ${order} limit ${perPage} offset ${(page - 1) * perPage}`.execute(db),
    sql<{ docType: string; waiting: number; due: number; overdue: number; chosen: number }>`
      select t.doc_type, count(*) filter (where t.status = 'pending') as waiting, count(*) filter (where ${chosen}) as chosen,
        count(*) filter (where t.status = 'pending' and ${aged['due-today']}) as due,
        count(*) filter (where t.status = 'pending' and ${aged.overdue}) as overdue
      from approval_tasks t where t.assignee_id = ${actor.id} group by t.doc_type`.execute(db),
    byDocument ? sql<{ count: number }>`select count(*) as count from (${items}) chosen`.execute(db) : { rows: [] },
    sql<{ id: string; name: string }>`
      select p.id, p.name from departments p where p.id in (
        select i.department_id from approval_tasks t join approval_instances i on i.id = t.instance_id where t.assignee_id = ${actor.id} and t.doc_type = any(${docTypesOf(open)}::text[])) order by p.name`.execute(
      db,
    ),
  ]);
  const known = counted.rows.filter(({ docType }) => docTypesOf(open).includes(docType));
  const counts: Record<string, number> = { [ALL]: 0 };
  for (const { docType, waiting } of known) {
    const { name } = approvalKind(docType).tab;
    counts[ALL]! += waiting;
    counts[name] = (counts[name] ?? 0) + waiting;
  }
  const sum = (name: 'chosen' | 'due' | 'overdue') => known.reduce((all, row) => all + row[name], 0);
  return {
    items: found.rows,
    total: total?.count ?? sum('chosen'),
    page,
    perPage,
    counts,
    dueByToday: sum('due'),
    overdue: sum('overdue'),
    departments: departments.rows,
  };
}

/** One of the actor's own tasks; null for anybody else's and for what is no id. */
export async function readTask(actor: Actor, taskId: string): Promise<InboxItem | null> {
  return (await readTasks(actor, [taskId]))[0] ?? null;
}

/** Those of these tasks that are the actor's own, the next due first. */
export async function readTasks(actor: Actor, taskIds: readonly string[]): Promise<InboxItem[]> {
  const open = docTypesOf(kindsOpenTo(actor));
  const { rows } = await sql<InboxItem>`
    ${itemsWhere(sql<boolean>`t.assignee_id = ${actor.id} and t.id = any(${taskIds.filter((id) => validate(id))}::uuid[]) and t.doc_type = any(${open}::text[])`)} order by ${nextFirst()}`.execute(
    db,
  );
  return rows;
}

const docTypesOf = (of: readonly ApprovalKind[]): string[] => of.map(({ docType }) => docType);

const aged: Record<(typeof AGES)[number], RawBuilder<boolean>> = {
  overdue: sql<boolean>`t.due_at < now()`,
  'due-today': sql<boolean>`${singaporeDay(sql`t.due_at`)} <= ${singaporeDay(sql`now()`)}`,
  'days-3': sql<boolean>`t.opened_at <= now() - interval '3 days'`,
  'days-7': sql<boolean>`t.opened_at <= now() - interval '7 days'`,
};

function documentMatches({ amountFrom, amountTo, departments }: InboxQuery): RawBuilder<boolean> {
  return sql<boolean>`${departments.length === 0 ? sql`true` : sql`d.department_id = any(${departments}::uuid[])`} and ${amountFrom === null ? sql`true` : sql`d.amount_cents >= ${amountFrom}`} and ${amountTo === null ? sql`true` : sql`d.amount_cents <= ${amountTo}`}`;
}

function itemsWhere(condition: RawBuilder<boolean>): RawBuilder<InboxItem> {
  return sql<InboxItem>`
    select t.id as task_id, t.instance_id, t.doc_type, t.doc_id, d.number, d.title, d.amount_cents, d.status as doc_status, d.version as doc_version,
      u.full_name as requester, coalesce(p.name, '') as department, t.seq, t.status, t.note, t.comment, b.full_name as on_behalf_of, t.opened_at, t.due_at, t.decided_at, d.marking,
      jsonb_array_length(i.steps) as steps, (select count(*) from jsonb_array_elements(i.steps) s where (s ->> 'seq')::int <= t.seq) as step
    from approval_tasks t join approval_instances i on i.id = t.instance_id
      join (${documentsOf(approvalKinds())}) d on d.doc_type = t.doc_type and d.doc_id = t.doc_id
      join users u on u.id = d.requester_id left join departments p on p.id = d.department_id left join users b on b.id = t.on_behalf_of
    where ${condition}`;
}
