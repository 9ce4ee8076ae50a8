import { log } from '#lib/process/config/log.server.ts';
import { cachedUntilChanged } from '#lib/process/database/cached.server.ts';

const phone = cachedUntilChanged('business_entities', async (reader) => {
  const row = await reader
    .selectFrom('businessEntities')
    .select('phone')
    .where('status', '=', 'active')
    .where('phone', 'is not', null)
    .orderBy('id')
    .executeTakeFirst();
  return row?.phone?.replaceAll(' ', '\u00a0') ?? null;
});

/**
 * The number that visitors may call, as it is written and never broken over two lines: that of the first active
 * business entity that has one. Null without one, and when it cannot be read: the pages that show it also say that
 * something has failed.
 */
export async function publicPhone(): Promise<string | null> {
  return phone().catch((error: unknown) => {
    log.warn({ err: error }, 'the telephone number of the business cannot be read');
    return null;
  });
}
