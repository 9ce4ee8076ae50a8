import { sql } from 'kysely';
import { v7 as uuid } from 'uuid';
import { sessionPath } from '#lib/access/paths.ts';
import type { Actor } from '#lib/values/actor.ts';
import { createToken, peekToken, useToken } from '#lib/access/tokens/public-tokens.server.ts';
import { logActivity } from '#lib/activity/activity.server.ts';
import { config } from '#lib/process/config/config.server.ts';
import { db, transaction, type Db, type Tx } from '#lib/process/database/database.server.ts';
import type { Language } from '#lib/values/languages.ts';
import { localizePath } from '#lib/values/localize.ts';

/** How somebody said yes or no: in the account settings, on the page that a mail leads to, or by a mail program's own button. */
export type ConsentWay = 'account-setting' | 'unsubscribe-page' | 'mail-program';

declare module '#lib/process/database/database.server.ts' {
  interface Database {
    newsConsents: { id: string; address: string; agreed: boolean; how: ConsentWay; at: string };
  }
}

const PURPOSE = 'unsubscribe';
/** A mail may be found again after years; whoever wants no more shall not be told that it is too late. */
const LINK_HOURS = 3 * 365 * 24;

/** Whether the owner of an address has agreed to news by mail, and not taken it back. Nobody has until they say so. */
export async function agreesToNews(address: string, reader: Db | Tx = db): Promise<boolean> {
  const newest = await reader
    .selectFrom('newsConsents')
    .select('agreed')
    .where('address', '=', address.toLowerCase())
    .orderBy('at', 'desc')
    .limit(1)
    .executeTakeFirst();
  return newest?.agreed ?? false;
}

/** Notes a yes or a no, if it is not what stands already. */
export async function noteConsent(
  tx: Tx,
  actor: Actor,
  address: string,
  agreed: boolean,
  how: ConsentWay,
): Promise<void> {
  // One after the other for an address: the newest row is the answer.
  await sql`select pg_advisory_xact_lock(hashtext('news-consent:' || ${address.toLowerCase()}))`.execute(tx);
  if ((await agreesToNews(address, tx)) === agreed) return;
  await tx
    .insertInto('newsConsents')
    .values({ id: uuid(), address: address.toLowerCase(), agreed, how } as never)
    .execute();
  await logActivity(
    actor,
    { event: `news-consent.${agreed ? 'given' : 'withdrawn'}`, subject: 'Auth', params: { address, how } },
    tx,
  );
}

/** The page by which the owner of an address says that no more news are wanted, in their language. */
export async function unsubscribeUrl(
  tx: Tx,
  actor: Actor,
  subjectId: string,
  address: string,
  language: Language,
): Promise<string> {
  const token = await createToken(tx, actor, { purpose: PURPOSE, subjectId, hours: LINK_HOURS, data: { address } });
  return config.publicOrigin + localizePath(sessionPath.unsubscribe(token), language);
}

/** Whose news a link ends, and whether they still come; null for a link that is not good. Does not count as a use. */
export async function newsOfLink(token: string): Promise<{ address: string; agreed: boolean } | null> {
  const link = await peekToken(db, PURPOSE, token);
  if (!link) return null;
  const address = String(link.data['address']);
  return { address, agreed: await agreesToNews(address) };
}

/** Says no, or yes again, by a link. 404 for one that is not good. */
export async function consentByLink(actor: Actor, token: string, agreed: boolean, how: ConsentWay): Promise<void> {
  await transaction(async (tx) => {
    const { data } = await useToken(tx, PURPOSE, token);
    await noteConsent(tx, actor, String(data['address']), agreed, how);
  });
}
