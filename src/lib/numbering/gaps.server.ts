import { sql } from 'kysely';
import { Refusal } from '#lib/values/refusal.ts';
import { db } from '#lib/process/database/database.server.ts';
import { declareJob } from '#lib/process/jobs/declared.server.ts';

/** Of the series a statement reads `from number_series`: the last number that must be there, issued or before the next. */
export const lastValue = sql<number>`greatest(number_series.next_value - 1, (select max(value) from issued_numbers where series_id = number_series.id))`;
/** The values, as `g (n)`, between the first and the last that were never given to a document. */
export const missingValues = sql`(select n from generate_series(1, ${lastValue}) n where not exists (select 1 from issued_numbers where series_id = number_series.id and value = n))`;
/** The number of the value `n`, as it is printed. */
export const numberOfValue = sql<string>`number_series.prefix || '-' || lpad(n::text, greatest(number_series.width, length(n::text)), '0')`;

/** What a look over all series has found. */
export interface Continuity {
  series: number;
  /** How many numbers have been given. */
  numbers: number;
  /** Numbers between the first and the last that were never given to a document: there must be none. */
  missing: string[];
}

/** Numbers that a sentence names. */
const NAMED = 10;

/** Looks whether each series runs from 1 to its last number without a hole (model of purchasing, 0.3 and invariant 2). */
export async function checkContinuity(): Promise<Continuity> {
  const { rows } = await sql<Continuity>`
    select (select count(*) from number_series) as series, (select count(*) from issued_numbers) as numbers,
      coalesce((select array_agg(${numberOfValue} order by number_series.prefix, n) from number_series cross join lateral ${missingValues} g (n)), '{}') as missing`.execute(
    db,
  );
  return rows[0]!;
}

/** The nightly look: a hole is a failed run that names it. */
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
