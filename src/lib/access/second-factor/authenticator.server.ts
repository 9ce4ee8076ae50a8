import { randomBytes } from 'node:crypto';
import { sql } from 'kysely';
import { v7 as uuid } from 'uuid';
import { Refusal } from '#lib/values/refusal.ts';
import { config } from '#lib/process/config/config.server.ts';
import { db, transaction, type Db, type Tx } from '#lib/process/database/database.server.ts';
import type { Table } from '#lib/process/database/table.ts';
import { log } from '#lib/process/config/log.server.ts';
import { seal, unseal } from '#lib/process/config/sealed.server.ts';
import type { Actor } from '#lib/values/actor.ts';
import { requireStepUp } from '#lib/access/session/step-up.server.ts';
import { SECRET_BYTES, base32, authenticatorUri, totpStepOfCode } from './totp.server.ts';
import { wrongProof } from './wrong-proof.ts';

declare module '#lib/process/database/database.server.ts' {
  interface Database {
    authenticators: Table<
      {
        id: string;
        userId: string;
        sealedSecret: string;
        createdAt: string;
        confirmedAt: string | null;
        lastStep: number | null;
      },
      'createdAt'
    >;
  }
}

/** Minutes within which a new app must be confirmed with its first code. */
const SET_UP_MINUTES = 30;

/** The data for the app: as a QR code, or to be typed. */
export interface NewAuthenticator {
  secret: string;
  uri: string;
}

/**
 * Starts the set-up of an authenticator app: a new secret, which takes effect once `confirmAuthenticator` has checked a
 * code. An existing app stays valid until then.
 */
export async function startAuthenticatorSetUp(actor: Actor): Promise<NewAuthenticator> {
  if (actor.hasSecondFactor) requireStepUp(actor);
  const secret = randomBytes(SECRET_BYTES);
  await transaction(async (tx) => {
    await tx.selectFrom('users').select('id').where('id', '=', actor.id).forUpdate().execute();
    await tx.deleteFrom('authenticators').where('userId', '=', actor.id).where('confirmedAt', 'is', null).execute();
    await tx
      .insertInto('authenticators')
      .values({ id: uuid(), userId: actor.id, sealedSecret: seal(secret, sealedFor(actor.id)) })
      .execute();
  });
  return shown(actor, secret);
}

/** The app being set up, waiting for its first code; null when there is none, or it has expired. */
export async function pendingAuthenticator(actor: Actor): Promise<NewAuthenticator | null> {
  const begun = await begunOf(db, actor.id);
  const secret = begun && unseal(begun.sealedSecret, sealedFor(actor.id));
  return secret ? shown(actor, secret) : null;
}

/** Cancels the set-up; an existing app stays. */
export async function cancelAuthenticatorSetUp(actor: Actor): Promise<void> {
  await db.deleteFrom('authenticators').where('userId', '=', actor.id).where('confirmedAt', 'is', null).execute();
}

/**
 * Replaces an earlier app by the one being set up, when the code is correct. 409 `set-up-expired`; `wrong-proof` at
 * `code`.
 */
export async function takePendingAuthenticator(tx: Tx, userId: string, code: string): Promise<void> {
  const begun = await begunOf(tx, userId);
  const secret = begun && unseal(begun.sealedSecret, sealedFor(userId));
  if (!begun || !secret) throw new Refusal('set-up-expired', 409);
  const step = totpStepOfCode(secret, code, Date.now());
  if (step === null) throw wrongProof('code', 'code-wrong');
  await tx.deleteFrom('authenticators').where('userId', '=', userId).where('confirmedAt', 'is not', null).execute();
  await tx
    .updateTable('authenticators')
    .set({ confirmedAt: new Date().toISOString(), lastStep: step })
    .where('id', '=', begun.id)
    .execute();
}

/**
 * Uses up a code of a person's app. `wrong-proof` for one that is not of the current 30 seconds or the adjacent ones
 * (`code-wrong`), and for one that was used, or is older than one that was (`code-used`). Of two at once one succeeds.
 */
export async function useAuthenticatorCode(tx: Tx, userId: string, code: string): Promise<void> {
  const known = await tx
    .selectFrom('authenticators')
    .select(['id', 'sealedSecret'])
    .where('userId', '=', userId)
    .where('confirmedAt', 'is not', null)
    .executeTakeFirst();
  const secret = known && unseal(known.sealedSecret, sealedFor(userId));
  if (known && !secret)
    log.warn(
      { userId },
      'the secret of an authenticator app does not open: APP_SECRET is another one than when it was set up',
    );
  const step = secret ? totpStepOfCode(secret, code, Date.now()) : null;
  if (!known || step === null) throw wrongProof('code', 'code-wrong');
  const { rows } =
    await sql`update authenticators set last_step = ${step} where id = ${known.id} and (last_step is null or last_step < ${step}) returning id`.execute(
      tx,
    );
  if (rows.length === 0) throw wrongProof('code', 'code-used');
}

async function begunOf(reader: Db, userId: string): Promise<{ id: string; sealedSecret: string } | undefined> {
  const asked = reader
    .selectFrom('authenticators')
    .select(['id', 'sealedSecret'])
    .where('userId', '=', userId)
    .where('confirmedAt', 'is', null)
    .where(sql<boolean>`created_at > now() - ${SET_UP_MINUTES} * interval '1 minute'`);
  return (reader === db ? asked : asked.forUpdate()).executeTakeFirst();
}

function shown({ username }: Actor, secret: Buffer): NewAuthenticator {
  return { secret: base32(secret), uri: authenticatorUri(secret, { issuer: config.productName, account: username }) };
}

const sealedFor = (owner: string) => ({ purpose: 'authenticator', owner });
