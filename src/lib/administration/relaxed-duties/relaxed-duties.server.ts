import { sql, type RawBuilder } from 'kysely';
import type { ActivityRow } from '#lib/activity/activity.server.ts';
import { logLogExport, logLogReading, READ, reachOfLog } from '#lib/administration/activity-log/log-reading.server.ts';
import { businessSetting } from '#lib/process/settings/business-settings.server.ts';
import { db } from '#lib/process/database/database.server.ts';
import type { SettingName } from '#lib/process/settings/business-settings.ts';
import type { Actor } from '#lib/values/actor.ts';
import { DUTY_PAIRS, type RelaxedDuty } from '#lib/values/duties.ts';
import { daysOf } from './month.ts';

/** One relaxed case: the entry of the second act, and what the same person did before. */
export interface RelaxedCase extends ActivityRow {
  duty: RelaxedDuty;
}

export interface CasesPage {
  items: RelaxedCase[];
  total: number;
  page: number;
  perPage: number;
}

/**
 * The relaxed cases of a month ('YYYY-MM', Singapore) within the reader's reach of the activity log, newest first (model of
 * purchasing, 0.7: a monthly report lists every relaxed case). 403 for whoever may not read the log.
 */
export async function relaxedCases(
  actor: Actor,
  { month, page, perPage }: { month: string; page: number; perPage: number },
): Promise<CasesPage> {
  const where = casesOf(actor, month, READ);
  const [items, total] = await Promise.all([rowsOf(where, perPage, (page - 1) * perPage), countOf(where)]);
  await logLogReading(actor, { month, relaxed: true });
  return { items, total, page, perPage };
}

/** Every case of the month up to `ceiling`, for a file (right export); logged. */
export async function exportedCases(actor: Actor, month: string, ceiling: number): Promise<RelaxedCase[]> {
  const items = await rowsOf(casesOf(actor, month, 'export'), ceiling, 0);
  await logLogExport(actor, items.length, { month, relaxed: true });
  return items;
}

/** How many cases of a month somebody may read; nothing is logged of counting. */
export const countCases = (actor: Actor, month: string): Promise<number> => countOf(casesOf(actor, month, READ));

/** Every pair of duties with its setting, and whether it is kept apart now. */
export async function dutyPairs(): Promise<{ setting: SettingName; isRelaxed: boolean }[]> {
  return Promise.all(
    DUTY_PAIRS.map(async (pair) => {
      const setting = `duties.${pair}` as const;
      return { setting, isRelaxed: (await businessSetting(setting)) === 'relaxed' };
    }),
  );
}

function casesOf(actor: Actor, month: string, action: string): RawBuilder<unknown> {
  const { from, to } = daysOf(month);
  return sql`from activity_log l cross join lateral jsonb_array_elements(l.params->'relaxed') d (duty)
    where ${reachOfLog(actor, action)} and l.params ? 'relaxed'
      and l.occurred_at >= (${from}::date)::timestamp at time zone 'Asia/Singapore'
      and l.occurred_at < (${to}::date + 1)::timestamp at time zone 'Asia/Singapore'`;
}

async function rowsOf(cases: RawBuilder<unknown>, limit: number, offset: number): Promise<RelaxedCase[]> {
  const { rows } =
    await sql<RelaxedCase>`select l.*, d.duty ${cases} order by l.seq desc limit ${limit} offset ${offset}`.execute(db);
  return rows;
}

async function countOf(cases: RawBuilder<unknown>): Promise<number> {
  const { rows } = await sql<{ total: number }>`select count(*) as total ${cases}`.execute(db);
  return rows[0]!.total;
}
