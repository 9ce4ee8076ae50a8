import { sql, type RawBuilder } from 'kysely';
import { validate } from 'uuid';
import { z } from 'zod';
import type { Actor } from '#lib/values/actor.ts';
import { logActivity } from '#lib/activity/activity.server.ts';
import type { BulkResult } from '#lib/records/list/bulk.server.ts';
import { BULK_MOST_RECORDS } from '#lib/values/constants.ts';
import { parse } from '#lib/values/parse.ts';
import { Refusal, invalidField, notFound } from '#lib/values/refusal.ts';
import { markReadByKeys } from '#lib/notifications/notifications.server.ts';
import { transaction, type Tx } from '#lib/process/database/database.server.ts';
import { noticeKey } from './email-delivery.server.ts';
import { LABELS } from './email.ts';
import { snoozeUntil, SNOOZES } from './snoozing.ts';
import { ownerId } from './tables.server.ts';

/** What a person can do with their own copies. */
export const MAIL_ACTS = [
  'read',
  'unread',
  'star',
  'unstar',
  'label',
  'unlabel',
  'spam',
  'trash',
  'restore',
  'snooze',
  'wake',
  'remove',
] as const;
export type MailAct = (typeof MAIL_ACTS)[number];

const actSchema = z.object({
  act: z.enum(MAIL_ACTS, 'not-a-choice'),
  label: z.enum(LABELS, 'not-a-choice').optional(),
  until: z.union([z.enum(SNOOZES), z.iso.datetime({ offset: true })], 'not-a-date').optional(),
});

/**
 * Applies an act to the actor's own copies. Each is checked separately: `done` are those it fits, refused are those
 * that do not exist or are somebody else's (`not-found`) and those where it is not possible (`state-changed`).
 */
export async function applyMailAct(actor: Actor, ids: readonly string[], input: unknown): Promise<BulkResult> {
  const owner = ownerId(actor);
  const { act, label, until } = parse(actSchema, input);
  if ((act === 'label' || act === 'unlabel') && !label) throw invalidField('label', 'required');
  const wake = act === 'snooze' ? snoozeUntil(until ?? '') : null;
  if (act === 'snooze' && !wake) throw invalidField('until', until ? 'time-over' : 'required');
  const wanted = [...new Set(ids)].filter((id) => validate(id)).slice(0, BULK_MOST_RECORDS);
  return transaction(async (tx) => {
    const { rows: own } = await sql<{
      id: string;
    }>`select id from mail_boxes where id = any(${wanted}::uuid[]) and user_id = ${owner} order by id for update`.execute(
      tx,
    );
    const known = own.map(({ id }) => id);
    const done =
      act === 'remove' ? await removeMails(tx, known) : await change(tx, known, CHANGES[act](label ?? '', wake));
    if (act === 'read') await readNotices(tx, owner, done);
    if (MOVING.has(act) && done.length > 0)
      await logActivity(
        actor,
        {
          event: `email.${act}`,
          subject: 'Auth',
          ...(done.length === 1 && { entityId: done[0]! }),
          params: { count: done.length },
        },
        tx,
      );
    const refused = ids
      .filter((id) => !done.includes(id))
      .map((id) => ({ id, code: known.includes(id) ? 'state-changed' : 'not-found', params: undefined }));
    return { act, done, refused };
  });
}

/** The same for one: 404 for anybody else's, 409 where it is not possible. */
export async function applyMailActToOne(actor: Actor, id: string, input: unknown): Promise<void> {
  const { refused } = await applyMailAct(actor, [id], input);
  if (refused[0]) throw refused[0].code === 'not-found' ? notFound() : new Refusal(refused[0].code, 409);
}

/** A message whose last copy is removed is deleted; one that waits to be delivered stays. */
export const LEFT_BEHIND = sql`state <> 'held' and not exists (select 1 from mail_boxes b where b.message_id = mail_messages.id)`;

/** Acts that move or delete a copy: logged, unlike marks. */
const MOVING = new Set<MailAct>(['spam', 'trash', 'restore', 'remove']);

interface Change {
  set: RawBuilder<unknown>;
  /** Where the act is possible. */
  where?: RawBuilder<boolean>;
}

const CHANGES: Record<Exclude<MailAct, 'remove'>, (label: string, wake: string | null) => Change> = {
  read: () => ({ set: sql`is_read = true` }),
  unread: () => ({ set: sql`is_read = false` }),
  star: () => ({ set: sql`is_starred = true` }),
  unstar: () => ({ set: sql`is_starred = false` }),
  label: (label) => ({
    set: sql`labels = case when labels @> array[${label}]::text[] then labels else labels || ${label}::text end`,
  }),
  unlabel: (label) => ({ set: sql`labels = array_remove(labels, ${label}::text)` }),
  spam: () => ({
    set: sql`folder = 'spam', restore_to = coalesce(restore_to, folder), trashed_at = null`,
    where: sql`role in ('to', 'cc', 'bcc')`,
  }),
  trash: () => ({
    set: sql`folder = 'trash', restore_to = coalesce(restore_to, folder), trashed_at = coalesce(trashed_at, now())`,
  }),
  restore: () => ({
    set: sql`folder = restore_to, restore_to = null, trashed_at = null`,
    where: sql`folder in ('spam', 'trash')`,
  }),
  snooze: (_, wake) => ({ set: sql`snoozed_until = ${wake}`, where: sql`folder = 'inbox'` }),
  wake: () => ({ set: sql`snoozed_until = null` }),
};

async function change(tx: Tx, ids: string[], { set, where = sql<boolean>`true` }: Change): Promise<string[]> {
  const { rows } = await sql<{
    id: string;
  }>`update mail_boxes set ${set} where id = any(${ids}::uuid[]) and ${where} returning id`.execute(tx);
  return rows.map(({ id }) => id);
}

/** Keeps the mailbox and the bell in step: the notification about a mail is read in both. */
async function readNotices(tx: Tx, owner: string, ids: string[]): Promise<void> {
  const { rows } = await sql<{
    messageId: string;
  }>`select message_id from mail_boxes where id = any(${ids}::uuid[])`.execute(tx);
  await markReadByKeys(
    tx,
    owner,
    rows.map(({ messageId }) => noticeKey(messageId)),
  );
}

async function removeMails(tx: Tx, ids: string[]): Promise<string[]> {
  const { rows } = await sql<{ id: string; messageId: string }>`
    delete from mail_boxes b using mail_messages m where b.id = any(${ids}::uuid[]) and b.folder in ('spam', 'trash') and m.id = b.message_id and m.state <> 'held' returning b.id, b.message_id`.execute(
    tx,
  );
  await sql`delete from mail_messages where id = any(${rows.map(({ messageId }) => messageId)}::uuid[]) and ${LEFT_BEHIND}`.execute(
    tx,
  );
  return rows.map(({ id }) => id);
}
