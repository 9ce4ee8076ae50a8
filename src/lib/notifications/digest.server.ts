import { sql } from 'kysely';
import { worksOn } from '#lib/values/working-hours.server.ts';
import { dateOf } from '#lib/values/time.ts';
import { config } from '#lib/process/config/config.server.ts';
import { db, transaction, type Tx } from '#lib/process/database/database.server.ts';
import { translatorFor } from '#lib/process/i18n/translator.server.ts';
import type { Letter } from '#lib/process/mail/letter.ts';
import { declareJob } from '#lib/process/jobs/declared.server.ts';
import { queueMail } from '#lib/process/mail/outbox.server.ts';
import { greetingTo, type MailReader } from '#lib/process/mail/person-mail.server.ts';
import { workingTime } from '#lib/settings/working-time.server.ts';
import { footOf } from './letter.server.ts';
import type { NotificationRow } from './notify.server.ts';
import { NOTIFICATIONS_PATH } from './paths.ts';
import { notificationText } from './notification-text.server.ts';

/** Maximum number of items in one digest; the rest is a count with a link to the list. */
const MOST = 30;

/**
 * Sends one mail to everybody with unread notifications that are set to the digest, on working days; to be called at
 * 08:00 in Singapore. A repeated or concurrent call sends nothing twice: a person gets one digest a day. Returns how
 * many were sent.
 */
export async function sendDigests(now: Date = new Date()): Promise<{ digests: number }> {
  const day = dateOf(now);
  if (!worksOn(day, await workingTime())) return { digests: 0 };
  const { rows } = await sql<MailReader>`
    select u.id, u.full_name, u.email, u.language from users u where u.status = 'active'
      and exists (select 1 from notifications n where n.user_id = u.id and n.in_digest and n.digested_at is null and n.read_at is null)
      and not exists (select 1 from notification_digests d where d.user_id = u.id and d.day = ${day}) order by u.id`.execute(
    db,
  );
  let digests = 0;
  for (const person of rows) if (await transaction((tx) => sendDigest(tx, person, day))) digests += 1;
  return { digests };
}

async function sendDigest(tx: Tx, person: MailReader, day: string): Promise<boolean> {
  const first = await tx
    .insertInto('notificationDigests')
    .values({ userId: person.id, day })
    .onConflict((conflict) => conflict.doNothing())
    .returning('userId')
    .executeTakeFirst();
  if (!first) return false;
  const { rows } = await sql<NotificationRow>`
    update notifications set digested_at = now() where user_id = ${person.id} and in_digest and digested_at is null and read_at is null returning *`.execute(
    tx,
  );
  if (rows.length === 0) return false;
  const newest = rows.toSorted((a, b) => (a.createdAt < b.createdAt ? 1 : -1));
  await queueMail(tx, { to: person.email, userId: person.id, kind: 'digest', letter: digestFor(person, newest) });
  return true;
}

function digestFor({ fullName, language }: MailReader, rows: readonly NotificationRow[]): Letter {
  const t = translatorFor(language);
  const items = rows.slice(0, MOST).map((row) => {
    const { title, text, quote } = notificationText(row, language);
    return { label: title, text: [text, quote].filter(Boolean).join('\n'), href: config.publicOrigin + row.link };
  });
  const rest = rows.length - items.length;
  return {
    language,
    product: config.productName,
    subject: t('notifications.digest.subject', { count: rows.length }),
    greeting: greetingTo(fullName, language),
    before: t('notifications.digest.text', { count: rows.length }),
    items,
    act: { label: t('notifications.showAll'), href: config.publicOrigin + NOTIFICATIONS_PATH },
    after: rest > 0 ? t('notifications.digest.more', { count: rest }) : undefined,
    ...footOf(language),
  };
}

declareJob({ name: 'notification-digest', schedule: '0 8 * * *', run: () => sendDigests() });
