import { config } from '#lib/process/config/config.server.ts';

const isSecure = config.publicOrigin.startsWith('https:');

/**
 * The name of a cookie of ours: on https with the prefix by which a browser takes it from this very host alone, over TLS,
 * for every path (RFC 6265bis).
 */
export const cookieNamed = (name: string): string => (isSecure ? `__Host-${name}` : name);

/** The attributes of every cookie of ours: no script reads it, no other site sends it, no plain connection carries it. */
export const COOKIE = { path: '/', httpOnly: true, sameSite: 'lax', secure: isSecure } as const;
