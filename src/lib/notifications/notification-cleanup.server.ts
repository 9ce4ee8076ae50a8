import { sql } from 'kysely';
import { businessSetting } from '#lib/process/settings/business-settings.server.ts';
import { db } from '#lib/process/database/database.server.ts';
import { declareJob } from '#lib/process/jobs/declared.server.ts';

/**
 * Deletes notifications and sent mails that are older than the settings say. Mails that were never sent stay, however
 * old they are.
 */
async function deleteOldNotifications(): Promise<{ notifications: number; mails: number }> {
  const [notificationDays, mailDays] = await Promise.all([
    businessSetting('notifications.keep-days'),
    businessSetting('mail.keep-sent-days'),
  ]);
  const notifications =
    await sql`delete from notifications where created_at < now() - ${notificationDays}::int * interval '1 day'`.execute(
      db,
    );
  const mails =
    await sql`delete from mail_outbox where status = 'sent' and sent_at < now() - ${mailDays}::int * interval '1 day'`.execute(
      db,
    );
  return { notifications: Number(notifications.numAffectedRows ?? 0), mails: Number(mails.numAffectedRows ?? 0) };
}

declareJob({ name: 'told-cleanup', schedule: '30 3 * * *', run: deleteOldNotifications });
