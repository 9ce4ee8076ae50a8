import { sql } from 'kysely';
import { validate } from 'uuid';
import type { Actor } from '#lib/values/actor.ts';
import { requireStepUp } from '#lib/access/session/step-up.server.ts';
import { parse } from '#lib/values/parse.ts';
import { Refusal, notAuthorized, notFound } from '#lib/values/refusal.ts';
import type { ShownVersion } from '#lib/records/version.server.ts';
import { db, transaction } from '#lib/process/database/database.server.ts';
import { refuseMoreThanOwn } from './checks.server.ts';
import { addSecret, graceSchema, liveSecrets, newSecret } from './secrets.server.ts';
import { appClients, listsOf } from './app-client.server.ts';
import { GRACE_HOURS, type AppClient } from './app-client.ts';

const ROTATE = ['rotate-secret'] as const;
/** Two, so that the old and the new one work while a program is being changed over. */
const MOST_LIVE = 2;

/**
 * Creates a new secret, returned only here; the old one stays valid for `graceHours` (24 by default, 0 revokes it at
 * once, with every token it got). Requires a recent identity proof. 409 `two-secrets-live` while an earlier rotation is
 * in progress.
 */
export async function rotateSecret(
  actor: Actor,
  seen: ShownVersion,
  input: unknown,
): Promise<AppClient & { secret: string }> {
  const known = await rotatable(actor, seen.id);
  requireStepUp(actor);
  await refuseMoreThanOwn(actor, { ...known, ...(await listsOf(db, known.id)) });
  const { graceHours } = parse(graceSchema(GRACE_HOURS.usual, GRACE_HOURS.most), input);
  const { secret, ...kept } = await newSecret();
  return transaction(async (tx) => {
    const row = await appClients.update(
      actor,
      seen,
      {},
      async ({ id, status }, own) => {
        if (status === 'revoked') throw new Refusal('app-client-revoked', 409);
        const live = await liveSecrets(own, id);
        if (graceHours > 0 && live.length >= MOST_LIVE)
          throw new Refusal('two-secrets-live', 409, {
            params: { until: live.at(-1)!.expiresAt, hint: live.at(-1)!.hint },
          });
        await sql`update app_client_secrets s set expires_at = least(s.expires_at, now() + ${graceHours} * interval '1 hour') where s.id = any(${live.map((one) => one.id)}::uuid[])`.execute(
          own,
        );
        await addSecret(own, actor, id, kept);
      },
      { tx, actions: ROTATE, event: 'secret-rotated', params: { hours: graceHours, hint: kept.hint } },
    );
    return { ...row, secret };
  });
}

/**
 * Revokes one of two live secrets at once. 409 `only-live-secret` for the last: suspend the client instead, or rotate
 * without grace.
 */
export async function revokeSecret(actor: Actor, seen: ShownVersion, secretId: string): Promise<AppClient> {
  await rotatable(actor, seen.id);
  if (!validate(secretId)) throw notFound();
  return transaction(async (tx) => {
    const [secret] = (
      await sql<{
        hint: string;
      }>`select hint from app_client_secrets where id = ${secretId} and app_client_id = ${seen.id}`.execute(tx)
    ).rows;
    if (!secret) throw notFound();
    return appClients.update(
      actor,
      seen,
      {},
      async ({ id }, own) => {
        const live = await liveSecrets(own, id);
        if (!live.some((one) => one.id === secretId)) throw new Refusal('secret-ended', 409);
        if (live.length === 1) throw new Refusal('only-live-secret', 409);
        await sql`update app_client_secrets set revoked_at = now() where id = ${secretId}`.execute(own);
      },
      { tx, actions: ROTATE, event: 'secret-revoked', params: { hint: secret.hint } },
    );
  });
}

async function rotatable(actor: Actor, id: string): Promise<AppClient> {
  if (!actor.ability.can('AppClient', ...ROTATE)) throw notAuthorized();
  return appClients.get(actor, id, ROTATE, db);
}
