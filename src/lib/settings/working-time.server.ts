import type { WorkingTime } from '#lib/values/working-hours.server.ts';
import { businessSetting } from '#lib/process/settings/business-settings.server.ts';
import { db, type Db } from '#lib/process/database/database.server.ts';
import { cachedUntilChanged } from '#lib/process/database/cached.server.ts';

/**
 * The working time, from the working week in force now (`time.working-week`) and the public holidays, for
 * `addWorkingHours`. Due dates already set do not change when either does.
 */
export async function workingTime(reader: Db = db): Promise<WorkingTime> {
  return { week: await businessSetting('time.working-week', reader), holidays: await closedDays(reader) };
}

/** Days 'YYYY-MM-DD' on which nobody works. */
const closedDays = cachedUntilChanged('holidays', async (reader): Promise<ReadonlySet<string>> => {
  const rows = await reader.selectFrom('holidays').select('date').where('status', '=', 'active').execute();
  return new Set(rows.map(({ date }) => date));
});
