import { sql } from 'kysely';
import type { RequestFacts } from '#lib/values/actor.ts';
import { addDays, today } from '#lib/values/time.ts';
import { businessSetting } from '#lib/process/settings/business-settings.server.ts';
import { db } from '#lib/process/database/database.server.ts';
import { declareJob } from '#lib/process/jobs/declared.server.ts';

/** A call of a client while it is being answered. */
export interface ClientCall {
  /** The client's id. */
  id: string;
  /** The state of its rate limit; a token request does not count. */
  limit?: { points: number; left: number; seconds: number };
  /** The right that permitted it: 'Department:read'. */
  scope?: string;
}

interface Answered extends Pick<RequestFacts, 'ip' | 'requestId'> {
  method: string;
  /** Without its query. */
  path: string;
  status: number;
}

/** Days shown in the chart of a client. */
export const USAGE_DAYS = 30;

/** Records a call: in the client's log, in the daily counts and as its last use; one statement. */
export async function recordCall(
  { id, scope }: ClientCall,
  { method, path, status, ip, requestId }: Answered,
): Promise<void> {
  const [answered, refused, failed] = [status < 400, status >= 400 && status < 500, status >= 500].map(Number);
  await sql`
    with used as (update app_clients set last_used_at = now() where id = ${id} and (last_used_at is null or last_used_at < now() - interval '20 seconds')),
    counted as (insert into app_client_days as d values (${id}, ${today()}, ${answered}, ${refused}, ${failed})
      on conflict (app_client_id, day) do update set answered = d.answered + excluded.answered, refused = d.refused + excluded.refused, failed = d.failed + excluded.failed)
    insert into app_client_calls (app_client_id, method, path, scope, status, ip, request_id) values (${id}, ${method}, ${path.slice(0, 300)}, ${scope ?? null}, ${status}, ${ip}, ${requestId})`.execute(
    db,
  );
}

export interface UsageDay {
  day: string;
  answered: number;
  refused: number;
  failed: number;
}

/**
 * The calls of the last thirty days, by day, oldest first. The caller has checked that the reader may open the client.
 */
export async function usageOf(clientId: string): Promise<UsageDay[]> {
  const { rows } = await sql<UsageDay>`
    select d.day::date::text as day, coalesce(c.answered, 0) as answered, coalesce(c.refused, 0) as refused, coalesce(c.failed, 0) as failed
    from generate_series(${addDays(today(), 1 - USAGE_DAYS)}::date, ${today()}::date, interval '1 day') d(day)
    left join app_client_days c on c.app_client_id = ${clientId} and c.day = d.day order by d.day`.execute(db);
  return rows;
}

export interface RecordedCall {
  id: number;
  at: string;
  method: string;
  path: string;
  scope: string | null;
  status: number;
  ip: string | null;
}

/** The newest calls of a client. The caller has checked that the reader may open it. */
export async function newestCalls(clientId: string, most = 20): Promise<RecordedCall[]> {
  const { rows } =
    await sql<RecordedCall>`select id, at, method, path, scope, status, ip from app_client_calls where app_client_id = ${clientId} order by id desc limit ${most}`.execute(
      db,
    );
  return rows;
}

/** Deletes calls older than the setting says, expired tokens, and daily counts older than two years. */
async function deleteOldCalls(): Promise<{ calls: number; tokens: number }> {
  const days = await businessSetting('directory.keep-calls-days');
  const calls = await sql`delete from app_client_calls where at < now() - ${days}::int * interval '1 day'`.execute(db);
  const tokens = await sql`delete from app_client_tokens where expires_at < now()`.execute(db);
  await sql`delete from app_client_days where day < ${today()}::date - 730`.execute(db);
  return { calls: Number(calls.numAffectedRows ?? 0), tokens: Number(tokens.numAffectedRows ?? 0) };
}

declareJob({ name: 'app-client-cleanup', schedule: '50 3 * * *', run: deleteOldCalls });
