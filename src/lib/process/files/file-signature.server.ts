import { createHmac, timingSafeEqual } from 'node:crypto';
import { filePath } from './paths.ts';
import { SIGNED_URL_MS, UPLOAD_MAX_BYTES } from '#lib/values/constants.ts';
import { config } from '#lib/process/config/config.server.ts';

/** What a signed address allows: one method on one file, as one person asked for it. */
export interface Grant {
  method: 'PUT' | 'GET';
  storageKey: string;
  contentType: string;
  /** The person's id, '' for the product itself. */
  actorId: string;
  /** Exactly so many bytes, where that was promised. */
  promised?: number;
}

/** An address that is good for 15 minutes, without its origin. */
export function signedUrl(grant: Grant): string {
  const expires = String(Date.now() + SIGNED_URL_MS);
  const query = new URLSearchParams({ expires, by: grant.actorId, signature: signature(grant, expires) });
  if (grant.promised !== undefined) query.set('bytes', String(grant.promised));
  return `${filePath(grant.storageKey)}?${query.toString()}`;
}

/** How many bytes the query of an address says that were promised; to be put into the grant that is held against it. */
export function promisedIn(query: URLSearchParams): number | undefined {
  return query.has('bytes') ? Number(query.get('bytes')) : undefined;
}

/** Whether the query of an address was signed by us for exactly this grant, and is still good. */
export function isSigned(grant: Grant, query: URLSearchParams): boolean {
  const expires = query.get('expires') ?? '';
  // As they are written: several texts stand for the same bytes.
  const given = Buffer.from(query.get('signature') ?? '');
  const expected = Buffer.from(signature(grant, expires));
  return given.length === expected.length && timingSafeEqual(given, expected) && Number(expires) > Date.now();
}

function signature(
  { method, storageKey, contentType, actorId, promised = UPLOAD_MAX_BYTES }: Grant,
  expires: string,
): string {
  const signed = JSON.stringify(['file', method, storageKey, contentType, promised, expires, actorId]);
  return createHmac('sha256', config.appSecret).update(signed).digest('base64url');
}
