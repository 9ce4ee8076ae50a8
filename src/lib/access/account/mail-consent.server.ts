import { sql } from 'kysely';
import { v7 as uuid } from 'uuid';
import { sessionPath } from '#lib/access/paths.ts';
import type { Actor } from '#lib/values/actor.ts';
import { createToken, peekToken, useToken } from '#lib/access/tokens/public-tokens.server.ts';
import { logActivity } from '#lib/activity/activity.server.ts';
import { config } from '#lib/process/config/config.server.ts';
import { db, transaction, type Db, type Tx } from '#lib/process/database/database.server.ts';
import type { Table } from '#lib/process/database/table.ts';
import type { Language } from '#lib/values/languages.ts';
import { localizePath } from '#lib/values/localize.ts';

/**
 * Where consent was given or withdrawn: in the account settings, on the page linked from a mail, or by a mail program's
 * own button.
 */
export type ConsentWay = 'account-setting' | 'unsubscribe-page' | 'mail-program';

declare module '#lib/process/database/database.server.ts' {
  interface Database {
    newsConsents: Table<{ id: string; address: string; agreed: boolean; how: ConsentWay; at: string }, 'at'>;
  }
}

const PURPOSE = 'unsubscribe';
/** Validity of the link: a mail may be found again after years, and unsubscribing must still work. */
const LINK_HOURS = 3 * 365 * 24;

/** Whether the owner of an address has consented to promotional mails and not withdrawn it. Default: no. */
export async function consentsToPromotion(address: string, reader: Db | Tx = db): Promise<boolean> {
  const newest = await reader
    .selectFrom('newsConsents')
    .select('agreed')
    .where('address', '=', address.toLowerCase())
    .orderBy('at', 'desc')
    .limit(1)
    .executeTakeFirst();
  return newest?.agreed ?? false;
}

/** Records a consent or a withdrawal, if it is not the current state already. */
export async function recordConsent(
  tx: Tx,
  actor: Actor,
  address: string,
  agreed: boolean,
  how: ConsentWay,
): Promise<void> {
  // Serialized for each address: the newest row decides.
  await sql`select pg_advisory_xact_lock(hashtext('news-consent:' || ${address.toLowerCase()}))`.execute(tx);
  if ((await consentsToPromotion(address, tx)) === agreed) return;
  await tx.insertInto('newsConsents').values({ id: uuid(), address: address.toLowerCase(), agreed, how }).execute();
  await logActivity(
    actor,
    { event: `news-consent.${agreed ? 'given' : 'withdrawn'}`, subject: 'Auth', params: { address, how } },
    tx,
  );
}

/** The page on which the owner of an address unsubscribes from promotional mails, in their language. */
export async function unsubscribeUrl(
  tx: Tx,
  actor: Actor,
  subjectId: string,
  address: string,
  language: Language,
): Promise<string> {
  const { token } = await createToken(tx, actor, { purpose: PURPOSE, subjectId, hours: LINK_HOURS, data: { address } });
  return config.publicOrigin + localizePath(sessionPath.unsubscribe(token), language);
}

/**
 * Whose subscription a link ends, and whether it is still active; null for an invalid link. Does not count as a use.
 */
export async function subscriptionOfLink(token: string): Promise<{ address: string; agreed: boolean } | null> {
  const link = await peekToken(db, PURPOSE, token);
  if (!link) return null;
  const address = String(link.data['address']);
  return { address, agreed: await consentsToPromotion(address) };
}

/** Withdraws or renews consent by a link. 404 for an invalid one. */
export async function consentByLink(actor: Actor, token: string, agreed: boolean, how: ConsentWay): Promise<void> {
  await transaction(async (tx) => {
    const { data } = await useToken(tx, PURPOSE, token);
    await recordConsent(tx, actor, String(data['address']), agreed, how);
  });
}
