import { sql, type RawBuilder } from 'kysely';
import { v7 as uuid } from 'uuid';
import { notFound } from '#lib/values/refusal.ts';
import type { Db, Tx } from '#lib/process/database/database.server.ts';
import { jsonText, type Table } from '#lib/process/database/table.ts';
import { personId, type Actor } from '#lib/values/actor.ts';
import { secretHashOf, newToken } from './secret-token.ts';

interface PublicTokenRow {
  id: string;
  tokenHash: Buffer;
  purpose: string;
  subjectId: string;
  data: Record<string, unknown>;
  createdAt: string;
  createdBy: string | null;
  expiresAt: string;
  revokedAt: string | null;
  maxUses: number | null;
  useCount: number;
  lastUsedAt: string | null;
}

declare module '#lib/process/database/database.server.ts' {
  interface Database {
    publicTokens: Table<PublicTokenRow, 'createdAt' | 'useCount', 'data'>;
  }
}

/** What a link gives access to; never contains the token itself. */
export type PublicToken = Pick<PublicTokenRow, 'id' | 'purpose' | 'subjectId' | 'data' | 'expiresAt' | 'lastUsedAt'>;

export interface TokenOptions {
  /** 'set-password': a token works for its purpose only. */
  purpose: string;
  subjectId: string;
  hours: number;
  /** Unlimited uses when left out. */
  maxUses?: number;
  data?: Record<string, unknown>;
}

/**
 * The token for a link: 32 random bytes, of which only the SHA-256 is stored; it is readable only here. `expiresAt` is the
 * instant (UTC) after which it opens nothing.
 */
export async function createToken(
  tx: Tx,
  actor: Actor,
  { purpose, subjectId, hours, maxUses, data = {} }: TokenOptions,
): Promise<{ token: string; expiresAt: string }> {
  const token = newToken();
  const expiresAt = new Date(Date.now() + hours * 3_600_000).toISOString();
  await tx
    .insertInto('publicTokens')
    .values({
      id: uuid(),
      tokenHash: secretHashOf(token),
      purpose,
      subjectId,
      data: jsonText(data),
      createdBy: personId(actor),
      expiresAt,
      maxUses: maxUses ?? null,
    })
    .execute();
  return { token, expiresAt };
}

/**
 * Counts one use and returns what the token gives access to, in one statement, so that the last use is granted once.
 * 404 for one that is unknown, expired, revoked, used up or of another purpose, without saying which.
 */
export async function useToken(tx: Tx, purpose: string, token: string): Promise<PublicToken> {
  const { rows } = await sql<PublicToken>`
    update public_tokens set use_count = use_count + 1, last_used_at = now() where ${good(purpose, token)}
    returning id, purpose, subject_id, data, expires_at, last_used_at`.execute(tx);
  if (!rows[0]) throw notFound();
  return rows[0];
}

/**
 * The same without counting a use: for showing what a link leads to. Null instead of 404, because a page has its own
 * text for it.
 */
export async function peekToken(reader: Db, purpose: string, token: string): Promise<PublicToken | null> {
  const { rows } = await sql<PublicToken>`
    select id, purpose, subject_id, data, expires_at, last_used_at from public_tokens where ${good(purpose, token)}`.execute(
    reader,
  );
  return rows[0] ?? null;
}

/**
 * What a link led to and its status, for a page that explains why it no longer works; null for one that never existed.
 */
export async function tokenStatus(
  reader: Db,
  purpose: string,
  token: string,
): Promise<(PublicToken & { standing: 'good' | 'revoked' | 'expired' | 'used' }) | null> {
  const { rows } = await sql<PublicToken & { standing: 'good' | 'revoked' | 'expired' | 'used' }>`
    select id, purpose, subject_id, data, expires_at, last_used_at, case when revoked_at is not null then 'revoked' when max_uses is not null and use_count >= max_uses then 'used' when expires_at <= now() then 'expired' else 'good' end as standing
    from public_tokens where token_hash = ${secretHashOf(token)} and purpose = ${purpose}`.execute(reader);
  return rows[0] ?? null;
}

/** Revokes every link of this purpose for these subjects. */
export async function revokeTokens(tx: Tx, purpose: string, ...subjectIds: string[]): Promise<void> {
  await tx
    .updateTable('publicTokens')
    .set({ revokedAt: new Date().toISOString() })
    .where('purpose', '=', purpose)
    .where('subjectId', 'in', subjectIds)
    .where('revokedAt', 'is', null)
    .execute();
}

const good = (purpose: string, token: string): RawBuilder<boolean> => sql<boolean>`
  token_hash = ${secretHashOf(token)} and purpose = ${purpose} and revoked_at is null and expires_at > now()
  and (max_uses is null or use_count < max_uses)`;
