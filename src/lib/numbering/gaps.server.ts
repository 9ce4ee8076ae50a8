import { sql } from 'kysely';
import { Refusal } from '#lib/kernel/refusal.ts';
import { db } from '#lib/platform/database.server.ts';
import { declareJob } from '#lib/platform/jobs/declared.server.ts';

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
    with lasts as (
      select s.id, s.prefix, s.width, greatest(s.next_value - 1, (select max(value) from issued_numbers where series_id = s.id)) as last from number_series s
    ), missing as (
      select prefix || '-' || lpad(n::text, greatest(width, length(n::text)), '0') as number
      from lasts cross join generate_series(1, last) n
      where not exists (select 1 from issued_numbers i where i.series_id = lasts.id and i.value = n)
    ) select (select count(*) from lasts) as series, (select count(*) from issued_numbers) as numbers,
        coalesce((select array_agg(number order by number) from missing), '{}') as missing`.execute(db);
  return rows[0]!;
}

/** The nightly look: a hole is a failed run that names it. */
async function findHoles(): Promise<{ series: number; numbers: number }> {
  const { series, numbers, missing } = await checkContinuity();
  if (missing.length > 0) {
    const named = missing.slice(0, NAMED).join(', ');
    throw new Refusal('numbers-missing', 409, { params: { count: missing.length, numbers: missing.length > NAMED ? `${named}, …` : named } });
  }
  return { series, numbers };
}

declareJob({ name: 'number-continuity', schedule: '0 2 * * *', run: findHoles });
