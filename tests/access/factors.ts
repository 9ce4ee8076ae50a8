import { sql } from 'kysely';
import { vi } from 'vitest';
import { actorOfSession } from '#lib/access/session/actor.server.ts';
import type { Actor } from '#lib/values/actor.ts';
import { startAuthenticatorSetUp } from '#lib/access/second-factor/authenticator.server.ts';
import { confirmAuthenticator } from '#lib/access/second-factor/own-second-factor.server.ts';
import { addPasskey, passkeyCreationOptions } from '#lib/access/second-factor/own-passkeys.server.ts';
import { passkeyHost } from '#lib/access/second-factor/passkeys.server.ts';
import type { SecondStep } from '#lib/access/sign-in/second-step.server.ts';
import { actorOfCookie, type SignedIn } from '#lib/access/session/session.server.ts';
import { signIn } from '#lib/access/sign-in/sign-in.server.ts';
import { totpCodeOf, totpStepAt } from '#lib/access/second-factor/totp.server.ts';
import { config } from '#lib/process/config/config.server.ts';
import { db } from '#lib/process/database/database.server.ts';
import { softPasskey, type SoftPasskey } from '#tests/support/passkey.ts';
import { refusal } from '#tests/support/refusal.ts';
import { PASSWORD, facts } from './people.ts';
import { bytesOf } from './secret.ts';

/** An app on a phone: what it shows now, or some steps from now. */
export interface Phone {
  code(steps?: number): string;
  recoveryCodes: string[];
}

/** Gives somebody who is signed in an authenticator app. Its first code is used up. */
export async function givePhone(actor: Actor): Promise<Phone> {
  const secret = bytesOf((await startAuthenticatorSetUp(actor)).secret);
  const code = (steps = 0) => totpCodeOf(secret, totpStepAt(Date.now()) + steps);
  const { recoveryCodes } = await confirmAuthenticator(actor, { currentPassword: PASSWORD, code: code() });
  return { code, recoveryCodes: recoveryCodes ?? [] };
}

/** Gives somebody who is signed in a passkey. */
export async function givePasskey(
  actor: Actor,
  name = 'Phone',
): Promise<SoftPasskey & { recoveryCodes: string[] | null }> {
  const passkey = softPasskey({ origin: config.publicOrigin, rpId: passkeyHost()! });
  const { recoveryCodes } = await addPasskey(actor, {
    name,
    attestation: passkey.attest(await passkeyCreationOptions(actor)),
  });
  return Object.assign(passkey, { recoveryCodes });
}

/** Half a minute and a little later, so that the app shows a code that nobody has used. */
export function later(seconds = 31): void {
  vi.setSystemTime(Date.now() + seconds * 1000);
}

/** Signs in by password alone. */
export const enter = (username: string, more: object = {}) =>
  signIn({ username, password: PASSWORD, ...more }, facts());

/** Signs in by password and gives what the second step needs. */
export async function firstStep(username: string, more: object = {}): Promise<SecondStep> {
  const refused = await refusal(enter(username, more));
  if (refused.code !== 'second-factor-needed') throw refused;
  return refused.details.more as unknown as SecondStep;
}

export const actorOf = (session: SignedIn): Promise<Actor> =>
  actorOfCookie(session.refreshToken, facts(), false) as Promise<Actor>;

/** The actor of the same session, as a request of now would have it. */
export async function again(actor: Actor): Promise<Actor> {
  return (await actorOfSession(actor.sessionId!, facts(), false))!;
}

/** The same session, when the proof of who its person is lies eleven minutes back. */
export async function elevenMinutesOn(actor: Actor): Promise<Actor> {
  await sql`update sessions set proved_at = now() - interval '11 minutes' where id = ${actor.sessionId}`.execute(db);
  return again(actor);
}

/** Gives a role of that code, which asks for a second factor, to a person. */
export async function mustHaveFactor(userId: string, code: string): Promise<void> {
  await sql`insert into roles (id, code, name, requires_second_factor) values (gen_random_uuid(), ${code}, ${code}, true) on conflict do nothing`.execute(
    db,
  );
  await sql`insert into user_roles (user_id, role_id) select ${userId}, id from roles where code = ${code}`.execute(db);
}
