import { sql } from 'kysely';
import type { Actor } from '#lib/values/actor.ts';
import { requireStepUp } from '#lib/access/session/step-up.server.ts';
import { newToken } from '#lib/access/tokens/secret-token.ts';
import { Refusal, notAuthorized } from '#lib/values/refusal.ts';
import { store } from '#lib/records/store.server.ts';
import type { ShownVersion } from '#lib/records/version.server.ts';
import type { ReadRow } from '#lib/records/store-reading.server.ts';
import { db, transaction, type Db, type Tx } from '#lib/process/database/database.server.ts';
import { registerRecord } from '#lib/records/record-kinds.server.ts';
import { checkClient, refuseMoreThanOwn } from './checks.server.ts';
import { addSecret, newSecret } from './secrets.server.ts';
import { appClient, type AppClient } from './app-client.ts';

interface ClientNetwork {
  network: string;
  /** What it stands for: 'Payroll server'. */
  note: string | null;
}

declare module '#lib/process/database/database.server.ts' {
  interface Database {
    appClients: AppClient;
    appClientBusinessEntities: { appClientId: string; businessEntityId: string };
    appClientNetworks: ClientNetwork & { appClientId: string; position: number };
  }
}

export const appClients = store(appClient, {
  rights: {
    list: ['read'],
    show: ['read', 'update'],
    create: ['create'],
    update: ['update'],
    acts: { suspend: ['update'], resume: ['update'], revoke: ['revoke'] },
  },
  lists: (id, reader) => listsOf(reader, id),
});

registerRecord({
  of: appClient,
  reaches: (actor, id) => appClients.reaches(actor, id),
  mayAttach: (actor, id) => appClients.reaches(actor, id, ['update']),
  path: (id) => `${appClient.path}/${id}/show`,
});

export type AppClientRecord = ReadRow<typeof appClient> & Lists;

interface Lists {
  businessEntityIds: string[];
  networks: ClientNetwork[];
}

/** A client with the companies and networks it is limited to. */
export async function getAppClient(actor: Actor, id: string): Promise<AppClientRecord> {
  return { ...(await appClients.get(actor, id)), ...(await listsOf(db, id)) };
}

/**
 * Creates a client with its first secret, which is returned only here. It can get no more rights than both its owner
 * and its creator have. Requires a recent identity proof.
 */
export async function createAppClient(actor: Actor, input: unknown): Promise<AppClient & { secret: string }> {
  if (!actor.ability.can('AppClient', 'create')) throw notAuthorized();
  requireStepUp(actor);
  const { secret, ...kept } = await newSecret();
  return transaction(async (tx) => {
    const made = await appClients.create(
      actor,
      input,
      async (entered) => {
        await checkClient(actor, entered, null);
        return { clientId: `app_${newToken().replaceAll(/[_-]/g, '').slice(0, 24)}` };
      },
      {
        tx,
        after: async (row, own) => {
          await writeLists(row, own);
          await addSecret(own, actor, row.id, kept);
        },
      },
    );
    return { ...made, secret };
  });
}

/**
 * What making a client answers with. The same request again finds the client, but no secret, since none is stored: 409
 * `secret-shown-before`, with the client's ids.
 */
export function withSecret<C extends AppClient>(made: C & { secret?: string }): C & { secret: string } {
  const { id, clientId, name, secret } = made;
  if (secret === undefined)
    throw new Refusal('secret-shown-before', 409, { params: { name, clientId }, more: { id, clientId } });
  return { ...made, secret };
}

/** The fields that determine a client's reach, and where it may connect from. */
const REACH = ['ownerUserId', 'scopes', 'businessEntityIds', 'networks'] as const;

/** Whether a client may be used from more places, more often or for longer than before. */
function opensWider(before: AppClient & Lists, after: AppClient & Lists): boolean {
  const known = new Set(before.networks.map(({ network }) => network));
  const moreNetworks =
    known.size > 0 && (after.networks.length === 0 || after.networks.some(({ network }) => !known.has(network)));
  const later = before.expiresOn !== null && (after.expiresOn === null || after.expiresOn > before.expiresOn);
  const more = (['requestsPerMinute', 'tokenMinutes'] as const).some((limit) => after[limit] > before[limit]);
  return moreNetworks || later || more;
}

/**
 * Updates a client; its rights change with its very next call. Requires a recent identity proof when the reach changes;
 * its limits are widened only by whoever holds its scopes (403 `scopes-not-yours`).
 */
export async function updateAppClient(actor: Actor, seen: ShownVersion, input: unknown): Promise<AppClient> {
  const sent = (input ?? {}) as Partial<AppClient & Lists>;
  return appClients.update(
    actor,
    seen,
    input,
    async (after, tx, before) => {
      const lists = await listsOf(tx, seen.id);
      const known = { ...before, ...lists };
      if (REACH.some((name) => name in sent && JSON.stringify(sent[name]) !== JSON.stringify(known[name])))
        requireStepUp(actor);
      const changed = { ...lists, ...after };
      await checkClient(actor, changed, known);
      if (opensWider(known, changed)) await refuseMoreThanOwn(actor, known);
    },
    { after: writeLists },
  );
}

/** Suspends a client: its tokens are rejected, and it gets no new ones. */
export const suspendAppClient = (actor: Actor, seen: ShownVersion): Promise<AppClient> =>
  appClients.transition(actor, 'suspend', seen);

export const resumeAppClient = (actor: Actor, seen: ShownVersion): Promise<AppClient> =>
  appClients.transition(actor, 'resume', seen);

/** Revokes a client permanently, with all its secrets. */
export async function revokeAppClient(actor: Actor, seen: ShownVersion): Promise<AppClient> {
  return appClients.transition(actor, 'revoke', seen, async ({ id }, tx) => {
    await sql`update app_client_secrets set revoked_at = now() where app_client_id = ${id} and revoked_at is null`.execute(
      tx,
    );
  });
}

/** The companies and networks of a client. The caller has checked that the reader may open it. */
export async function listsOf(reader: Db, id: string): Promise<Lists> {
  const { rows } = await sql<Lists>`select
    coalesce((select jsonb_agg(business_entity_id order by business_entity_id) from app_client_business_entities where app_client_id = ${id}), '[]') as business_entity_ids,
    coalesce((select jsonb_agg(jsonb_build_object('network', abbrev(network::inet), 'note', note) order by position) from app_client_networks where app_client_id = ${id}), '[]') as networks`.execute(
    reader,
  );
  return rows[0]!;
}

/** Writes the lists that were sent; one left out stays unchanged. */
async function writeLists({ id, businessEntityIds, networks }: { id: string } & Partial<Lists>, tx: Tx): Promise<void> {
  if (businessEntityIds) {
    await sql`delete from app_client_business_entities where app_client_id = ${id}`.execute(tx);
    await sql`insert into app_client_business_entities select ${id}, one from unnest(${[...new Set(businessEntityIds)]}::uuid[]) one`.execute(
      tx,
    );
  }
  if (networks) {
    await sql`delete from app_client_networks where app_client_id = ${id}`.execute(tx);
    await sql`insert into app_client_networks (app_client_id, position, network, note)
      select ${id}, position - 1, network(one::inet), note from unnest(${networks.map(({ network }) => network)}::text[], ${networks.map(({ note }) => note)}::text[]) with ordinality as named (one, note, position)`.execute(
      tx,
    );
  }
}
