import { createHash, randomBytes } from 'node:crypto';

/** What opens something for whoever holds it: 32 random bytes, safe in an address and in a cookie. */
export const newToken = (): string => randomBytes(32).toString('base64url');

/** All that is kept of a token: its SHA-256. */
export const hashOf = (token: string): Buffer => createHash('sha256').update(token).digest();
