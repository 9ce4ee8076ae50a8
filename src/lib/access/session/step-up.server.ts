import { sql } from 'kysely';
import { Refusal } from '#lib/values/refusal.ts';
import type { Tx } from '#lib/process/database/database.server.ts';
import type { Actor } from '#lib/values/actor.ts';

/**
 * For a sensitive act: refuses (403 `step-up-needed`) unless the person of this session proved their identity within
 * the last ten minutes, by signing in or by `proveIdentity`. For a page's form the identity check is shown, all entries
 * are preserved, and the form is submitted again with the proof (middleware/identity.ts); a script calls `POST
 * /api/session/proof`.
 */
export function requireStepUp(actor: Actor): void {
  if (actor.type !== 'system' && !actor.hasProvedIdentity) throw new Refusal('step-up-needed', 403);
}

/**
 * The same for an act that an app client may do too: its owner proved their identity when its scopes were given, and a
 * program has nobody to ask.
 */
export function requireStepUpOfPeople(actor: Actor): void {
  if (actor.type !== 'app-client') requireStepUp(actor);
}

/**
 * The same for what no program may do, whatever its scopes: who decides, and where the business is paid. 403
 * `people-only` for an app client.
 */
export function requirePersonWithProof(actor: Actor): void {
  if (actor.type === 'app-client') throw new Refusal('people-only', 403);
  requireStepUp(actor);
}

/** From now on, for ten minutes, the session counts as proved. */
export async function recordProof(tx: Tx, sessionId: string): Promise<void> {
  await sql`update sessions set proved_at = now() where id = ${sessionId}`.execute(tx);
}
