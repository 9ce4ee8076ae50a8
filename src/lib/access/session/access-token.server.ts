import { SignJWT, jwtVerify } from 'jose';
import { config } from '#lib/process/config/config.server.ts';
import { Refusal } from '#lib/values/refusal.ts';

/** Validity of an access token in seconds; the session behind it is checked at every request all the same. */
export const ACCESS_TOKEN_SECONDS = 600;

const key = () => new TextEncoder().encode(`access-token:${config.appSecret}`);

/** The Bearer token of a session: contains only the session id. */
export function signAccessToken(sessionId: string, userId: string): Promise<string> {
  return new SignJWT({ sid: sessionId })
    .setProtectedHeader({ alg: 'HS256', typ: 'JWT' })
    .setSubject(userId)
    .setIssuedAt()
    .setExpirationTime(`${ACCESS_TOKEN_SECONDS}s`)
    .setIssuer('garden')
    .setAudience('api')
    .sign(key());
}

/** Tokens whose signature was verified, with their session and end (seconds): a page calls several times with one. */
const verified = new Map<string, { sessionId: string; exp: number }>();
const MOST_VERIFIED = 2_000;

/** The session id of a token; 401 `not-signed-in` for one that is forged, tampered with, expired or endless. */
export async function sessionOfToken(token: string): Promise<string> {
  const known = verified.get(token);
  if (known && known.exp > Date.now() / 1000) return known.sessionId;
  try {
    const { payload } = await jwtVerify(token, key(), {
      algorithms: ['HS256'],
      issuer: 'garden',
      audience: 'api',
      requiredClaims: ['exp', 'sub', 'sid'],
    });
    const sessionId = payload['sid'] as string;
    if (verified.size >= MOST_VERIFIED) verified.clear();
    verified.set(token, { sessionId, exp: payload.exp! });
    return sessionId;
  } catch {
    throw new Refusal('not-signed-in', 401);
  }
}
