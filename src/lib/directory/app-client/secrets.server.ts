import { sql } from 'kysely';
import { v7 as uuid } from 'uuid';
import { z } from 'zod';
import { personId, type Actor } from '#lib/values/actor.ts';
import { hashPassword, matchesPassword } from '#lib/access/account/passwords.server.ts';
import { newToken } from '#lib/access/tokens/secret-token.ts';
import { db, type Db, type Tx } from '#lib/process/database/database.server.ts';
import { SECRET_DAYS } from './app-client.ts';

declare module '#lib/process/database/database.server.ts' {
  interface Database {
    appClientSecrets: ClientSecret & { appClientId: string; hash: string; createdBy: string | null };
  }
}

/** A secret as it may be shown: identified by its last four characters. */
export interface ClientSecret {
  id: string;
  hint: string;
  createdAt: string;
  expiresAt: string;
  revokedAt: string | null;
  lastUsedAt: string | null;
}

/** Condition for a secret `s` that is valid. */
export const LIVE_SECRET = sql<boolean>`s.revoked_at is null and s.expires_at > now()`;

const PREFIX = 'gsec_';
const HINT = 4;

interface StoredSecret {
  hash: string;
  hint: string;
}

/** A new secret of 256 random bits, and its stored form: an Argon2id hash and its last four characters. */
export async function newSecret(): Promise<StoredSecret & { secret: string }> {
  const secret = PREFIX + newToken();
  return { secret, hash: await hashPassword(secret), hint: secret.slice(-HINT) };
}

/** Stores a new secret, valid for at most 365 days. */
export async function addSecret(tx: Tx, actor: Actor, appClientId: string, kept: StoredSecret): Promise<void> {
  await sql`insert into app_client_secrets (id, app_client_id, hash, hint, created_by, expires_at)
    values (${uuid()}, ${appClientId}, ${kept.hash}, ${kept.hint}, ${personId(actor)}, now() + ${SECRET_DAYS} * interval '1 day')`.execute(
    tx,
  );
}

/** The secrets of a client that are live, newest first. */
export async function liveSecrets(reader: Db, appClientId: string): Promise<ClientSecret[]> {
  const { rows } = await sql<ClientSecret>`select s.id, s.hint, s.created_at, s.expires_at, s.revoked_at, s.last_used_at
    from app_client_secrets s where s.app_client_id = ${appClientId} and ${LIVE_SECRET} order by s.created_at desc, s.id desc`.execute(
    reader,
  );
  return rows;
}

/** The ten newest secrets of a client, live or not. The caller has checked that the reader may open the client. */
export async function secretsOf(appClientId: string): Promise<(ClientSecret & { live: boolean })[]> {
  const { rows } = await sql<
    ClientSecret & { live: boolean }
  >`select s.id, s.hint, s.created_at, s.expires_at, s.revoked_at, s.last_used_at, ${LIVE_SECRET} as live
    from app_client_secrets s where s.app_client_id = ${appClientId} order by s.created_at desc, s.id desc limit 10`.execute(
    db,
  );
  return rows;
}

export interface ProvedClient {
  id: string;
  secretId: string;
}

/**
 * The client with this public name and secret; null for an unknown name and for a wrong secret alike, after the same
 * time: one hash is verified in any case, of the secret with the same ending or a dummy.
 */
export async function clientOfSecret(clientId: string, secret: string): Promise<ProvedClient | null> {
  const { rows } = await sql<ProvedClient & { hash: string }>`
    select c.id, s.id as secret_id, s.hash from app_clients c join app_client_secrets s on s.app_client_id = c.id
    where c.client_id = ${clientId} and s.hint = ${secret.slice(-HINT)} and ${LIVE_SECRET} order by s.created_at desc`.execute(
    db,
  );
  for (const { hash, ...client } of rows) if (await matchesPassword(hash, secret)) return client;
  if (rows.length === 0) await matchesPassword(null, secret);
  return null;
}

/** The entered hours of grace, 24 by default. */
export const graceSchema = (usual: number, most: number) =>
  z.object({
    graceHours: z.preprocess(
      (value) => (value === undefined || value === '' ? usual : typeof value === 'string' ? Number(value) : value),
      z.number('not-a-number').int('not-whole').min(0, 'too-small').max(most, 'too-large'),
    ),
  });
