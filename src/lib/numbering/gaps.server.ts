import { sql } from 'kysely';
import { Refusal } from '#lib/values/refusal.ts';
import { db } from '#lib/process/database/database.server.ts';
import { declareJob } from '#lib/process/jobs/declared.server.ts';

/** For a statement that reads `from number_series`: the last number that must exist, issued or before the next. */
export const lastValue = sql<number>`greatest(number_series.next_value - 1, (select max(value) from issued_numbers where series_id = number_series.id))`;
/** The values, as `g (n)`, between the first and the last that no document has. */
export const missingValues = sql`(select n from generate_series(1, ${lastValue}) n where not exists (select 1 from issued_numbers where series_id = number_series.id and value = n))`;
/** The number with the value `n`, as printed. */
export const numberOfValue = sql<string>`number_series.prefix || '-' || lpad(n::text, greatest(number_series.width, length(n::text)), '0')`;

/** The result of checking all series. */
export interface Continuity {
  series: number;
  /** How many numbers were issued. */
  numbers: number;
  /** Numbers between the first and the last that no document has: there must be none. */
  missing: string[];
}

/** Maximum number of numbers listed in a sentence. */
const NAMED = 10;

/**
 * Checks whether each series runs from 1 to its last number without a gap (model of purchasing, 0.3 and invariant 2).
 */
export async function checkContinuity(): Promise<Continuity> {
  const { rows } = await sql<Continuity>`
    select (select count(*) from number_series) as series, (select count(*) from issued_numbers) as numbers,
      coalesce((select array_agg(${numberOfValue} order by number_series.prefix, n) from number_series cross join lateral ${missingValues} g (n)), '{}') as missing`.execute(
    db,
  );
  return rows[0]!;
}

/** The nightly check: a gap fails the run, which names it. */
async function findHoles(): Promise<{ series: number; numbers: number }> {
  const { series, numbers, missing } = await checkContinuity();
  if (missing.length > 0) {
    const named = missing.slice(0, NAMED).join(', ');
    throw new Refusal('numbers-missing', 409, {
      params: { count: missing.length, numbers: missing.length > NAMED ? `${named}, …` : named },
    });
  }
  return { series, numbers };
}

declareJob({ name: 'number-continuity', schedule: '0 2 * * *', run: findHoles });
