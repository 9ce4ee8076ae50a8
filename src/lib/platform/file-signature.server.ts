import { createHmac, timingSafeEqual } from 'node:crypto';
import { SIGNED_URL_MS, UPLOAD_MAX_BYTES } from '#lib/kernel/constants.ts';
import { config } from './config.server.ts';

/** What a signed address allows: one method on one file, as one person asked for it. */
export interface Grant {
  method: 'PUT' | 'GET';
  storageKey: string;
  contentType: string;
  /** The person's id, '' for the product itself. */
  actorId: string;
}

/** An address that is good for 15 minutes, without its origin. */
export function signedUrl(grant: Grant): string {
  const expires = String(Date.now() + SIGNED_URL_MS);
  const query = new URLSearchParams({ expires, by: grant.actorId, signature: signature(grant, expires) });
  return `/api/files/${grant.storageKey}?${query.toString()}`;
}

/** Whether the query of an address was signed by us for exactly this grant, and is still good. */
export function isSigned(grant: Grant, query: URLSearchParams): boolean {
  const expires = query.get('expires') ?? '';
  const given = Buffer.from(query.get('signature') ?? '', 'base64url');
  const expected = Buffer.from(signature(grant, expires), 'base64url');
  return given.length === expected.length && timingSafeEqual(given, expected) && Number(expires) > Date.now();
}

function signature({ method, storageKey, contentType, actorId }: Grant, expires: string): string {
  const signed = JSON.stringify(['file', method, storageKey, contentType, UPLOAD_MAX_BYTES, expires, actorId]);
  return createHmac('sha256', config.appSecret).update(signed).digest('base64url');
}
