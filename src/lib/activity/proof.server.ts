import { sql } from 'kysely';
import { v7 as uuid } from 'uuid';
import { today } from '#lib/kernel/time.ts';
import { db } from '#lib/platform/database.server.ts';
import { startChore } from '#lib/platform/chore.server.ts';
import { log } from '#lib/platform/log.server.ts';

/** A proof of the whole log: every day's chain, and every past day against what was sealed of it. */
export interface Proof {
  provedAt: string;
  entries: number;
  brokenDay: string | null;
  brokenSeq: number | null;
}

declare module '#lib/platform/database.server.ts' {
  interface Database {
    activityProofs: Proof & { id: string };
  }
}

/** Milliseconds after which a proof is old. */
const OLD_MS = 24 * 3_600_000;
/** Milliseconds between two looks at how old the last proof is. */
const LOOK_MS = 15 * 60_000;

/** Proves the log once a day for as long as the process runs; a chain that does not hold is an error in the log of the process. The result ends it. */
export function startProofs(): () => Promise<void> {
  return startChore(() => freshProof().then(tell), LOOK_MS, 'the activity log could not be proved');
}

function tell({ brokenDay, brokenSeq }: Proof): void {
  if (brokenDay) log.error({ brokenDay, brokenSeq }, 'the chain of the activity log does not hold');
}

/** The newest proof; made now when there is none or it is older than a day. */
export async function freshProof(): Promise<Proof> {
  const last = await lastProof();
  const isOld = !last || Date.now() - Date.parse(last.provedAt) > OLD_MS;
  return isOld ? proveLog() : last;
}

/** The newest proof of the log; undefined before the first. */
export async function lastProof(): Promise<Proof | undefined> {
  return db.selectFrom('activityProofs').select(['provedAt', 'entries', 'brokenDay', 'brokenSeq']).orderBy('provedAt', 'desc').limit(1).executeTakeFirst();
}

/**
 * Proves the log and notes the result; days that are over and hold are sealed. A day that was sealed and is shorter,
 * longer, gone or otherwise ended now does not hold.
 */
export async function proveLog(): Promise<Proof> {
  const { rows } = await sql<{ day: string; entries: number; root: string; holds: boolean; brokenSeq: number | null; isSealed: boolean }>`
    with links as (
      select day, seq, hash, hash = activity_log_hash(l) and prev_hash = coalesce(lag(hash) over (partition by day order by seq), day::text) as good
      from activity_log l
    ), days as (
      select day, count(*) as entries, (array_agg(hash order by seq desc))[1] as root, min(seq) filter (where not good) as broken_seq from links group by day
    ) select coalesce(d.day, r.day) as day, coalesce(d.entries, 0) as entries, d.root, d.broken_seq, r.day is not null as is_sealed,
        d.broken_seq is null and (r.day is null or (r.entries = d.entries and r.root = d.root) is true) as holds
      from days d full join activity_roots r on r.day = d.day order by 1`.execute(db);
  const over = rows.filter(({ day, holds, isSealed }) => day < today() && holds && !isSealed);
  if (over.length > 0) {
    const roots = over.map(({ day, entries, root }) => sql`(${day}::date, ${entries}::bigint, ${root})`);
    await sql`insert into activity_roots (day, entries, root) values ${sql.join(roots)} on conflict do nothing`.execute(db);
  }
  const broken = rows.find(({ holds }) => !holds);
  const proof = {
    provedAt: new Date().toISOString(), entries: rows.reduce((sum, { entries }) => sum + entries, 0), brokenDay: broken?.day ?? null, brokenSeq: broken?.brokenSeq ?? null,
  };
  await db.insertInto('activityProofs').values({ id: uuid(), ...proof }).execute();
  return proof;
}
