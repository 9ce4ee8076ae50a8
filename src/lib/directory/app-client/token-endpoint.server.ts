import type { RequestFacts } from '#lib/values/actor.ts';
import { networkOf } from '#lib/values/network.ts';
import { publicActor } from '#lib/values/actor.ts';
import { logActivity } from '#lib/activity/activity.server.ts';
import { Refusal } from '#lib/values/refusal.ts';
import { consumePoint, returnPoint, type Limit } from '#lib/process/database/rate-limit.server.ts';
import { clientOfSecret } from './secrets.server.ts';
import { issueToken } from './token.server.ts';

/** Limit of failures and attempts under way from one address; a correct one is given back. */
const ADDRESS_LIMIT: Limit = { name: 'oauth-token', points: 30, seconds: 60 };
/** Limit of tokens for one client: a client that caches its token needs one every quarter of an hour. */
const CLIENT_LIMIT: Limit = { name: 'oauth-token-client', points: 30, seconds: 60 };
/** Maximum characters of an entry that can be correct: all scopes together are some 4,000. */
const MOST = 10_000;
const SCOPE = /^[\x21\x23-\x5B\x5D-\x7E]+$/;
/** Secrets must not be in an address, which is logged and cached on the way. */
const NEVER_IN_ADDRESS = ['client_id', 'client_secret', 'access_token', 'grant_type'];

type ErrorCode =
  | 'invalid_request'
  | 'invalid_client'
  | 'invalid_scope'
  | 'unauthorized_client'
  | 'unsupported_grant_type'
  | 'temporarily_unavailable';

/**
 * An error in the format of RFC 6749 (5.2). Its description is for programmers and ASCII by that standard: in English
 * only.
 */
class NoTokenError extends Error {
  readonly error: ErrorCode;
  readonly status: number;
  readonly retryAfter: number | undefined;

  constructor(error: ErrorCode, description: string, status = 400, retryAfter?: number) {
    super(description);
    this.error = error;
    this.status = status;
    this.retryAfter = retryAfter;
  }
}

export interface TokenAnswer {
  response: Response;
  /** The client, once authenticated. */
  client?: string;
}

/**
 * The token endpoint for client credentials (RFC 6749, 4.4): HTTP Basic or the fields `client_id` and `client_secret`
 * of the form, never both, and never in the address. An unknown name, a wrong secret and a wrong address get the same
 * response.
 */
export async function tokenResponse(request: Request, url: URL, facts: RequestFacts): Promise<TokenAnswer> {
  let client: string | undefined;
  try {
    const form = await formOf(request, url);
    if (form['grant_type'] === undefined) throw new NoTokenError('invalid_request', 'grant_type is missing.');
    if (form['grant_type'] !== 'client_credentials')
      throw new NoTokenError('unsupported_grant_type', 'Only client_credentials is offered here.');
    const { name, secret } = credentialsOf(request, form);
    const scopes = scopesOf(form['scope']);
    const { id, ...answer } = await prove(name, secret, scopes, facts);
    client = id;
    return { response: answered(answer, 200), client };
  } catch (error) {
    if (!(error instanceof NoTokenError)) throw error;
    return { response: refused(error), ...(client && { client }) };
  }
}

async function prove(name: string, secret: string, scopes: string[] | null, facts: RequestFacts) {
  const address = networkOf(facts.ip);
  await take(ADDRESS_LIMIT, address);
  const proved = await clientOfSecret(name, secret);
  if (proved) await take(CLIENT_LIMIT, proved.id);
  const issued = proved
    ? await issueToken(proved, scopes, facts)
    : { error: 'invalid_client' as const, reason: 'secret' };
  if (proved && !('error' in issued && issued.error === 'invalid_client')) await returnPoint(ADDRESS_LIMIT, address);
  if (!('error' in issued))
    return {
      id: proved!.id,
      access_token: issued.token,
      token_type: 'Bearer',
      expires_in: issued.seconds,
      scope: issued.scopes.join(' '),
    };
  await logActivity(publicActor(facts), {
    event: 'app-client.token-refused',
    subject: 'AppClient',
    entity: 'app-client',
    ...(proved && { entityId: proved.id }),
    entityNumber: name.slice(0, 40),
    outcome: 'refused',
    reasonCode: issued.reason,
    params: { clientId: name.slice(0, 40) },
  });
  throw new NoTokenError(
    issued.error,
    DESCRIPTIONS[issued.reason] ?? DESCRIPTIONS['secret']!,
    issued.error === 'invalid_client' ? 401 : 400,
  );
}

const DESCRIPTIONS: Record<string, string> = {
  secret: 'Unknown client, wrong or ended secret, or an address that is not allowed.',
  suspended: 'This client is suspended.',
  expired: 'This client has expired.',
  owner: 'The owner of this client has no rights at present.',
  scope: 'A scope is unknown, not given to this client, or no longer a right of its owner.',
};

async function take(limit: Limit, key: string): Promise<void> {
  await consumePoint(limit, key).catch((error: unknown) => {
    if (!(error instanceof Refusal)) throw error;
    throw new NoTokenError(
      'temporarily_unavailable',
      'Too many tries. A token is good for several minutes: keep it.',
      429,
      error.details.retryAfter,
    );
  });
}

async function formOf(request: Request, url: URL): Promise<Record<string, string>> {
  if (NEVER_IN_ADDRESS.some((name) => url.searchParams.has(name)))
    throw new NoTokenError('invalid_request', 'Credentials do not belong in the address.');
  if (!request.headers.get('content-type')?.startsWith('application/x-www-form-urlencoded'))
    throw new NoTokenError('invalid_request', 'The body must be application/x-www-form-urlencoded.');
  const text = await request.text();
  if (text.length > MOST) throw new NoTokenError('invalid_request', 'The body is too large.');
  const entries = [...new URLSearchParams(text)].filter(([, value]) => value !== '');
  if (new Set(entries.map(([name]) => name)).size < entries.length)
    throw new NoTokenError('invalid_request', 'A parameter is there more than once.');
  return Object.fromEntries(entries);
}

function credentialsOf(request: Request, form: Record<string, string>): { name: string; secret: string } {
  const header = request.headers.get('authorization');
  const inForm = form['client_id'] !== undefined && form['client_secret'] !== undefined;
  if (header === null) {
    if (!inForm) throw new NoTokenError('invalid_client', 'No client has been named.', 401);
    return { name: seen(form['client_id']!), secret: seen(form['client_secret']!) };
  }
  const basic = /^Basic +([A-Za-z0-9+/=]{1,2000})$/i.exec(header)?.[1];
  if (!basic) throw new NoTokenError('invalid_client', 'The Authorization header is no HTTP Basic.', 401);
  if (form['client_secret'] !== undefined)
    throw new NoTokenError('invalid_request', 'Two ways to prove a client at once.');
  const [, name, secret] = /^([^:]*):(.*)$/s.exec(Buffer.from(basic, 'base64').toString('utf8')) ?? [];
  if (!name || !secret) throw new NoTokenError('invalid_client', 'The Authorization header is no HTTP Basic.', 401);
  const credentials = { name: seen(plain(name)), secret: seen(plain(secret)) };
  if (form['client_id'] !== undefined && form['client_id'] !== credentials.name)
    throw new NoTokenError('invalid_request', 'Two clients are named.');
  return credentials;
}

/** Our values are plain ASCII: any other character is wrong, and some would be rejected by the database. */
const seen = (text: string): string => text.replaceAll(/[^\x20-\x7E]/g, '?');

/** Both parts are form-encoded before they are joined (RFC 6749, 2.3.1); an invalid encoding is taken literally. */
function plain(text: string): string {
  try {
    return decodeURIComponent(text.replaceAll('+', ' '));
  } catch {
    return text;
  }
}

function scopesOf(text: string | undefined): string[] | null {
  if (text === undefined) return null;
  const scopes = [...new Set(text.split(' ').filter(Boolean))];
  if (scopes.length === 0 || !scopes.every((scope) => SCOPE.test(scope)))
    throw new NoTokenError('invalid_scope', DESCRIPTIONS['scope']!);
  return scopes;
}

const refused = ({ error, message, status, retryAfter }: NoTokenError): Response => {
  const response = answered({ error, error_description: message }, status);
  if (status === 401) response.headers.set('www-authenticate', 'Basic realm="api", charset="UTF-8"');
  if (retryAfter) response.headers.set('retry-after', String(retryAfter));
  return response;
};

function answered(body: object, status: number): Response {
  return new Response(JSON.stringify(body), {
    status,
    headers: { 'content-type': 'application/json', 'cache-control': 'no-store', pragma: 'no-cache' },
  });
}
