import type { z } from 'zod';
import { declaredSettings, type SettingName, type SettingValue } from './business-settings.ts';
import { db, type Db } from '#lib/process/database/database.server.ts';
import type { Table } from '#lib/process/database/table.ts';
import { cachedUntilChanged } from '#lib/process/database/cached.server.ts';

export interface SettingRow {
  id: string;
  name: string;
  /** ISO; in force from then on. */
  validFrom: string;
  value: unknown;
  setBy: string | null;
  setAt: string;
  reason: string | null;
  /** Cancelled before it came into force. */
  removedAt: string | null;
  removedBy: string | null;
}

declare module '#lib/process/database/database.server.ts' {
  interface Database {
    settings: Table<SettingRow, 'id' | 'validFrom' | 'setAt', 'value'>;
  }
}

/**
 * The value in force now: the newest change whose start has passed, else the default. Cheap: cached until some process
 * changes a setting; a planned change comes into force by the clock.
 */
export async function businessSetting<N extends SettingName>(name: N, reader: Db = db): Promise<SettingValue<N>> {
  return (await settingInForce(name, reader)).value;
}

/** The same with the reason that was given for it; null for the first value. */
export async function settingInForce<N extends SettingName>(
  name: N,
  reader: Db = db,
): Promise<{ value: SettingValue<N>; reason: string | null }> {
  const now = new Date().toISOString();
  const row = (await changes(reader)).get(name)?.find(({ validFrom }) => validFrom <= now);
  const { field, first } = declaredSettings[name];
  const value = (field.schema as z.ZodType).parse(row ? row.value : first) as SettingValue<N>;
  return { value, reason: row?.reason ?? null };
}

/** The changes of every setting that were not cancelled, latest start first. */
const changes = cachedUntilChanged('settings', async (reader) => {
  const rows = await reader
    .selectFrom('settings')
    .select(['name', 'validFrom', 'value', 'reason'])
    .where('removedAt', 'is', null)
    .orderBy('validFrom', 'desc')
    .execute();
  return Map.groupBy(rows, ({ name }) => name);
});
