import { v7 as uuid, validate } from 'uuid';
import { z } from 'zod';
import { parse } from '#lib/values/parse.ts';
import { Refusal, invalidField, notFound } from '#lib/values/refusal.ts';
import { config } from '#lib/process/config/config.server.ts';
import { db } from '#lib/process/database/database.server.ts';
import { log } from '#lib/process/config/log.server.ts';
import { makeChallenge, takeChallenge } from '#lib/access/tokens/identity-challenges.server.ts';
import type { Actor } from '#lib/values/actor.ts';
import {
  changeOwnSecondFactor,
  firstRecoveryCodes,
  refuseMissingRequiredFactor,
  type NewRecoveryCodes,
} from './own-second-factor.server.ts';
import { challengeIn, userHandleOf, passkeyHost, passkeysOf, webauthn } from './passkeys.server.ts';
import { attestation } from './proof.ts';
import { requireStepUp } from '#lib/access/session/step-up.server.ts';

/** EdDSA, ES256, RS256 (COSE): every authenticator supports one of them. */
const ALGORITHMS = [-8, -7, -257];
/** Maximum number of passkeys of a person. */
const MOST_PASSKEYS = 20;

/**
 * The browser's options for creating a passkey: a discoverable one that verifies its user (PIN, finger, face), so that
 * it suffices for signing in. 409 `no-passkeys-here` where the host allows none.
 */
export async function passkeyCreationOptions(actor: Actor) {
  requireStepUp(actor);
  const rpID = passkeyHost();
  if (!rpID) throw new Refusal('no-passkeys-here', 409);
  const known = await passkeysOf(db, actor.id);
  if (known.length >= MOST_PASSKEYS) throw new Refusal('too-many-passkeys', 409, { params: { count: MOST_PASSKEYS } });
  const challenge = await makeChallenge(db, { purpose: 'registration', userId: actor.id, sessionId: actor.sessionId });
  const { generateRegistrationOptions } = await webauthn();
  return generateRegistrationOptions({
    rpID,
    rpName: config.productName,
    userName: actor.username,
    userDisplayName: actor.fullName,
    userID: userHandleOf(actor.id),
    challenge: Buffer.from(challenge, 'base64url'),
    attestationType: 'none',
    supportedAlgorithmIDs: ALGORITHMS,
    excludeCredentials: known.map(({ credentialId, transports }) => ({ id: credentialId, transports })),
    authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
  });
}

const name = z.string().trim().min(1, 'required').max(80, 'too-long');
const addSchema = z.object({ name, attestation: z.preprocess((sent) => sent || undefined, attestation.optional()) });

/** Stores the passkey created by the browser. 422 at `attestation` for one that does not match the options. */
export async function addPasskey(actor: Actor, input: unknown): Promise<NewRecoveryCodes> {
  requireStepUp(actor);
  const entered = parse(addSchema, input);
  const response = entered.attestation;
  // The form was posted again after an identity check, which came before the browser was asked for a passkey.
  if (!response) throw invalidField('attestation', 'passkey-next');
  return changeOwnSecondFactor(
    actor,
    { event: 'passkey-added', mail: 'passkey-added', params: { passkey: entered.name } },
    async (tx, before) => {
      const challenge = challengeIn(response);
      if (!(await takeChallenge(tx, { purpose: 'registration', sessionId: actor.sessionId }, challenge)))
        throw invalidField('attestation', 'passkey-too-late');
      const { verifyRegistrationResponse } = await webauthn();
      const { registrationInfo } = await verifyRegistrationResponse({
        response: response,
        expectedChallenge: challenge,
        expectedOrigin: config.publicOrigin,
        expectedRPID: passkeyHost() ?? '',
        requireUserVerification: true,
        supportedAlgorithmIDs: ALGORITHMS,
      }).catch((error: unknown) => {
        log.info({ err: error }, 'a new passkey was refused');
        throw invalidField('attestation', 'passkey-wrong');
      });
      if (!registrationInfo) throw invalidField('attestation', 'passkey-wrong');
      const { credential, credentialBackedUp } = registrationInfo;
      if (await tx.selectFrom('passkeys').select('id').where('credentialId', '=', credential.id).executeTakeFirst())
        throw invalidField('attestation', 'passkey-known');
      await tx
        .insertInto('passkeys')
        .values({
          id: uuid(),
          userId: actor.id,
          credentialId: credential.id,
          publicKey: Buffer.from(credential.publicKey),
          counter: credential.counter,
          transports: credential.transports ?? [],
          synced: credentialBackedUp,
          name: entered.name,
        })
        .execute();
      return firstRecoveryCodes(tx, actor.id, before);
    },
  );
}

/** Renames one of the actor's passkeys; 404 for anybody else's. */
export async function renamePasskey(actor: Actor, id: string, input: unknown): Promise<void> {
  const entered = parse(z.object({ name }), input);
  await changeOwnSecondFactor(
    actor,
    { event: 'passkey-renamed', mail: null, params: { passkey: entered.name } },
    async (tx) => {
      const renamed =
        validate(id) &&
        (await tx
          .updateTable('passkeys')
          .set(entered)
          .where('id', '=', id)
          .where('userId', '=', actor.id)
          .returning('id')
          .executeTakeFirst());
      if (!renamed) throw notFound();
    },
  );
}

/** Removes one of the actor's passkeys. 409 `second-factor-required` for the last factor while a role requires one. */
export async function removePasskey(actor: Actor, id: string): Promise<void> {
  requireStepUp(actor);
  const known =
    validate(id) &&
    (await db
      .selectFrom('passkeys')
      .select('name')
      .where('id', '=', id)
      .where('userId', '=', actor.id)
      .executeTakeFirst());
  if (!known) throw notFound();
  await changeOwnSecondFactor(
    actor,
    { event: 'passkey-removed', mail: 'passkey-removed', params: { passkey: known.name } },
    async (tx) => {
      const removed = await tx
        .deleteFrom('passkeys')
        .where('id', '=', id)
        .where('userId', '=', actor.id)
        .returning('id')
        .executeTakeFirst();
      if (!removed) throw notFound();
      await refuseMissingRequiredFactor(tx, actor.id);
    },
  );
}
