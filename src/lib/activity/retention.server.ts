import { sql } from 'kysely';
import { today } from '#lib/values/time.ts';
import { businessSetting } from '#lib/process/settings/business-settings.server.ts';
import { transaction } from '#lib/process/database/database.server.ts';
import { declareJob, type RunContext } from '#lib/process/jobs/declared.server.ts';
import { logActivity } from './activity.server.ts';

/**
 * Deletes log entries older than the setting says, at least five years; returns how many. The database refuses to
 * delete anything younger, and remembers which days were deleted, so that the verification does not miss them.
 */
async function deleteOldEntries(actor: RunContext['actor']): Promise<{ entries: number }> {
  const years = await businessSetting('activity.keep-years');
  return transaction(async (tx) => {
    const { rows } = await sql<{ keptFrom: string; entries: number }>`
      select kept_from, forget_activity(kept_from) as entries
      from (select (${today()}::date - make_interval(years => ${years}::int))::date as kept_from) days`.execute(tx);
    const { keptFrom, entries } = rows[0]!;
    if (entries > 0)
      await logActivity(
        actor,
        { event: 'activity-log.forgotten', subject: 'UserManagementLog', params: { count: entries, before: keptFrom } },
        tx,
      );
    return { entries };
  });
}

declareJob({ name: 'log-retention', schedule: '30 3 * * *', run: ({ actor }) => deleteOldEntries(actor) });
