import { sql } from 'kysely';
import { v7 as uuid } from 'uuid';
import { Refusal } from '#lib/values/refusal.ts';
import { today } from '#lib/values/time.ts';
import { db } from '#lib/process/database/database.server.ts';
import { declareJob } from '#lib/process/jobs/declared.server.ts';

/** A verification of the whole log: every day's chain, and every past day against its seal. */
export interface LogVerification {
  provedAt: string;
  entries: number;
  brokenDay: string | null;
  brokenSeq: number | null;
}

declare module '#lib/process/database/database.server.ts' {
  interface Database {
    activityProofs: LogVerification & { id: string };
  }
}

/** The newest verification of the log; undefined before the first. */
export async function lastVerification(): Promise<LogVerification | undefined> {
  return db
    .selectFrom('activityProofs')
    .select(['provedAt', 'entries', 'brokenDay', 'brokenSeq'])
    .orderBy('provedAt', 'desc')
    .limit(1)
    .executeTakeFirst();
}

/**
 * Verifies the log and records the result; valid past days are sealed. A sealed day that is now shorter, longer,
 * missing or ends differently is invalid, unless it is old enough to have been deleted by retention.
 */
export async function verifyLog(): Promise<LogVerification> {
  const { rows } = await sql<{
    day: string;
    entries: number;
    root: string;
    holds: boolean;
    brokenSeq: number | null;
    isSealed: boolean;
  }>`
    with links as (
      select day, seq, hash, hash = activity_log_hash(l) and prev_hash = coalesce(lag(hash) over (partition by day order by seq), day::text) as good
      from activity_log l
    ), days as (
      select day, count(*) as entries, (array_agg(hash order by seq desc))[1] as root, min(seq) filter (where not good) as broken_seq from links group by day
    ) select coalesce(d.day, r.day) as day, coalesce(d.entries, 0) as entries, d.root, d.broken_seq, r.day is not null as is_sealed,
        d.broken_seq is null and (r.day is null or (r.entries = d.entries and r.root = d.root) is true) as holds
      from days d full join (select * from activity_roots where day >= coalesce((select max(before_day) from activity_forgotten), '-infinity')) r on r.day = d.day order by 1`.execute(
    db,
  );
  const over = rows.filter(({ day, holds, isSealed }) => day < today() && holds && !isSealed);
  if (over.length > 0) {
    const roots = over.map(({ day, entries, root }) => sql`(${day}::date, ${entries}::bigint, ${root})`);
    await sql`insert into activity_roots (day, entries, root) values ${sql.join(roots)} on conflict do nothing`.execute(
      db,
    );
  }
  const broken = rows.find(({ holds }) => !holds);
  const proof = {
    provedAt: new Date().toISOString(),
    entries: rows.reduce((sum, { entries }) => sum + entries, 0),
    brokenDay: broken?.day ?? null,
    brokenSeq: broken?.brokenSeq ?? null,
  };
  await db
    .insertInto('activityProofs')
    .values({ id: uuid(), ...proof })
    .execute();
  return proof;
}

/** The daily verification: an invalid chain fails the run and is an error in the process log. */
async function proveDaily(): Promise<{ entries: number }> {
  const { entries, brokenDay, brokenSeq } = await verifyLog();
  if (brokenDay !== null) throw new Refusal('log-chain-broken', 409, { params: { day: brokenDay, seq: brokenSeq } });
  return { entries };
}

declareJob({ name: 'log-root', schedule: '10 0 * * *', run: proveDaily });
