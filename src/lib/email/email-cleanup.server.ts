import { sql } from 'kysely';
import { businessSetting } from '#lib/process/settings/business-settings.server.ts';
import { transaction } from '#lib/process/database/database.server.ts';
import { declareJob } from '#lib/process/jobs/declared.server.ts';
import { LEFT_BEHIND } from './mail-acts.server.ts';
import './tables.server.ts';

/**
 * Deletes mails that have been in the trash longer than the setting says (30 days by default), and messages without any
 * copy.
 */
export async function emptyTrash(): Promise<{ copies: number; lastCopies: number }> {
  const days = await businessSetting('email.keep-trash-days');
  return transaction(async (tx) => {
    const copies = await sql`
      delete from mail_boxes b using mail_messages m where b.folder = 'trash' and b.trashed_at < now() - ${days}::int * interval '1 day' and m.id = b.message_id and m.state <> 'held'`.execute(
      tx,
    );
    const mails = await sql`delete from mail_messages where ${LEFT_BEHIND}`.execute(tx);
    await sql`delete from mail_threads t where created_at < now() - interval '1 day' and not exists (select 1 from mail_messages m where m.thread_id = t.id)`.execute(
      tx,
    );
    return { copies: Number(copies.numAffectedRows ?? 0), lastCopies: Number(mails.numAffectedRows ?? 0) };
  });
}

declareJob({ name: 'email-trash', schedule: '40 3 * * *', run: () => emptyTrash() });
