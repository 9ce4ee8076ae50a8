import { sql } from 'kysely';
import { businessSetting } from '#lib/process/settings/business-settings.server.ts';
import { config } from '#lib/process/config/config.server.ts';
import { db, type Db, type Tx } from '#lib/process/database/database.server.ts';
import { defaultLanguage } from '#lib/values/languages.ts';
import { queueMail } from '#lib/process/mail/outbox.server.ts';
import { declarationOf, type EventName } from './events.ts';
import { letterFor } from './letter.server.ts';
import { notify, type Notice } from './notify.server.ts';

/** A notice to finance: its event is one of theirs, and its recipients are a setting. */
export type FinanceNotice = Omit<Notice, 'to'>;

/**
 * Notifies the recipients of finance notifications named in the setting (specification, section 9), once each under the
 * key: our people by their preferences, other addresses by mail. The actor is not notified.
 */
export async function notifyFinance(tx: Tx, doneBy: string | null, notice: FinanceNotice): Promise<void> {
  const addresses = await financeRecipients(tx);
  if (addresses.length === 0) return;
  const { rows: people } = await sql<{
    id: string;
    email: string;
  }>`select id, email from users where email = any(${addresses}::text[]) and status = 'active' and email_freed_at is null`.execute(
    tx,
  );
  await notify(tx, { ...notice, to: people.map(({ id }) => id).filter((id) => id !== doneBy) });
  const outside = addresses.filter((address) => people.every(({ email }) => email !== address));
  for (const address of outside) await mailOutside(tx, address, notice);
}

/** The addresses of the setting, in lower case. */
async function financeRecipients(reader: Db = db): Promise<string[]> {
  return [...new Set((await businessSetting('finance.notification-recipients', reader)).map(({ email }) => email))];
}

/** Whether somebody can ever be notified of an event, so that it is in their preferences. */
export async function canBeNotifiedOf(
  event: EventName,
  { email, administers, readsLog }: { email: string; administers: boolean; readsLog: boolean },
): Promise<boolean> {
  const { audience } = declarationOf(event);
  if (audience === 'administrators') return administers;
  if (audience === 'log-readers') return readsLog;
  return audience === undefined || (await financeRecipients()).includes(email.toLowerCase());
}

async function mailOutside(
  tx: Tx,
  address: string,
  { event, entity, params = {}, link, key }: FinanceNotice,
): Promise<void> {
  const letter = letterFor(
    { event, entity: entity?.name ?? null, entityNumber: entity?.number ?? null, params, link },
    { fullName: config.productName, language: defaultLanguage },
  );
  await queueMail(tx, {
    to: address,
    kind: 'notification',
    letter: { ...letter, because: undefined, ways: [] },
    once: key,
  });
}
