import { isIP } from 'node:net';
import { sql } from 'kysely';
import { config } from '#lib/process/config/config.server.ts';
import type { Db, Tx } from '#lib/process/database/database.server.ts';
import type { Table } from '#lib/process/database/table.ts';
import { log } from '#lib/process/config/log.server.ts';
import { makeChallenge } from '#lib/access/tokens/identity-challenges.server.ts';
import type { Proof } from './proof.ts';
import { wrongProof } from './wrong-proof.ts';

declare module '#lib/process/database/database.server.ts' {
  interface Database {
    passkeys: Table<
      {
        id: string;
        userId: string;
        credentialId: string;
        publicKey: Buffer;
        counter: number;
        transports: string[];
        synced: boolean;
        name: string;
        createdAt: string;
        lastUsedAt: string | null;
      },
      'createdAt' | 'transports'
    >;
  }
}

/** The library is loaded with the first use of a passkey: it would take a good part of the start-up time. */
export const webauthn = () => import('@simplewebauthn/server');

/**
 * The relying party id: the host of PUBLIC_ORIGIN, or none where that is a bare IP address, which no browser accepts.
 */
export function passkeyHost(): string | null {
  const { hostname } = new URL(config.publicOrigin);
  return isIP(hostname.replaceAll(/[[\]]/g, '')) ? null : hostname;
}

type Request = Awaited<ReturnType<Awaited<ReturnType<typeof webauthn>>['generateAuthenticationOptions']>>;

/** The browser's options: any of our passkeys it knows, or one of those a person has. User verification is required. */
export async function passkeyRequest(
  challenge: string,
  known: readonly { credentialId: string; transports: string[] }[] = [],
): Promise<Request> {
  const { generateAuthenticationOptions } = await webauthn();
  return generateAuthenticationOptions({
    rpID: passkeyHost() ?? '',
    challenge: Buffer.from(challenge, 'base64url'),
    userVerification: 'required',
    allowCredentials: known.map(({ credentialId, transports }) => ({ id: credentialId, transports })),
  });
}

/** The same for a purpose: creates the challenge that `takeChallenge` uses up. */
export async function askForPasskey(reader: Db, wish: Parameters<typeof makeChallenge>[1]): Promise<Request> {
  return passkeyRequest(await makeChallenge(reader, wish), wish.userId ? await passkeysOf(reader, wish.userId) : []);
}

/** The passkeys of a person, as a browser names them. */
export async function passkeysOf(
  reader: Db,
  userId: string,
): Promise<{ credentialId: string; transports: string[] }[]> {
  return reader
    .selectFrom('passkeys')
    .select(['credentialId', 'transports'])
    .where('userId', '=', userId)
    .orderBy('createdAt')
    .execute();
}

/** The challenge named in a response; '' when there is none. */
export function challengeIn({ response }: { response: { clientDataJSON: string } }): string {
  try {
    const { challenge } = JSON.parse(Buffer.from(response.clientDataJSON, 'base64url').toString()) as {
      challenge?: unknown;
    };
    return typeof challenge === 'string' ? challenge : '';
  } catch {
    return '';
  }
}

/**
 * Verifies a passkey's response to `challenge` and returns its owner. `wrong-proof` for one that is unknown, belongs to
 * somebody other than `userId`, or has a wrong signature, origin or counter: a counter that does not increase means
 * that the key was cloned.
 */
export async function usePasskey(
  tx: Tx,
  assertion: NonNullable<Proof['assertion']>,
  challenge: string,
  userId: string | null,
): Promise<string> {
  const known = await tx
    .selectFrom('passkeys')
    .selectAll()
    .where('credentialId', '=', assertion.id)
    .forUpdate()
    .executeTakeFirst();
  if (!known || (userId !== null && known.userId !== userId) || !belongs(assertion.response.userHandle, known.userId))
    throw wrongProof('assertion', 'passkey-unknown');
  const { verifyAuthenticationResponse } = await webauthn();
  // The counter is compared here, so that a cloned key is distinguished from a wrong signature.
  const credential = {
    id: known.credentialId,
    publicKey: new Uint8Array(known.publicKey),
    counter: 0,
    transports: known.transports,
  };
  const checked = await verifyAuthenticationResponse({
    response: assertion,
    expectedChallenge: challenge,
    expectedOrigin: config.publicOrigin,
    expectedRPID: passkeyHost() ?? '',
    requireUserVerification: true,
    credential,
  }).catch((error: unknown) => {
    log.info({ err: error }, 'the answer of a passkey was refused');
    return null;
  });
  if (!checked?.verified) throw wrongProof('assertion', 'passkey-wrong');
  const { newCounter, credentialBackedUp } = checked.authenticationInfo;
  if (known.counter > 0 && newCounter <= known.counter) throw wrongProof('assertion', 'passkey-copied');
  await tx
    .updateTable('passkeys')
    .set({ counter: newCounter, synced: credentialBackedUp, lastUsedAt: sql<string>`now()` })
    .where('id', '=', known.id)
    .execute();
  return known.userId;
}

/** The user handle of a passkey: the person's id. */
export function userHandleOf(userId: string): Uint8Array<ArrayBuffer> {
  return Uint8Array.from(Buffer.from(userId.replaceAll('-', ''), 'hex'));
}

/** A response names its owner, except when the passkey was requested by its own id. */
function belongs(userHandle: string | undefined, userId: string): boolean {
  return !userHandle || Buffer.from(userHandle, 'base64url').equals(userHandleOf(userId));
}
