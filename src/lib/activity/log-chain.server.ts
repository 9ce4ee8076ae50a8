import { sql } from 'kysely';
import { db } from '#lib/process/database/database.server.ts';

export interface ChainCheck {
  entries: number;
  /** The first entry that does not match its predecessor, or whose content was changed. */
  brokenAt: number | null;
  checkedAt: string;
}

/**
 * Verifies the chain of a day ('YYYY-MM-DD', Asia/Singapore): every entry's hash follows from its content and its
 * predecessor.
 */
export async function checkChain(day: string): Promise<ChainCheck> {
  const { rows } = await sql<{ entries: number; brokenAt: number | null }>`
    select count(*) as entries, min(seq) filter (where not good) as broken_at from (
      select seq, hash = activity_log_hash(l) and prev_hash = coalesce(lag(hash) over (order by seq), day::text) as good
      from activity_log l where day = ${day}
    ) entries`.execute(db);
  return { ...rows[0]!, checkedAt: new Date().toISOString() };
}
