import { randomUUID } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import { config } from '#lib/process/config/config.server.ts';
import { isTokenLike } from '#lib/values/token-like.ts';

const SAFE_ID = /^[A-Za-z0-9._-]{8,64}$/;

/** The request id of the proxy in front if it is safe to log, else a new one. */
export function requestIdOf(request: IncomingMessage): string {
  const given = request.headers['x-request-id'];
  return typeof given === 'string' && SAFE_ID.test(given) ? given : randomUUID();
}

/** The methods we answer. */
export const METHODS: ReadonlySet<string> = new Set(['GET', 'HEAD', 'OPTIONS', 'POST', 'PUT', 'PATCH', 'DELETE']);
const HOST = /^(\[[0-9a-f:.]+\]|[a-z0-9._-]+)(:\d{1,5})?$/i;

const LOOPBACK = /^(localhost|127(\.\d{1,3}){3}|\[::1\])(:\d{1,5})?$/i;

/**
 * The status for a request we do not answer: 405 for methods like TRACE, 400 for an invalid host, 421 for a host that is
 * not ours: with PUBLIC_ORIGIN that one, and this machine for its own checks.
 */
export function invalidStatus({ method = '', headers: { host } }: IncomingMessage): 400 | 405 | 421 | undefined {
  if (!METHODS.has(method)) return 405;
  if (host === undefined) return undefined;
  if (!HOST.test(host) || !URL.canParse(`http://${host}`)) return 400;
  return isOwnHost(host) ? undefined : 421;
}

function isOwnHost(host: string): boolean {
  return !config.publicOriginIsSet || new URL(config.publicOrigin).host === host.toLowerCase() || LOOPBACK.test(host);
}

/**
 * Whether a page of this origin is ours: PUBLIC_ORIGIN, or the host that was asked, without TLS: on this machine, and on
 * any host where PUBLIC_ORIGIN is not set.
 */
export function isOwnOrigin(origin: string, host: string | null): boolean {
  if (origin === config.publicOrigin) return true;
  return host !== null && origin === `http://${host}` && (!config.publicOriginIsSet || LOOPBACK.test(host));
}

/** The path in loggable form: without the query and without any part that could be a token. */
export function loggablePath(request: IncomingMessage): string {
  const path = (request.url ?? '/').split('?', 1)[0] ?? '/';
  return path
    .split('/')
    .map((part) => (isTokenLike(part) ? '…' : part))
    .join('/')
    .slice(0, 300);
}

/**
 * Tells Astro, which reads the connection, what the connection from our proxy cannot show: that the visitor came by
 * https to our public address, and from which address.
 */
export function applyForwardedHeaders(request: IncomingMessage): void {
  const origin = new URL(config.publicOrigin);
  const secure = origin.protocol === 'https:' && request.headers.host === origin.host;
  Object.defineProperty(request.socket, 'encrypted', { value: secure, configurable: true });
  if (!config.trustProxy) return;
  // The last entry was added by our own proxy; those before it are claims of the client.
  const visitor = [request.headers['x-forwarded-for']].flat().join(',').split(',').at(-1)?.trim();
  if (visitor) Object.defineProperty(request.socket, 'remoteAddress', { value: visitor, configurable: true });
  // What an earlier request on the same connection set does not apply to this one.
  else delete (request.socket as { remoteAddress?: string }).remoteAddress;
}
