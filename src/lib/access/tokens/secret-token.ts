import { createHash, randomBytes } from 'node:crypto';

/** A bearer secret: 32 random bytes, safe in an address and in a cookie. */
export const newToken = (): string => randomBytes(32).toString('base64url');

/** The stored form of a token: its SHA-256. */
export const secretHashOf = (token: string): Buffer => createHash('sha256').update(token).digest();
