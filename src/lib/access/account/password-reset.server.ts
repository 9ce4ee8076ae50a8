import { z } from 'zod';
import { sessionPath } from '#lib/access/paths.ts';
import { logActivity } from '#lib/activity/activity.server.ts';
import { networkOf } from '#lib/values/network.ts';
import { parse } from '#lib/values/parse.ts';
import { invalidField, notFound } from '#lib/values/refusal.ts';
import { mailPerson } from '#lib/process/mail/person-mail.server.ts';
import { businessSetting } from '#lib/process/settings/business-settings.server.ts';
import { db, transaction, type Db, type Tx } from '#lib/process/database/database.server.ts';
import { hasPoint, consumePoint, type Limit } from '#lib/process/database/rate-limit.server.ts';
import type { RequestFacts } from '#lib/values/actor.ts';
import { publicActor } from '#lib/values/actor.ts';
import { emailEntry } from './email-entry.ts';
import { newPassword } from './password-entry.ts';
import { setPassword } from './passwords.server.ts';
import { createToken, peekToken, revokeTokens, useToken } from '#lib/access/tokens/public-tokens.server.ts';
import { endSessionsOf } from '#lib/access/session/sign-out.server.ts';
import { unlockSignIn } from '#lib/access/session/sign-in-limits.server.ts';
import { withMinimumTime } from '#lib/access/session/minimum-time.server.ts';

/** Purpose of the link in an invitation or a password reset. */
export const SET_PASSWORD = 'set-password';
/** Purpose of the link that confirms a new address; a new password cancels it. */
export const VERIFY_EMAIL = 'verify-email';

const ADDRESS_LIMIT: Limit = { name: 'forgot-password-address', points: 20, seconds: 3600 };
/** No more mails than this are sent to one person; the response stays the same. */
const PERSON_LIMIT: Limit = { name: 'forgot-password-person', points: 3, seconds: 3600 };
const MAY_SET = ['invited', 'active', 'locked'] as const;

const forgotSchema = z.object({ email: emailEntry });

/**
 * Sends a link to set a new password, when the address belongs to somebody. The response, and the time it takes, are
 * the same when it does not. Earlier links stay valid until one is used, so that nobody can undo another's request.
 */
export async function requestPasswordReset(input: unknown, facts: RequestFacts): Promise<void> {
  const { email: address } = parse(forgotSchema, input);
  await consumePoint(ADDRESS_LIMIT, networkOf(facts.ip));
  await withMinimumTime(async () => {
    const person = await db
      .selectFrom('users')
      .select(['id', 'fullName', 'email', 'language'])
      .where('email', '=', address)
      .where('status', 'in', MAY_SET)
      .executeTakeFirst();
    if (!person || !(await hasPoint(PERSON_LIMIT, person.id))) return;
    await transaction(async (tx) => {
      const minutes = await businessSetting('directory.reset-link-minutes', tx);
      const { token } = await createToken(tx, publicActor(facts), {
        purpose: SET_PASSWORD,
        subjectId: person.id,
        hours: minutes / 60,
        maxUses: 1,
      });
      await mailPerson(tx, person, 'reset-password', { minutes }, { path: sessionPath.resetPassword(token) });
      await logActivity(
        publicActor(facts),
        { event: 'password.reset-requested', subject: 'Auth', entity: 'user', entityId: person.id },
        tx,
      );
    });
  });
}

export interface PersonOfLink {
  username: string;
  fullName: string;
  invited: boolean;
}

/** The person whose password a link sets; null for an invalid or expired link. Does not count as a use. */
export async function personOfResetLink(token: string): Promise<PersonOfLink | null> {
  const link = await peekToken(db, SET_PASSWORD, token);
  const person = link && (await personOf(db, link.subjectId));
  return person ? { username: person.username, fullName: person.fullName, invited: person.status === 'invited' } : null;
}

const resetSchema = z.object({ token: z.string().max(200), ...newPassword });

/**
 * Sets the password by a link: an invited person becomes active, every session ends, and no other link stays valid.
 * Returns the person's id. 404 for an invalid link; 422 for the password, in which case the link is not used up.
 */
export async function resetPassword(input: unknown, facts: RequestFacts): Promise<string> {
  const { token, password, passwordRepeat } = parse(resetSchema, input);
  if (password !== passwordRepeat) throw invalidField('passwordRepeat', 'passwords-differ');
  const personId = await transaction(async (tx) => {
    const { subjectId } = await useToken(tx, SET_PASSWORD, token);
    const person = await personOf(tx, subjectId);
    if (!person) throw notFound();
    await setPassword(tx, person, password);
    if (person.status !== 'active') await activate(tx, person.id);
    await revokeTokens(tx, SET_PASSWORD, person.id);
    await revokeTokens(tx, VERIFY_EMAIL, person.id);
    await endSessionsOf(tx, person.id, 'password-changed');
    if (person.status !== 'invited') await mailPerson(tx, person, 'password-changed', {});
    await logActivity(
      { ...publicActor(facts), fullName: person.fullName },
      {
        event: 'password.set-by-link',
        subject: 'Auth',
        entity: 'user',
        entityId: person.id,
        entityNumber: person.username,
        before: { status: person.status },
        after: { status: 'active' },
      },
      tx,
    );
    return person.id;
  });
  await unlockSignIn(personId);
  return personId;
}

async function personOf(reader: Db, id: string) {
  const asked = reader
    .selectFrom('users')
    .select(['id', 'username', 'fullName', 'email', 'language', 'status'])
    .where('id', '=', id)
    .where('status', 'in', MAY_SET);
  return (reader === db ? asked : asked.forUpdate()).executeTakeFirst();
}

async function activate(tx: Tx, id: string): Promise<void> {
  await tx
    .updateTable('users')
    .set((eb) => ({ status: 'active' as const, version: eb('version', '+', 1), updatedAt: new Date().toISOString() }))
    .where('id', '=', id)
    .execute();
}
