import { sql } from 'kysely';
import { invalidField } from '#lib/values/refusal.ts';
import { db, type Db, type Tx } from '#lib/process/database/database.server.ts';
import { useAuthenticatorCode } from './authenticator.server.ts';
import { challengeIn, usePasskey } from './passkeys.server.ts';
import { takeChallenge } from '#lib/access/tokens/identity-challenges.server.ts';
import type { Proof } from './proof.ts';
import type { Factor } from '#lib/access/session/factor.ts';
import { useRecoveryCode } from './recovery-codes.server.ts';
import { wrongProof } from './wrong-proof.ts';

export interface OwnPasskey {
  id: string;
  name: string;
  createdAt: string;
  lastUsedAt: string | null;
  /** It is synchronised to the person's other devices by a service. */
  synced: boolean;
}

/** A person's second factors (model of the directory, 4.1: mfa_state). */
export interface SecondFactors {
  /** Since when an authenticator app is set up. */
  authenticatorSince: string | null;
  passkeys: OwnPasskey[];
  /** Number of unused recovery codes. */
  recoveryCodesLeft: number;
  /** Roles of the person that require a second factor. */
  requiredBy: string[];
}

/** The state of a person's second factor, in one statement. The caller has checked that the reader may see it. */
export async function secondFactorsOf(userId: string, reader: Db = db): Promise<SecondFactors> {
  const { rows } = await sql<SecondFactors>`select
    (select confirmed_at from authenticators where user_id = ${userId} and confirmed_at is not null) as authenticator_since,
    (select coalesce(jsonb_agg(jsonb_build_object('id', id, 'name', name, 'createdAt', created_at, 'lastUsedAt', last_used_at, 'synced', synced) order by created_at), '[]')
      from passkeys where user_id = ${userId}) as passkeys,
    (select count(*) from recovery_codes where user_id = ${userId} and used_at is null) as recovery_codes_left,
    (select coalesce(jsonb_agg(r.name order by r.name), '[]') from user_roles ur join roles r on r.id = ur.role_id
      where ur.user_id = ${userId} and r.status = 'active' and r.requires_second_factor) as required_by`.execute(
    reader,
  );
  return rows[0]!;
}

/** Whether there is an app or a passkey. Recovery codes alone do not count. */
export function hasFactor({
  authenticatorSince,
  passkeys,
}: Pick<SecondFactors, 'authenticatorSince' | 'passkeys'>): boolean {
  return authenticatorSince !== null || passkeys.length > 0;
}

/** The methods a person can use; recovery codes substitute for either of the others. */
export type Method = 'code' | 'passkey' | 'recovery-code';

export function methodsOf({ authenticatorSince, passkeys, recoveryCodesLeft }: SecondFactors): Method[] {
  return [
    ...(authenticatorSince ? ['code' as const] : []),
    ...(passkeys.length > 0 ? ['passkey' as const] : []),
    ...(recoveryCodesLeft > 0 ? ['recovery-code' as const] : []),
  ];
}

/**
 * Verifies a second factor and uses it up: a code of the app, a recovery code, or a passkey's response to `challenge`
 * (or to one created for a proof in `sessionId`). `wrong-proof` at its entry, 422 `required` at `code` when nothing was
 * given.
 */
export async function useSecondFactor(
  tx: Tx,
  userId: string,
  { code, recoveryCode, assertion }: Proof,
  asked: { challenge: string } | { sessionId: string | null },
): Promise<Factor> {
  if (assertion) {
    const challenge = 'challenge' in asked ? asked.challenge : challengeIn(assertion);
    if ('sessionId' in asked && !(await takeChallenge(tx, { purpose: 'proof', sessionId: asked.sessionId }, challenge)))
      throw wrongProof('assertion', 'passkey-too-late');
    await usePasskey(tx, assertion, challenge, userId);
    return 'passkey';
  }
  if (recoveryCode) {
    await useRecoveryCode(tx, userId, recoveryCode);
    return 'recovery-code';
  }
  if (!code) throw invalidField('code', 'required');
  await useAuthenticatorCode(tx, userId, code);
  return 'code';
}
