import { settingInForce } from '#lib/process/settings/business-settings.server.ts';
import { db, type Db } from '#lib/process/database/database.server.ts';
import type { DutyPair } from '#lib/values/duties.ts';

/** The pairs of these that are relaxed now, each with the reason of its setting (model of purchasing, 0.7). */
export async function relaxedPairs(
  pairs: readonly DutyPair[],
  reader: Db = db,
): Promise<ReadonlyMap<DutyPair, string | null>> {
  const relaxed = new Map<DutyPair, string | null>();
  for (const pair of new Set(pairs)) {
    const { value, reason } = await settingInForce(`duties.${pair}`, reader);
    if (value === 'relaxed') relaxed.set(pair, reason);
  }
  return relaxed;
}
