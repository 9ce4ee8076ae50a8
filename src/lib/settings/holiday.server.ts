import { sql } from 'kysely';
import type { Actor } from '#lib/values/actor.ts';
import { store } from '#lib/records/store.server.ts';
import type { ShownVersion } from '#lib/records/version.server.ts';
import type { WriteOptions } from '#lib/records/store-writing.server.ts';
import { holiday, type Holiday } from './holiday.ts';
import { dropCached } from '#lib/process/database/cached.server.ts';

declare module '#lib/process/database/database.server.ts' {
  interface Database {
    holidays: Holiday;
  }
}

const today = sql`(now() at time zone 'Asia/Singapore')::date`;

export const holidays = store(holiday, {
  rights: {
    list: ['read'],
    show: ['read', 'update'],
    create: ['create'],
    update: ['update'],
    acts: { retire: ['update'], restore: ['update'] },
  },
  types: {
    upcoming: () => sql<boolean>`holidays.date >= ${today}`,
    past: () => sql<boolean>`holidays.date < ${today}`,
  },
});

/** Adds a day on which nothing is due (right Holiday create); 422 for a day that is listed already. */
export async function createHoliday(actor: Actor, input: unknown): Promise<Holiday> {
  return known(await makeHoliday(actor, input, {}));
}

/** The same as part of something larger: an import, or its dry run. */
export async function makeHoliday(actor: Actor, input: unknown, how: WriteOptions): Promise<Holiday> {
  return holidays.create(actor, input, undefined, how);
}

/** Changes a day or its name (right Holiday update). */
export async function updateHoliday(actor: Actor, seen: ShownVersion, input: unknown): Promise<Holiday> {
  return known(await holidays.update(actor, seen, input));
}

/** Retires a holiday, which becomes a working day; the history retains it. */
export async function retireHoliday(actor: Actor, seen: ShownVersion): Promise<Holiday> {
  return known(await holidays.transition(actor, 'retire', seen));
}

/** Lists a day again that was retired (right Holiday update). */
export async function restoreHoliday(actor: Actor, seen: ShownVersion): Promise<Holiday> {
  return known(await holidays.transition(actor, 'restore', seen));
}

/** Due dates set from now on take it into account. */
function known(row: Holiday): Holiday {
  dropCached('holidays');
  return row;
}
