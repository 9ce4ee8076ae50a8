import { randomBytes } from 'node:crypto';
import { sql } from 'kysely';
import { v7 as uuid } from 'uuid';
import { Refusal } from '#lib/values/refusal.ts';
import { config } from '#lib/process/config/config.server.ts';
import { db, transaction, type Db, type Tx } from '#lib/process/database/database.server.ts';
import { log } from '#lib/process/config/log.server.ts';
import { seal, unseal } from '#lib/process/config/sealed.server.ts';
import type { Actor } from '#lib/values/actor.ts';
import { requireStepUp } from '#lib/access/session/step-up.server.ts';
import { SECRET_BYTES, base32, keyUri, stepOfCode } from './totp.server.ts';
import { wrongProof } from './wrong-proof.ts';

declare module '#lib/process/database/database.server.ts' {
  interface Database {
    authenticators: {
      id: string;
      userId: string;
      sealedSecret: string;
      createdAt: string;
      confirmedAt: string | null;
      lastStep: number | null;
    };
  }
}

/** Minutes in which an app that was begun must show its first code. */
export const SET_UP_MINUTES = 30;

/** What an app has to be told: by the square code, or typed. */
export interface NewAuthenticator {
  secret: string;
  uri: string;
}

/** Begins with an authenticator app: a new secret that counts once `confirmAuthenticator` has seen a code. What is there stays good until then. */
export async function beginAuthenticator(actor: Actor): Promise<NewAuthenticator> {
  if (actor.hasSecondFactor) requireStepUp(actor);
  const secret = randomBytes(SECRET_BYTES);
  await transaction(async (tx) => {
    await tx.selectFrom('users').select('id').where('id', '=', actor.id).forUpdate().execute();
    await tx.deleteFrom('authenticators').where('userId', '=', actor.id).where('confirmedAt', 'is', null).execute();
    await tx
      .insertInto('authenticators')
      .values({ id: uuid(), userId: actor.id, sealedSecret: seal(secret, sealedFor(actor.id)) } as never)
      .execute();
  });
  return shown(actor, secret);
}

/** The app that was begun and waits for its first code; null when there is none, or it is too long ago. */
export async function begunAuthenticator(actor: Actor): Promise<NewAuthenticator | null> {
  const begun = await begunOf(db, actor.id);
  const secret = begun && unseal(begun.sealedSecret, sealedFor(actor.id));
  return secret ? shown(actor, secret) : null;
}

/** Leaves it at that: the app that was begun is forgotten, one that is there stays. */
export async function dropBegunAuthenticator(actor: Actor): Promise<void> {
  await db.deleteFrom('authenticators').where('userId', '=', actor.id).where('confirmedAt', 'is', null).execute();
}

/** Takes the app that was begun for good, in place of an earlier one, when the code is its own. 409 `set-up-expired`; `wrong-proof` at `code`. */
export async function takeBegun(tx: Tx, userId: string, code: string): Promise<void> {
  const begun = await begunOf(tx, userId);
  const secret = begun && unseal(begun.sealedSecret, sealedFor(userId));
  if (!begun || !secret) throw new Refusal('set-up-expired', 409);
  const step = stepOfCode(secret, code, Date.now());
  if (step === null) throw wrongProof('code', 'code-wrong');
  await tx.deleteFrom('authenticators').where('userId', '=', userId).where('confirmedAt', 'is not', null).execute();
  await tx
    .updateTable('authenticators')
    .set({ confirmedAt: new Date().toISOString(), lastStep: step })
    .where('id', '=', begun.id)
    .execute();
}

/**
 * Uses the code of a person's app up. `wrong-proof` for one that is not of these 30 seconds or those beside them
 * (`code-wrong`), and for one that was used, or is older than one that was (`code-used`). Two at once: one of them.
 */
export async function useCode(tx: Tx, userId: string, code: string): Promise<void> {
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
  const step = secret ? stepOfCode(secret, code, Date.now()) : null;
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
  return { secret: base32(secret), uri: keyUri(secret, { issuer: config.productName, account: username }) };
}

const sealedFor = (owner: string) => ({ purpose: 'authenticator', owner });
