import { createHash } from 'node:crypto';
import { sql } from 'kysely';
import { personId, type Actor, type MadeOnce } from '#lib/values/actor.ts';
import { Refusal } from '#lib/values/refusal.ts';
import { db, type Tx } from '#lib/process/database/database.server.ts';
import { recordTables } from '#lib/process/database/table.ts';
import { declareJob } from '#lib/process/jobs/declared.server.ts';
import type { AnyEntity } from './entity.ts';
import { notDeleted } from './columns.server.ts';
import { storeOf } from './stores.server.ts';

declare module '#lib/process/database/database.server.ts' {
  interface Database {
    idempotencyKeys: {
      userId: string;
      appClientId: string | null;
      resource: string;
      key: string;
      fingerprint: string;
      madeId: string;
      createdAt: string;
    };
  }
}

/** Hours in which a key is known; a post that comes again comes sooner. */
const KEPT_HOURS = 24;

/**
 * What is made once: the kind of record, the key that was sent (none: whatever is posted is made), all that was posted.
 */
export interface Once {
  of: AnyEntity;
  key: string | null;
  content: object;
}

/**
 * Makes a record once for a key of the actor (IETF draft "The Idempotency-Key HTTP Header Field"): the same post again
 * is answered by the record that stands already, and one that comes at the same moment waits for the first. A refusal
 * uses up no key. 422 `idempotency-key-reused` when other values were posted with it, or what it made has been deleted;
 * 409 `idempotency-key-in-use` when the first took longer than one waits.
 */
export async function makeOnce<R>(actor: Actor, once: Once, make: (actor: Actor) => Promise<R>): Promise<R> {
  const { of, key, content } = once;
  if (key === null || personId(actor) === null) return make(actor);
  const making: MadeOnce = { resource: of.name, key, fingerprint: fingerprintOf(content) };
  const before = await madeWith<R>(actor, of, making);
  if (before) return before;
  try {
    return await make({ ...actor, making });
  } catch (error) {
    // Somebody was faster with the same key: whatever stood in the way then is what that one has made.
    const meanwhile = await madeWith<R>(actor, of, making);
    if (meanwhile) return meanwhile;
    throw error;
  }
}

/**
 * Takes the actor's key for the record that is being made, first in its transaction: another with the same key waits
 * here until this one has ended. Does nothing where no key was sent, or one for another kind of record, nor for further
 * records of the kind in the same transaction: the first stands for all of them.
 */
export async function takeKey(tx: Tx, actor: Actor, { name }: Pick<AnyEntity, 'name'>, madeId: string): Promise<void> {
  const { making } = actor;
  if (making?.resource !== name || holders.has(tx)) return;
  await sql`select set_config('lock_timeout', ${`${WAIT_MS}`}, true)`.execute(tx);
  const taken = await sql`
    insert into idempotency_keys (user_id, app_client_id, resource, key, fingerprint, made_id)
    values (${personId(actor)}, ${actor.client?.id ?? null}, ${name}, ${making.key}, ${making.fingerprint}, ${madeId})
    on conflict on constraint idempotency_keys_once do nothing`
    .execute(tx)
    .catch((error: unknown) => {
      throw (error as { code?: string }).code === LOCK_WAITED_TOO_LONG ? inUse() : error;
    });
  if (Number(taken.numAffectedRows) === 0) throw inUse();
  await sql`set local lock_timeout to default`.execute(tx);
  holders.add(tx);
}

const holders = new WeakSet<Tx>();
/** How long the same request waits for the one before it: the connection it holds meanwhile is needed by others. */
const WAIT_MS = 3_000;
const LOCK_WAITED_TOO_LONG = '55P03';
const inUse = () => new Refusal('idempotency-key-in-use', 409);

/** The record that the key has made; null for a key that is new. */
async function madeWith<R>(actor: Actor, of: AnyEntity, { key, fingerprint }: MadeOnce): Promise<R | null> {
  const known = await db
    .selectFrom('idempotencyKeys')
    .select(['madeId', 'fingerprint'])
    .where('userId', '=', personId(actor)!)
    .where('appClientId', 'is not distinct from', actor.client?.id ?? null)
    .where('resource', '=', of.name)
    .where('key', '=', key)
    .executeTakeFirst();
  if (!known) return null;
  const record = await recordMade(actor, of, known.madeId);
  if (!record || known.fingerprint !== fingerprint) throw new Refusal('idempotency-key-reused', 422);
  return record as R;
}

/** The current record, as far as its creator still reaches it. */
async function recordMade(actor: Actor, of: AnyEntity, id: string): Promise<Record<string, unknown> | null> {
  const made = storeOf(of.name);
  if (made) {
    const { list, show, create = [], update = [] } = made.options.rights;
    if (!(await made.reaches(actor, id, [...list, ...show, ...create, ...update]))) return null;
  }
  const found = await recordTables(db)
    .selectFrom(of.table)
    .selectAll()
    .where('id', '=', id)
    .where(notDeleted(of))
    .executeTakeFirst();
  const { search: _, ...record } = (found ?? {}) as Record<string, unknown>;
  return found ? record : null;
}

/** One text for one content, in whatever order its names came. */
function fingerprintOf(content: object): string {
  const text = JSON.stringify(content, (_, value: unknown) =>
    typeof value === 'object' && value !== null && !Array.isArray(value)
      ? Object.fromEntries(Object.entries(value).toSorted(([a], [b]) => (a < b ? -1 : 1)))
      : value,
  );
  return createHash('sha256').update(text).digest('hex');
}

/** Deletes keys after a day; returns how many. */
async function forgetKeys(): Promise<{ keys: number }> {
  const { numAffectedRows } = await sql`
    delete from idempotency_keys where created_at < now() - ${KEPT_HOURS}::int * interval '1 hour'`.execute(db);
  return { keys: Number(numAffectedRows ?? 0) };
}

declareJob({ name: 'idempotency-keys', schedule: '20 3 * * *', run: forgetKeys });
