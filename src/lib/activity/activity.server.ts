import { v7 as uuid } from 'uuid';
import { personId, type Actor } from '#lib/values/actor.ts';
import { instantNow, today } from '#lib/values/time.ts';
import { db, transaction, type Tx } from '#lib/process/database/database.server.ts';
import { jsonText, type Table } from '#lib/process/database/table.ts';
import { maskedIn } from './masked.ts';

export interface ActivityRow {
  seq: number;
  id: string;
  day: string;
  occurredAt: string;
  actorType: 'user' | 'app-client' | 'vendor-token' | 'public' | 'system';
  actorId: string | null;
  actorName: string | null;
  onBehalfOf: string | null;
  sessionId: string | null;
  ip: string | null;
  userAgent: string | null;
  requestId: string | null;
  eventCode: string;
  params: Record<string, unknown>;
  subject: string;
  entity: string | null;
  entityId: string | null;
  entityNumber: string | null;
  businessEntityId: string | null;
  departmentId: string | null;
  before: Record<string, unknown> | null;
  after: Record<string, unknown> | null;
  changedFields: string[];
  outcome: 'ok' | 'refused' | 'error';
  reasonCode: string | null;
  prevHash: string;
  hash: string;
}

declare module '#lib/process/database/database.server.ts' {
  interface Database {
    activityLog: Table<ActivityRow, 'seq' | 'day' | 'prevHash' | 'hash', 'params' | 'before' | 'after'>;
  }
}

export interface ActivityEntry {
  /** 'purchase-request.submitted': rendered in the reader's language from `activity.<code>`. */
  event: string;
  subject: string;
  entity?: string;
  entityId?: string;
  entityNumber?: string | null;
  businessEntityId?: string | null;
  departmentId?: string | null;
  before?: Record<string, unknown> | null;
  after?: Record<string, unknown> | null;
  params?: Record<string, unknown>;
  onBehalfOf?: string | null;
  outcome?: 'ok' | 'refused' | 'error';
  reasonCode?: string;
}

/** Never in the log, whatever table they are in; how long a token is valid reveals nothing. */
const SECRET = /password|secret|token(?!Minutes$)|hash/i;

/**
 * Writes one entry in the transaction of the event; without `tx` in a transaction of its own (refusals, sign-ins). It
 * locks the day's chain, so it must come last: after the document's own work and its number.
 */
export async function logActivity(actor: Actor, happening: ActivityEntry, tx?: Tx): Promise<void> {
  if (!tx) return transaction((own) => logActivity(actor, happening, own));
  const change = changedValues(happening.before ?? null, happening.after ?? null);
  await tx
    .insertInto('activityLog')
    .values({
      id: uuid(),
      day: today(),
      occurredAt: instantNow(),
      actorType: actor.type,
      actorId: actor.client?.id ?? personId(actor),
      actorName: actor.fullName,
      onBehalfOf: happening.onBehalfOf ?? (actor.client ? actor.id : null),
      sessionId: actor.sessionId,
      ip: actor.ip,
      userAgent: actor.userAgent?.slice(0, 400) ?? null,
      requestId: actor.requestId,
      eventCode: happening.event,
      params: jsonText(happening.params ?? {}),
      subject: happening.subject,
      entity: happening.entity ?? null,
      entityId: happening.entityId ?? null,
      entityNumber: happening.entityNumber ?? null,
      businessEntityId: happening.businessEntityId ?? null,
      departmentId: happening.departmentId ?? null,
      before: change.before && jsonText(change.before),
      after: change.after && jsonText(change.after),
      changedFields: change.fields,
      outcome: happening.outcome ?? 'ok',
      reasonCode: happening.reasonCode ?? null,
    })
    .execute();
}

/** Only the changed fields, before and after; the first entry of a record has all its values. */
export function changedValues(before: Record<string, unknown> | null, after: Record<string, unknown> | null) {
  const names = [...new Set([...Object.keys(before ?? {}), ...Object.keys(after ?? {})])]
    .filter((name) => !UNTOLD.has(name) && !SECRET.test(name))
    .filter((name) => JSON.stringify(before?.[name] ?? null) !== JSON.stringify(after?.[name] ?? null));
  return { before: pick(before, names), after: pick(after, names), fields: names };
}

const UNTOLD = new Set(['id', 'version', 'createdAt', 'createdBy', 'updatedAt', 'updatedBy', 'search']);

function pick(values: Record<string, unknown> | null, names: string[]): Record<string, unknown> | null {
  return (
    values &&
    Object.fromEntries(
      names.filter((name) => values[name] !== undefined).map((name) => [name, maskedIn(name, values[name])]),
    )
  );
}

/** As many entries of one record are read, where nobody asks for all of them. */
export const ACTIVITY_SHOWN = 200;

/** The newest entries of one record, newest first. The caller has checked that the reader may open the record. */
export async function activityOf(entityId: string, limit = ACTIVITY_SHOWN): Promise<ActivityRow[]> {
  return db
    .selectFrom('activityLog')
    .selectAll()
    .where('entityId', '=', entityId)
    .orderBy('seq', 'desc')
    .limit(limit)
    .execute();
}

/** How many entries a record has. The caller has checked that the reader may open the record. */
export async function activityCount(entityId: string): Promise<number> {
  const { count } = await db
    .selectFrom('activityLog')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where('entityId', '=', entityId)
    .executeTakeFirstOrThrow();
  return count;
}
