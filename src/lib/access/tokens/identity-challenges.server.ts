import { sql } from 'kysely';
import type { Db, Tx } from '#lib/process/database/database.server.ts';
import { hashOf, newToken } from '#lib/access/tokens/secret-token.ts';

/** Minutes in which the answer must come. */
export const CHALLENGE_MINUTES = 10;

/** What the answer is for: the second step of signing in, signing in by passkey, a proof in a session, a new passkey. */
type Purpose = 'second-step' | 'passkey-sign-in' | 'proof' | 'registration';

interface Wish {
  purpose: Purpose;
  /** Who must answer, and in which session; anybody when left out. */
  userId?: string;
  sessionId?: string | null;
  /** Whether the session to come outlives the browser. */
  remember?: boolean;
}

/** Something random to answer, of which only the SHA-256 is kept. Those that nobody answered in time go. */
export async function makeChallenge(
  reader: Db,
  { purpose, userId, sessionId, remember = false }: Wish,
): Promise<string> {
  const challenge = newToken();
  await sql`
    with gone as (
      delete from identity_challenges where challenge_hash in (
        select challenge_hash from identity_challenges where expires_at < now() limit 100 for update skip locked)
    )
    insert into identity_challenges (challenge_hash, purpose, user_id, session_id, remember, expires_at)
    values (${hashOf(challenge)}, ${purpose}, ${userId ?? null}, ${sessionId ?? null}, ${remember}, now() + ${CHALLENGE_MINUTES} * interval '1 minute')`.execute(
    reader,
  );
  return challenge;
}

/** Uses a challenge up and tells for whom it was made; null for one that is unknown, too old, used, or another's. Two at once: one gets it. */
export async function takeChallenge(
  tx: Tx,
  { purpose, sessionId }: Pick<Wish, 'purpose' | 'sessionId'>,
  challenge: string,
): Promise<{ userId: string | null; remember: boolean } | null> {
  const { rows } = await sql<{ userId: string | null; remember: boolean }>`
    delete from identity_challenges where challenge_hash = ${hashOf(challenge)} and purpose = ${purpose} and expires_at > now()
      and session_id is not distinct from ${sessionId ?? null}::uuid returning user_id, remember`.execute(tx);
  return rows[0] ?? null;
}

/** Whom a challenge of the second step is for, without using it up. */
export async function personOfChallenge(reader: Db, challenge: string): Promise<string | null> {
  const { rows } = await sql<{ userId: string }>`
    select user_id from identity_challenges where challenge_hash = ${hashOf(challenge)} and purpose = 'second-step' and expires_at > now()`.execute(
    reader,
  );
  return rows[0]?.userId ?? null;
}

/** Nothing that this person was asked so far can be answered any more: the password or the factors are others now. */
export async function forgetChallengesOf(tx: Tx, userId: string): Promise<void> {
  await sql`delete from identity_challenges where user_id = ${userId}`.execute(tx);
}
