import { createHmac, timingSafeEqual } from 'node:crypto';
import { filePath } from './paths.ts';
import { SIGNED_URL_MS, UPLOAD_MAX_BYTES } from '#lib/values/constants.ts';
import { config } from '#lib/process/config/config.server.ts';

/** What a signed address permits: one method on one file, for the person who requested it. */
export interface SignedGrant {
  method: 'PUT' | 'GET';
  storageKey: string;
  contentType: string;
  /** The person's id, '' for the system itself. */
  actorId: string;
  /** The exact number of bytes, where announced. */
  promised?: number;
}

/** An address valid for 15 minutes, without its origin. */
export function signedUrl(grant: SignedGrant): string {
  const expires = String(Date.now() + SIGNED_URL_MS);
  const query = new URLSearchParams({ expires, by: grant.actorId, signature: signature(grant, expires) });
  if (grant.promised !== undefined) query.set('bytes', String(grant.promised));
  return `${filePath(grant.storageKey)}?${query.toString()}`;
}

/** The number of bytes announced in the query of an address; to be put into the grant that is compared with it. */
export function announcedSizeIn(query: URLSearchParams): number | undefined {
  return query.has('bytes') ? Number(query.get('bytes')) : undefined;
}

/** Whether we signed the query of an address for exactly this grant, and it has not expired. */
export function isSigned(grant: SignedGrant, query: URLSearchParams): boolean {
  const expires = query.get('expires') ?? '';
  // Compared as text: several base64 texts decode to the same bytes.
  const given = Buffer.from(query.get('signature') ?? '');
  const expected = Buffer.from(signature(grant, expires));
  return given.length === expected.length && timingSafeEqual(given, expected) && Number(expires) > Date.now();
}

function signature(
  { method, storageKey, contentType, actorId, promised = UPLOAD_MAX_BYTES }: SignedGrant,
  expires: string,
): string {
  const signed = JSON.stringify(['file', method, storageKey, contentType, promised, expires, actorId]);
  return createHmac('sha256', config.appSecret).update(signed).digest('base64url');
}
