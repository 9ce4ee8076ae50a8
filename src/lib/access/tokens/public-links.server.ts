import { validate } from 'uuid';
import type { Actor } from '#lib/values/actor.ts';
import { networkOf } from '#lib/values/network.ts';
import { Refusal, notAuthorized, notFound } from '#lib/values/refusal.ts';
import { db, type Tx } from '#lib/process/database/database.server.ts';
import { consumePoint, type Limit } from '#lib/process/database/rate-limit.server.ts';

/** A link somebody has created, as it may be shown later: without its address, of which only the hash is stored. */
export interface PublicLink {
  id: string;
  createdAt: string;
  createdBy: string;
  expiresAt: string;
  revokedAt: string | null;
  useCount: number;
  lastUsedAt: string | null;
  /** Whether it still works. */
  live: boolean;
  /** Whether the reader may end it. */
  mayEnd: boolean;
}

/** A link that was just created: its address is readable only here. */
export interface MadeLink {
  url: string;
  expiresAt: string;
}

/**
 * What `open` answers to whoever comes by a link. It counts against the limit of the network that asks (429); where the
 * link leads nowhere (404) `refused` notes that in the log.
 */
export async function openedByLink<T>(
  actor: Actor,
  limit: Limit,
  open: () => Promise<T>,
  refused: (code: string) => Promise<void>,
): Promise<T> {
  await consumePoint(limit, networkOf(actor.ip));
  try {
    return await open();
  } catch (error) {
    if (error instanceof Refusal && error.status === 404) await refused(error.code);
    throw error;
  }
}

/**
 * The links of this purpose for one subject, newest first. The caller has checked the right, and says which the reader
 * may end by who has made them: all unless it says otherwise.
 */
export async function linksOf(
  purpose: string,
  subjectId: string,
  mayEnd: (makerId: string | null) => boolean = () => true,
): Promise<PublicLink[]> {
  const rows = await db
    .selectFrom('publicTokens as l')
    .leftJoin('users as u', 'u.id', 'l.createdBy')
    .select([
      'l.id',
      'l.createdAt',
      'u.fullName as createdBy',
      'l.createdBy as makerId',
      'l.expiresAt',
      'l.revokedAt',
      'l.useCount',
      'l.lastUsedAt',
    ])
    .where('l.purpose', '=', purpose)
    .where('l.subjectId', '=', subjectId)
    .orderBy('l.createdAt', 'desc')
    .limit(50)
    .execute();
  const now = new Date().toISOString();
  return rows.map(({ makerId, ...row }) => ({
    ...row,
    createdBy: row.createdBy ?? '',
    live: row.revokedAt === null && row.expiresAt > now,
    mayEnd: mayEnd(makerId),
  }));
}

/**
 * Revokes one link at once; 404 for one of another subject or purpose, and for one that was revoked before. 403 for one
 * that was made by somebody whose links the caller does not let the actor end.
 */
export async function revokeLink(
  tx: Tx,
  purpose: string,
  subjectId: string,
  linkId: string,
  mayEnd: (makerId: string | null) => boolean = () => true,
): Promise<void> {
  if (!validate(linkId)) throw notFound();
  const revoked = await tx
    .updateTable('publicTokens')
    .set({ revokedAt: new Date().toISOString() })
    .where('id', '=', linkId)
    .where('purpose', '=', purpose)
    .where('subjectId', '=', subjectId)
    .where('revokedAt', 'is', null)
    .returning('createdBy')
    .executeTakeFirst();
  if (!revoked) throw notFound();
  if (!mayEnd(revoked.createdBy)) throw notAuthorized();
}
