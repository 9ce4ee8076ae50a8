import { sql, type RawBuilder } from 'kysely';
import { z } from 'zod';
import type { Actor } from '#lib/access/actor.ts';
import { PAGE_SIZE, PAGE_SIZES } from '#lib/kernel/constants.ts';
import { notFound } from '#lib/kernel/refusal.ts';
import { db } from '#lib/platform/database.server.ts';
import type { TaskStatus } from './approvals.server.ts';

/** What the inbox knows of one type of document; its module registers it when it is loaded. */
export interface InboxSource {
  docType: string;
  /** The tab it stands under, one per kind of record: 'requests'. */
  type: string;
  /** The subject of the rights on it. */
  subject: string;
  /** Label key of one such record. */
  label: string;
  /** The name it is declared under. */
  entity: string;
  /** Whether the actor may open such a record when asked about it; who lost the right is told nothing of what waits. */
  isOpenTo: (actor: Actor) => boolean;
  /** The address of the record's own page. */
  path: (docId: string) => string;
  /** SQL of `doc_id, version, number, title, amount_cents, requester_id, department_id, status` of every such document. */
  documents: () => RawBuilder<unknown>;
}

/** One decision that waits for the actor, or that the actor has taken. Amounts in cents, instants ISO. */
export interface InboxItem {
  taskId: string;
  docType: string;
  docId: string;
  number: string;
  title: string;
  amountCents: number;
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
}

/** The tab of what the actor has decided; the others hold what waits. */
export const DECIDED = 'decided-by-me';
export const ALL = 'all';

const sources = new Map<string, InboxSource>();

export function registerInboxSource(source: InboxSource): void {
  sources.set(source.docType, source);
}

/** The registered types, in the order of their tabs. */
export const inboxSources = (): InboxSource[] => [...sources.values()];

export function inboxSource(docType: string): InboxSource {
  const source = sources.get(docType);
  if (!source) throw notFound();
  return source;
}

/** The tabs of the inbox. */
export const inboxTypes = (): string[] => [ALL, ...new Set(inboxSources().map(({ type }) => type)), DECIDED];

const querySchema = z.object({
  type: z.string().catch(ALL),
  page: z.coerce.number().int().min(1).max(1_000_000).catch(1),
  perPage: z.coerce.number().refine((size) => PAGE_SIZES.includes(size as never)).catch(PAGE_SIZE),
});

/** What waits for the actor, oldest first, or (type `decided-by-me`) what the actor has decided, newest first. */
export async function readInbox(actor: Actor, params: URLSearchParams): Promise<Inbox> {
  const { type, page, perPage } = querySchema.parse(Object.fromEntries(params));
  const decided = type === DECIDED;
  const open = inboxSources().filter((source) => source.isOpenTo(actor));
  const ofType = open.filter((source) => source.type === type);
  const chosen = sql<boolean>`${decided ? sql`t.decided_at is not null and t.status in ('approved', 'returned', 'rejected')` : sql`t.status = 'pending'`}
    and t.doc_type = any(${docTypesOf(ofType.length > 0 ? ofType : open)}::text[])`;
  const order = decided ? sql`t.decided_at desc, t.id` : sql`t.opened_at, t.id`;
  const [items, counted] = await Promise.all([
    sql<InboxItem>`${itemsWhere(sql<boolean>`t.assignee_id = ${actor.id} and ${chosen}`)} order by ${order} limit ${perPage} offset ${(page - 1) * perPage}`.execute(db),
    sql<{ docType: string; waiting: number; due: number; chosen: number }>`
      select t.doc_type, count(*) filter (where t.status = 'pending') as waiting, count(*) filter (where ${chosen}) as chosen,
        count(*) filter (where t.status = 'pending' and (t.due_at at time zone 'Asia/Singapore')::date <= (now() at time zone 'Asia/Singapore')::date) as due
      from approval_tasks t where t.assignee_id = ${actor.id} group by t.doc_type`.execute(db),
  ]);
  const known = counted.rows.filter(({ docType }) => docTypesOf(open).includes(docType));
  const counts: Record<string, number> = { [ALL]: 0 };
  for (const { docType, waiting } of known) {
    counts[ALL]! += waiting;
    counts[inboxSource(docType).type] = (counts[inboxSource(docType).type] ?? 0) + waiting;
  }
  const sum = (name: 'chosen' | 'due') => known.reduce((total, row) => total + row[name], 0);
  return { items: items.rows, total: sum('chosen'), page, perPage, counts, dueByToday: sum('due') };
}

/** One of the actor's own tasks; null for anybody else's and for what is no id. */
export async function readTask(actor: Actor, taskId: string): Promise<InboxItem | null> {
  const open = docTypesOf(inboxSources().filter((source) => source.isOpenTo(actor)));
  const { rows } = await sql<InboxItem>`${itemsWhere(sql<boolean>`t.assignee_id = ${actor.id} and t.id::text = ${taskId} and t.doc_type = any(${open}::text[])`)}`.execute(db);
  return rows[0] ?? null;
}

const docTypesOf = (of: readonly InboxSource[]): string[] => of.map(({ docType }) => docType);

function itemsWhere(condition: RawBuilder<boolean>): RawBuilder<InboxItem> {
  const documents = inboxSources().map(({ docType, documents: of }) => sql`select ${docType}::text as doc_type, d.* from (${of()}) d`);
  return sql<InboxItem>`
    select t.id as task_id, t.doc_type, t.doc_id, d.number, d.title, d.amount_cents, d.status as doc_status, d.version as doc_version,
      u.full_name as requester, p.name as department, t.seq, t.status, t.note, t.comment, b.full_name as on_behalf_of, t.opened_at, t.due_at, t.decided_at,
      jsonb_array_length(i.steps) as steps, (select count(*) from jsonb_array_elements(i.steps) s where (s ->> 'seq')::int <= t.seq) as step
    from approval_tasks t join approval_instances i on i.id = t.instance_id
      join (${sql.join(documents, sql` union all `)}) d on d.doc_type = t.doc_type and d.doc_id = t.doc_id
      join users u on u.id = d.requester_id join departments p on p.id = d.department_id left join users b on b.id = t.on_behalf_of
    where ${condition}`;
}
