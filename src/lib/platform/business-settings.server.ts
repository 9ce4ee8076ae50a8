import { z } from 'zod';
import { db, type Db } from './database.server.ts';

declare module './database.server.ts' {
  interface Database {
    settings: { name: string; validFrom: string; value: unknown; setBy: string | null; reason: string | null };
  }
}

const cents = z.number().int().min(0);
const tiers = z.array(z.object({ upToCents: cents.nullable(), quotations: z.number().int().min(0) })).min(1);

/** What the business may decide otherwise, with the first value of each (model of purchasing, 1.2 and 1.16; of the directory, 4.1). Cents. */
const declared = {
  'purchasing.direct-limit': { schema: cents, first: 100_000 },
  'purchasing.specification-above': { schema: cents, first: 3_000_000 },
  'purchasing.quotation-tiers': {
    schema: tiers,
    first: [{ upToCents: 100_000, quotations: 1 }, { upToCents: 600_000, quotations: 2 }, { upToCents: null, quotations: 3 }],
  },
  'purchasing.print-link-days': { schema: z.number().int().min(1), first: 14 },
  'files.link-days': { schema: z.number().int().min(1), first: 14 },
  'directory.email-free-after-days': { schema: z.number().int().min(0), first: 90 },
  'activity.keep-years': { schema: z.number().int().min(5), first: 7 },
  'jobs.keep-runs-days': { schema: z.number().int().min(7), first: 90 },
} as const;

type Declared = typeof declared;
export type SettingName = keyof Declared;

/** The value in force now: the newest row whose start has come, else the first value. */
export async function businessSetting<N extends SettingName>(name: N, reader: Db = db): Promise<z.output<Declared[N]['schema']>> {
  const row = await reader.selectFrom('settings').select('value').where('name', '=', name).where('validFrom', '<=', new Date().toISOString()).orderBy('validFrom', 'desc').limit(1).executeTakeFirst();
  return declared[name].schema.parse(row ? row.value : declared[name].first) as z.output<Declared[N]['schema']>;
}
