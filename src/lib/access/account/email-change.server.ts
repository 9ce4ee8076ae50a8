import { sql } from 'kysely';
import { z } from 'zod';
import { sessionPath, accountPath } from '#lib/access/paths.ts';
import { logActivity } from '#lib/activity/activity.server.ts';
import { email } from '#lib/values/fields.ts';
import { parse } from '#lib/values/parse.ts';
import { Refusal, invalidField, notAuthorized, notFound } from '#lib/values/refusal.ts';
import { db, transaction, type Tx } from '#lib/process/database/database.server.ts';
import { localizePath } from '#lib/values/localize.ts';
import { consentsToPromotion, recordConsent } from './mail-consent.server.ts';
import { mailPerson } from '#lib/process/mail/person-mail.server.ts';
import { consumePoint, type Limit } from '#lib/process/database/rate-limit.server.ts';
import type { RequestFacts } from '#lib/values/actor.ts';
import { isSignedIn, publicActor, type Actor } from '#lib/values/actor.ts';
import { freeEmail, hasLeftLongAgo, logFreedEmail } from './freed-email.server.ts';
import { SET_PASSWORD, VERIFY_EMAIL } from './password-reset.server.ts';
import { createToken, peekToken, revokeTokens, useToken } from '#lib/access/tokens/public-tokens.server.ts';
import { requireStepUp } from '#lib/access/session/step-up.server.ts';

const LINK_HOURS = 24;

const LIMIT: Limit = { name: 'change-email', points: 5, seconds: 3600 };

const askSchema = z.object({ email: email().schema });

/** An e-mail address waiting for confirmation. */
export interface PendingEmail {
  email: string;
  expiresAt: string;
}

/**
 * Requests another e-mail address for the actor: it takes effect once the link sent there has been used, and the old
 * address is notified at once. Replaces an earlier request. 403 `step-up-needed`; 422 for the current address, or
 * somebody else's.
 */
export async function requestEmailChange(actor: Actor, input: unknown): Promise<PendingEmail> {
  if (!isSignedIn(actor)) throw notAuthorized();
  requireStepUp(actor);
  const { email: wanted } = parse(askSchema, input);
  if (wanted === actor.email) throw invalidField('email', 'own-email');
  await consumePoint(LIMIT, actor.id);
  return transaction(async (tx) => {
    const person = await personOf(tx, actor.id);
    await refuseTaken(tx, wanted);
    await revokeTokens(tx, VERIFY_EMAIL, actor.id);
    const { token, expiresAt } = await createToken(tx, actor, {
      purpose: VERIFY_EMAIL,
      subjectId: actor.id,
      hours: LINK_HOURS,
      maxUses: 1,
      data: { email: wanted },
    });
    await mailPerson(
      tx,
      { ...person, email: wanted },
      'verify-email',
      { username: person.username, hours: LINK_HOURS },
      { path: localizePath(sessionPath.verifyEmail(token), person.language) },
    );
    await mailPerson(tx, person, 'email-change-asked', { email: wanted }, { path: accountPath.settings });
    await logActivity(
      actor,
      {
        event: 'user.email-change-asked',
        subject: 'User',
        entity: 'user',
        entityId: actor.id,
        entityNumber: person.username,
        params: { email: wanted },
      },
      tx,
    );
    return { email: wanted, expiresAt };
  });
}

/** The address the actor has requested and not confirmed yet. */
export async function pendingEmail({ id }: Actor): Promise<PendingEmail | null> {
  const { rows } = await sql<PendingEmail>`
    select data ->> 'email' as email, expires_at from public_tokens
    where purpose = ${VERIFY_EMAIL} and subject_id = ${id} and revoked_at is null and expires_at > now() and use_count = 0 order by created_at desc limit 1`.execute(
    db,
  );
  return rows[0] ?? null;
}

/** Cancels the actor's request: the link stops working. */
export async function cancelEmailChange(actor: Actor): Promise<void> {
  if (!isSignedIn(actor)) throw notAuthorized();
  await transaction(async (tx) => {
    const called = await tx
      .updateTable('publicTokens')
      .set({ revokedAt: new Date().toISOString() })
      .where('purpose', '=', VERIFY_EMAIL)
      .where('subjectId', '=', actor.id)
      .where('revokedAt', 'is', null)
      .where('useCount', '=', 0)
      .returning('id')
      .execute();
    if (called.length > 0)
      await logActivity(
        actor,
        {
          event: 'user.email-change-cancelled',
          subject: 'User',
          entity: 'user',
          entityId: actor.id,
          entityNumber: actor.username,
        },
        tx,
      );
  });
}

/** The address and account that a link confirms; null for an invalid or expired link. Does not count as a use. */
export async function emailOfLink(token: string): Promise<{ email: string; username: string } | null> {
  const link = await peekToken(db, VERIFY_EMAIL, token);
  const person =
    link &&
    (await db
      .selectFrom('users')
      .select('username')
      .where('id', '=', link.subjectId)
      .where('status', '=', 'active')
      .executeTakeFirst());
  return person ? { email: String(link.data['email']), username: person.username } : null;
}

/**
 * Makes the address effective, by the link that was sent to it. Links sent to the old address stop working, and the old
 * address is notified. 404 for an invalid link; 409 `email-taken` when somebody else has the address by now.
 */
export async function confirmEmail(token: string, facts: RequestFacts): Promise<{ email: string }> {
  return transaction(async (tx) => {
    const { subjectId, data } = await useToken(tx, VERIFY_EMAIL, token);
    const wanted = String(data['email']);
    const before = await personOf(tx, subjectId);
    if (before.status !== 'active') throw notFound();
    const actor = { ...publicActor(facts), fullName: before.fullName };
    const formerOwner = await freeEmail(tx, actor, wanted);
    await take(tx, subjectId, wanted);
    await revokeTokens(tx, SET_PASSWORD, subjectId);
    if (await consentsToPromotion(before.email, tx)) await recordConsent(tx, actor, wanted, true, 'account-setting');
    await mailPerson(tx, before, 'email-changed', { email: wanted });
    if (formerOwner) await logFreedEmail(tx, actor, formerOwner, { fullName: before.fullName, email: wanted });
    await logActivity(
      actor,
      {
        event: 'user.email-confirmed',
        subject: 'User',
        entity: 'user',
        entityId: subjectId,
        entityNumber: before.username,
        before: { email: before.email },
        after: { email: wanted },
      },
      tx,
    );
    return { email: wanted };
  });
}

async function take(tx: Tx, id: string, wanted: string): Promise<void> {
  await refuseTaken(tx, wanted, new Refusal('email-taken', 409));
  await tx
    .updateTable('users')
    .set((eb) => ({
      email: wanted,
      version: eb('version', '+', 1),
      updatedAt: new Date().toISOString(),
      updatedBy: id,
    }))
    .where('id', '=', id)
    .execute()
    .catch((error: { code?: string }) => {
      throw error.code === '23505' ? new Refusal('email-taken', 409) : error;
    });
}

async function refuseTaken(tx: Tx, wanted: string, refusal = invalidField('email', 'email-in-use')): Promise<void> {
  const owner = await tx
    .selectFrom('users')
    .select('id')
    .where('email', '=', wanted)
    .where('emailFreedAt', 'is', null)
    .where(sql<boolean>`not ${await hasLeftLongAgo(tx)}`)
    .executeTakeFirst();
  if (owner) throw refusal;
}

async function personOf(tx: Tx, id: string) {
  return tx
    .selectFrom('users')
    .select(['id', 'username', 'fullName', 'email', 'language', 'status'])
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirstOrThrow();
}
