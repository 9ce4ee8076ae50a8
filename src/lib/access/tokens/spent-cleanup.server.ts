import { sql, type RawBuilder } from 'kysely';
import { db } from '#lib/process/database/database.server.ts';
import { declareJob } from '#lib/process/jobs/declared.server.ts';

/** Days for which links and sessions are retained after their end. */
const KEPT_DAYS = 30;

/**
 * Deletes expired credentials: links that have expired, were revoked or used up, and sessions that have ended, both
 * after thirty days, with the keys of these sessions; and expired counters of attempts.
 */
async function deleteExpiredCredentials(): Promise<{ links: number; sessions: number; attempts: number }> {
  const isOver = (end: RawBuilder<unknown>) => sql<boolean>`${end} < now() - ${KEPT_DAYS}::int * interval '1 day'`;
  const usedUpAt = sql`case when use_count >= max_uses then last_used_at end`;
  return {
    links: await count(sql`delete from public_tokens where ${isOver(sql`least(expires_at, revoked_at, ${usedUpAt})`)}`),
    sessions: await count(sql`delete from sessions where ${isOver(sql`least(expires_at, ended_at)`)}`),
    attempts: await count(sql`delete from rate_limits where expire < extract(epoch from now()) * 1000`),
  };
}

async function count(statement: RawBuilder<unknown>): Promise<number> {
  const { numAffectedRows } = await statement.execute(db);
  return Number(numAffectedRows ?? 0);
}

declareJob({ name: 'spent-cleanup', schedule: '0 3 * * *', run: deleteExpiredCredentials });
