import { sql } from 'kysely';
import type { Db, Tx } from '#lib/process/database/database.server.ts';
import { secretHashOf, newToken } from '#lib/access/tokens/secret-token.ts';

/** Minutes within which the response must come. */
const CHALLENGE_MINUTES = 10;

/**
 * The purpose of the response: the second step of signing in, signing in by passkey, a proof in a session, a new
 * passkey.
 */
type Purpose = 'second-step' | 'passkey-sign-in' | 'proof' | 'registration';

interface ChallengeOptions {
  purpose: Purpose;
  /** Who must respond, and in which session; anybody when left out. */
  userId?: string;
  sessionId?: string | null;
  /** Whether the resulting session outlives the browser. */
  remember?: boolean;
}

/** A random challenge, of which only the SHA-256 is stored. Expired ones are deleted. */
export async function makeChallenge(
  reader: Db,
  { purpose, userId, sessionId, remember = false }: ChallengeOptions,
): Promise<string> {
  const challenge = newToken();
  await sql`
    with gone as (
      delete from identity_challenges where challenge_hash in (
        select challenge_hash from identity_challenges where expires_at < now() limit 100 for update skip locked)
    )
    insert into identity_challenges (challenge_hash, purpose, user_id, session_id, remember, expires_at)
    values (${secretHashOf(challenge)}, ${purpose}, ${userId ?? null}, ${sessionId ?? null}, ${remember}, now() + ${CHALLENGE_MINUTES} * interval '1 minute')`.execute(
    reader,
  );
  return challenge;
}

/**
 * Uses a challenge up and returns for whom it was created; null for one that is unknown, expired, used, or another's.
 * Of two at once one gets it.
 */
export async function takeChallenge(
  tx: Tx,
  { purpose, sessionId }: Pick<ChallengeOptions, 'purpose' | 'sessionId'>,
  challenge: string,
): Promise<{ userId: string | null; remember: boolean } | null> {
  const { rows } = await sql<{ userId: string | null; remember: boolean }>`
    delete from identity_challenges where challenge_hash = ${secretHashOf(challenge)} and purpose = ${purpose} and expires_at > now()
      and session_id is not distinct from ${sessionId ?? null}::uuid returning user_id, remember`.execute(tx);
  return rows[0] ?? null;
}

/** The person a second-step challenge is for, without using it up. */
export async function personOfChallenge(reader: Db, challenge: string): Promise<string | null> {
  const { rows } = await sql<{ userId: string }>`
    select user_id from identity_challenges where challenge_hash = ${secretHashOf(challenge)} and purpose = 'second-step' and expires_at > now()`.execute(
    reader,
  );
  return rows[0]?.userId ?? null;
}

/** Invalidates all open challenges of a person: the password or the factors have changed. */
export async function deleteChallengesOf(tx: Tx, userId: string): Promise<void> {
  await sql`delete from identity_challenges where user_id = ${userId}`.execute(tx);
}
