import { sql } from 'kysely';
import { isIP } from 'node:net';
import { actorOfPerson } from '#lib/access/session/actor.server.ts';
import { Ability } from '#lib/values/ability.ts';
import type { RequestFacts, Actor } from '#lib/values/actor.ts';
import { secretHashOf, newToken } from '#lib/access/tokens/secret-token.ts';
import { Refusal } from '#lib/values/refusal.ts';
import { db } from '#lib/process/database/database.server.ts';
import { consumePoint } from '#lib/process/database/rate-limit.server.ts';
import type { ClientCall } from './calls.server.ts';
import { coversScope, rightsWithinScopes } from '#lib/access/tokens/client-scopes.ts';
import { LIVE_SECRET, type ProvedClient } from './secrets.server.ts';

/** Distinguishes a client's token from one of a session. */
export const TOKEN_PREFIX = 'gtok_';

interface KnownClient {
  id: string;
  clientId: string;
  name: string;
  status: string;
  ownerUserId: string;
  scopes: string[];
  entityIds: string[];
  requestsPerMinute: number;
  tokenMinutes: number;
  isOver: boolean;
  comesFromThere: boolean;
}

const selectClient = (
  ip: string | null,
) => sql`c.id, c.client_id, c.name, c.status, c.owner_user_id, c.scopes, c.requests_per_minute, c.token_minutes,
  coalesce(c.expires_on < (now() at time zone 'Asia/Singapore')::date, false) as is_over,
  (select coalesce(jsonb_agg(e.business_entity_id), '[]') from app_client_business_entities e where e.app_client_id = c.id) as entity_ids,
  coalesce((select bool_or(${normalizedAddress(ip)}::inet <<= n.network) from app_client_networks n where n.app_client_id = c.id),
    not exists (select 1 from app_client_networks n where n.app_client_id = c.id)) as comes_from_there`;

/**
 * An address in the form the database compares: IPv4 in its own form, however the connection reports it; null for an
 * invalid one.
 */
function normalizedAddress(ip: string | null): string | null {
  const plain = (ip ?? '').replace(/^::ffff:(?=\d+\.)/i, '').replace(/%.*$/, '');
  return isIP(plain) ? plain : null;
}

/** Why an authenticated client gets no token; the codes are those of RFC 6749, 5.2. */
export type TokenRefusal = { error: 'invalid_client' | 'invalid_scope' | 'unauthorized_client'; reason: string };

export interface IssuedToken {
  token: string;
  seconds: number;
  scopes: string[];
}

/**
 * A token for an authenticated client: 256 random bits of which only the hash is stored, valid for the client's minutes
 * and never longer than its secret. `asked` are scopes; by default all that the client has and its owner may do.
 */
export async function issueToken(
  { id, secretId }: ProvedClient,
  asked: readonly string[] | null,
  facts: RequestFacts,
): Promise<IssuedToken | TokenRefusal> {
  const {
    rows: [client],
  } = await sql<KnownClient>`select ${selectClient(facts.ip)} from app_clients c where c.id = ${id}`.execute(db);
  if (!client?.comesFromThere) return { error: 'invalid_client', reason: 'address' };
  const owner = await actorOfPerson(client.ownerUserId);
  if (client.status !== 'active' || client.isOver)
    return { error: 'unauthorized_client', reason: client.isOver ? 'expired' : client.status };
  if (!owner || owner.mustChangePassword || owner.mustSetUpSecondFactor)
    return { error: 'unauthorized_client', reason: 'owner' };
  const scopes = (asked ?? client.scopes).filter(
    (scope) => client.scopes.includes(scope) && coversScope(owner.ability, scope),
  );
  if (scopes.length === 0 || (asked && scopes.length < asked.length))
    return { error: 'invalid_scope', reason: 'scope' };
  const token = TOKEN_PREFIX + newToken();
  // The rows are locked while the token is written: one that is revoked at this moment gets none.
  const { rows } = await sql<{ seconds: number }>`
    with client as (select c.id, c.token_minutes from app_clients c where c.id = ${id} and c.status = 'active' for share),
    secret as (update app_client_secrets s set last_used_at = now() where s.id = ${secretId} and ${LIVE_SECRET} returning s.id, s.expires_at)
    insert into app_client_tokens (token_hash, app_client_id, secret_id, scopes, expires_at)
    select ${secretHashOf(token)}, client.id, secret.id, ${scopes}, least(now() + client.token_minutes * interval '1 minute', secret.expires_at) from client, secret
    returning floor(extract(epoch from expires_at - now()))::int as seconds`.execute(db);
  return rows[0] ? { token, seconds: rows[0].seconds, scopes } : { error: 'invalid_client', reason: 'revoked' };
}

/**
 * The actor of a client's token: its owner, limited to the scopes of the token and the client and to the owner's
 * current rights, in the companies of both. 401 `invalid-token` for an invalid token, whatever the reason, 403
 * `address-not-allowed` from elsewhere, 403 `owner-not-ready` while the owner has no rights, 429 beyond the client's
 * limit. `begin` gets the call before anything of it is refused.
 */
export async function actorOfClientToken(
  token: string,
  facts: RequestFacts,
  begin: (call: ClientCall) => void,
): Promise<Actor> {
  const {
    rows: [found],
  } = await sql<KnownClient & { granted: string[] }>`
    select ${selectClient(facts.ip)}, t.scopes as granted from app_client_tokens t join app_clients c on c.id = t.app_client_id join app_client_secrets s on s.id = t.secret_id
    where t.token_hash = ${secretHashOf(token)} and t.expires_at > now() and c.status = 'active' and ${LIVE_SECRET}`.execute(
    db,
  );
  if (!found || found.isOver) throw new Refusal('invalid-token', 401);
  const call: ClientCall = { id: found.id, limit: { points: found.requestsPerMinute, left: 0, seconds: 60 } };
  begin(call);
  const left = await consumePoint({ name: 'app-client', points: found.requestsPerMinute, seconds: 60 }, found.id);
  call.limit = { points: found.requestsPerMinute, left: left.points, seconds: left.seconds };
  if (!found.comesFromThere) throw new Refusal('address-not-allowed', 403);
  const owner = await actorOfPerson(found.ownerUserId);
  if (!owner) throw new Refusal('invalid-token', 401);
  if (owner.mustChangePassword || owner.mustSetUpSecondFactor) throw new Refusal('owner-not-ready', 403);
  return clientActor(found, owner, facts);
}

function clientActor(
  { id, clientId, name, scopes, granted, entityIds }: KnownClient & { granted: string[] },
  owner: Actor,
  facts: RequestFacts,
): Actor {
  const isNarrowed = entityIds.length > 0;
  const reachable = owner.allEntities ? entityIds : entityIds.filter((one) => owner.businessEntityIds.includes(one));
  return {
    ...owner,
    ...facts,
    type: 'app-client',
    fullName: name,
    client: { id, clientId },
    language: null,
    hasProvedIdentity: false,
    ability: new Ability(
      rightsWithinScopes(owner.ability.permissions, new Set(granted.filter((scope) => scopes.includes(scope)))),
    ),
    allEntities: owner.allEntities && !isNarrowed,
    businessEntityIds: isNarrowed ? reachable : owner.businessEntityIds,
  };
}
