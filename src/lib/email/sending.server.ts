import { sql } from 'kysely';
import { validate } from 'uuid';
import type { Actor } from '#lib/values/actor.ts';
import { logActivity } from '#lib/activity/activity.server.ts';
import { parse } from '#lib/values/parse.ts';
import { Refusal, invalid, notFound, type FieldError } from '#lib/values/refusal.ts';
import { transaction, type Tx } from '#lib/process/database/database.server.ts';
import { consumePoint, type Limit } from '#lib/process/database/rate-limit.server.ts';
import { draftSchema, storeDraft, type DraftInput } from './draft.server.ts';
import { MOST, RECIPIENT_FIELDS, UNDO_SECONDS } from './email.ts';
import { peopleReachedBy, recipientsByKey } from './recipients.server.ts';
import { ownerId, type MessageRow } from './tables.server.ts';

/** Limit of mails per person: more than anybody writes, less than a runaway script. */
const SENDING: Limit = { name: 'emails', points: 60, seconds: 600, refusal: 'too-many-mails' };

export interface Held {
  id: string;
  threadId: string;
  /** It can be taken back until then, and is delivered automatically. */
  deliverAt: string;
}

/**
 * Saves what was typed and sends it: the mail is held for ten seconds, in which it can be taken back, and is then
 * delivered even if this process ends. A draft is sent once, from however many tabs: 409 `mail-already-sent`. 422
 * without recipients, without a subject, for suspended people; 429 `too-many-mails` after 60 in ten minutes; and as in
 * `storeDraft`.
 */
export async function sendMail(actor: Actor, id: string, input: unknown): Promise<Held> {
  const entered = parse(draftSchema, input);
  await refuseIncomplete(entered);
  await consumePoint(SENDING, ownerId(actor));
  const { threadId, deliverAt } = await storeDraft(actor, id, entered, (tx) => hold(tx, actor, id));
  return { id, threadId, deliverAt: deliverAt! };
}

/**
 * Turns the held mail back into a draft, exactly as typed. 409 `mail-gone-out` once it has been delivered; 404 for
 * anybody else's.
 */
export async function takeBackMail(actor: Actor, id: string): Promise<{ id: string; version: number }> {
  const owner = ownerId(actor);
  if (!validate(id)) throw notFound();
  return transaction(async (tx) => {
    const { rows } = await sql<{ version: number }>`
      update mail_messages set state = 'draft', deliver_at = null where id = ${id} and from_user_id = ${owner} and state = 'held' returning version`.execute(
      tx,
    );
    if (!rows[0]) throw await whyNot(tx, owner, id);
    await tx
      .updateTable('mailBoxes')
      .set({ folder: 'draft', restoreTo: null, trashedAt: null })
      .where('id', '=', id)
      .execute();
    await logActivity(actor, { event: 'email.taken-back', subject: 'Auth', entityId: id }, tx);
    return { id, version: rows[0].version };
  });
}

async function refuseIncomplete({ subject, ...entered }: DraftInput): Promise<void> {
  const keys = RECIPIENT_FIELDS.flatMap((field) => entered[field]);
  const faults: FieldError[] = [
    ...(keys.length === 0 ? [{ path: 'to', code: 'nobody-to-send-to' }] : []),
    ...(subject === '' ? [{ path: 'subject', code: 'required' }] : []),
  ];
  const gone = (await recipientsByKey(keys)).filter(({ isActive }) => !isActive);
  for (const { key, name } of gone)
    faults.push({
      path: RECIPIENT_FIELDS.find((field) => entered[field].includes(key))!,
      code: 'recipient-not-active',
      params: { name },
    });
  if (faults.length > 0) throw invalid(faults);
}

async function hold(tx: Tx, actor: Actor, id: string): Promise<MessageRow> {
  const { rows } = await sql<{ count: number }>`select count(*) as count from ${peopleReachedBy(id)}`.execute(tx);
  const people = rows[0]!.count;
  if (people === 0) throw invalid([{ path: 'to', code: 'reaches-nobody' }]);
  if (people > MOST.people) throw invalid([{ path: 'to', code: 'reaches-too-many', params: { count: MOST.people } }]);
  const { rows: held } = await sql<MessageRow>`
    update mail_messages set state = 'held', deliver_at = clock_timestamp() + ${UNDO_SECONDS} * interval '1 second' where id = ${id} returning *`.execute(
    tx,
  );
  await tx.updateTable('mailBoxes').set({ folder: 'sent' }).where('id', '=', id).execute();
  await logActivity(actor, { event: 'email.sent', subject: 'Auth', entityId: id, params: { count: people } }, tx);
  return held[0]!;
}

async function whyNot(tx: Tx, owner: string, id: string): Promise<Refusal> {
  const found = await tx
    .selectFrom('mailMessages')
    .select('state')
    .where('id', '=', id)
    .where('fromUserId', '=', owner)
    .executeTakeFirst();
  if (!found) return notFound();
  return found.state === 'sent' ? new Refusal('mail-gone-out', 409) : new Refusal('state-changed', 409);
}
