/**
 * Removes objects that no record uses, and reports missing ones. Safe while files are being uploaded: nothing younger
 * than a day is touched, and foreign keys protect whatever the database refers to.
 */
import { type RawBuilder, sql } from 'kysely';
import { Refusal } from '#lib/values/refusal.ts';
import { db, transaction } from '#lib/process/database/database.server.ts';
import { discardIncoming } from './file-incoming.server.ts';
import { partitions, objectKey, ownerOfObject, uncheckedKey, variantKey } from './file-keys.ts';
import { declareJob } from '#lib/process/jobs/declared.server.ts';
import { log } from '#lib/process/config/log.server.ts';
import { objects } from './object-store.server.ts';
import type { StoredObject } from './object-store.ts';
import { PICTURE_SIZES } from './picture-sizes.ts';

const DAY_MS = 86_400_000;
/** What was never used is removed after a day, what a record has released after a week. */
const UNCLAIMED_MS = DAY_MS;
const UNHELD_MS = 7 * DAY_MS;
/** Rows per statement. */
const BATCH = 500;
/** Keys listed in the log. */
const NAMED = 50;
/**
 * Objects without a row that are removed without confirmation: when there are more, and they are most of the store, it
 * is probably the store of another installation.
 */
const STRAYS_BEYOND_DOUBT = 20;

export interface Sweep {
  /** Files that were never used, or that no record uses any more. */
  files: number;
  /** Objects of the store without a row. */
  strays: number;
  /** Such objects that are left alone, because they are most of the store. */
  doubted: number;
  /** Rows whose object is not in the store; they are left alone. */
  missing: number;
  /** What else was released, by registered name. */
  [released: string]: number;
}

const releases = new Map<string, () => Promise<number>>();

/**
 * Called once, on loading, by what may hold files of deleted records (`lib/modules.server.ts`): each sweep begins with
 * it, and counts under its name what it has released.
 */
export function registerRelease(name: string, release: () => Promise<number>): void {
  releases.set(name, release);
}

/** The registered names of what releases files before each sweep. */
export const releaseNames = (): string[] => [...releases.keys()];

/**
 * One round, for a nightly job; `now` in milliseconds. Returns what was removed and how much is missing; the log lists
 * the missing keys. Throws the reason of `signal` when aborted; the next round continues.
 */
export async function sweepFiles(now = Date.now(), signal?: AbortSignal): Promise<Sweep> {
  const released: Record<string, number> = {};
  for (const [name, release] of releases) released[name] = await release();
  const files = await removeUnheld(now);
  await discardIncoming(DAY_MS);
  return { ...released, files, ...(await compareWithStore(now, signal)) };
}

/** The nightly round: missing content, or what seems to be the store of another installation, fails the run. */
async function sweep({ signal }: { signal: AbortSignal }): Promise<Record<string, number>> {
  const { missing, doubted, ...removed } = await sweepFiles(Date.now(), signal);
  if (doubted > 0) throw new Refusal('store-doubtful', 409, { params: { count: doubted } });
  if (missing > 0) throw new Refusal('files-missing', 409, { params: { count: missing } });
  return removed;
}

declareJob({ name: 'files-sweep', schedule: '30 3 * * *', run: sweep });

async function removeUnheld(now: number): Promise<number> {
  const held = await heldCondition();
  const at = (milliseconds: number) => new Date(milliseconds).toISOString();
  await sql`update files set unheld_since = null where unheld_since is not null and ${held}`.execute(db);
  await sql`update files set unheld_since = ${at(now)} where unheld_since is null and claimed_at is not null and not ${held}`.execute(
    db,
  );
  let count = 0;
  for (let removed = BATCH; removed === BATCH; count += removed)
    removed = await removeBatch(held, at(now - UNCLAIMED_MS), at(now - UNHELD_MS));
  return count;
}

/** The row first: if the process ends here, the object left behind is removed by the next round. */
async function removeBatch(held: RawBuilder<boolean>, unclaimedBefore: string, unheldBefore: string): Promise<number> {
  const gone = await transaction(async (tx) => {
    const { rows } = await sql<{ storageKey: string }>`
      delete from files where id in (
        select id from files where ((claimed_at is null and uploaded_at < ${unclaimedBefore}) or unheld_since < ${unheldBefore}) and not ${held}
        order by id limit ${BATCH} for update skip locked
      ) and (claimed_at is null or unheld_since < ${unheldBefore}) returning storage_key`.execute(tx);
    return rows;
  });
  for (const { storageKey } of gone) await removeObjects(storageKey);
  return gone.length;
}

async function removeObjects(storageKey: string): Promise<void> {
  const keys = [
    objectKey(storageKey),
    ...PICTURE_SIZES.map((size) => variantKey(storageKey, size)),
    ...(objects.direct ? [uncheckedKey(storageKey)] : []),
  ];
  for (const key of keys) await objects.remove(key);
}

/**
 * Whether anything refers to a file: every foreign key to `files` in the catalogue, and form drafts, which list the
 * files attached to them.
 */
async function heldCondition(): Promise<RawBuilder<boolean>> {
  const { rows } = await sql<{ holder: string; column: string; target: string }>`
    select r.relname as holder, h.attname as column, t.attname as target
    from pg_constraint c
    join pg_class r on r.oid = c.conrelid
    join pg_attribute h on h.attrelid = c.conrelid and h.attnum = c.conkey[1]
    join pg_attribute t on t.attrelid = c.confrelid and t.attnum = c.confkey[1]
    where c.contype = 'f' and c.confrelid = 'files'::regclass and c.conrelid <> c.confrelid`.execute(db);
  const referred = rows.map(
    ({ holder, column, target }) =>
      sql`exists (select 1 from ${sql.table(holder)} h where h.${sql.ref(column)} = files.${sql.ref(target)})`,
  );
  const drafted = sql`exists (select 1 from drafts d where d.user_id = files.uploaded_by and position(files.storage_key in d.data::text) > 0)`;
  return sql<boolean>`(${sql.join([...referred, drafted], sql` or `)})`;
}

/**
 * Partition by partition, so that neither side is ever in memory as a whole. The rows are read first: every object had
 * its row before it, so the row of anything a day old is among them.
 */
async function compareWithStore(
  now: number,
  signal: AbortSignal | undefined,
): Promise<Pick<Sweep, 'strays' | 'doubted' | 'missing'>> {
  const strays: string[] = [];
  const missing: string[] = [];
  let known = 0;
  for (const lot of partitions) {
    signal?.throwIfAborted();
    const { owners, expected } = await knownIn(lot);
    for (const place of [`files/${lot}`, `variants/${lot}`, `prints/${lot}`]) {
      for await (const object of objects.list(place)) {
        const isKnown = expected.delete(object.key) || owners.has(ownerOfObject(object.key) ?? '');
        if (isKnown) known += 1;
        else if (isOld(object, now)) strays.push(object.key);
      }
    }
    for (const key of expected) if (await isMissing(key)) missing.push(key);
  }
  if (missing.length > 0)
    log.error({ count: missing.length, keys: missing.slice(0, NAMED) }, 'stored files are not in the store');
  const doubted = strays.length > STRAYS_BEYOND_DOUBT && strays.length > known;
  if (doubted)
    log.error(
      { strays: strays.length, known, keys: strays.slice(0, NAMED) },
      'most of the store belongs to no file: none of it was removed',
    );
  else for (const key of strays) await objects.remove(key);
  return {
    strays: (doubted ? 0 : strays.length) + (await removeUnchecked(now)),
    doubted: doubted ? strays.length : 0,
    missing: missing.length,
  };
}

/**
 * The storage keys of a partition, whatever their state, and the objects that must exist: those of stored files and
 * stored prints.
 */
async function knownIn(lot: string): Promise<{ owners: Set<string>; expected: Set<string> }> {
  const files = await db
    .selectFrom('files')
    .select(['storageKey', 'state'])
    .where(sql`substr(storage_key, 35, 1)`, '=', lot)
    .execute();
  const prints = await db
    .selectFrom('printVersions')
    .select('storageKey')
    .where('storageKey', 'like', `${lot}%`)
    .execute();
  const stored = files.filter(({ state }) => state === 'stored').map(({ storageKey }) => objectKey(storageKey));
  return {
    owners: new Set(files.map(({ storageKey }) => storageKey)),
    expected: new Set([...stored, ...prints.map(({ storageKey }) => `prints/${storageKey}`)]),
  };
}

const isOld = ({ changedAt }: StoredObject, now: number): boolean => changedAt.getTime() < now - DAY_MS;

/** Checked again for each: it may have arrived, or its row gone, since the partition was read. */
async function isMissing(key: string): Promise<boolean> {
  if (await objects.find(key)) return false;
  const owner = ownerOfObject(key);
  return (
    owner === undefined ||
    (await db.selectFrom('files').select('id').where('storageKey', '=', owner).executeTakeFirst()) !== undefined
  );
}

/** Direct uploads to the store without a row: those with a row may still be used by a draft. */
async function removeUnchecked(now: number): Promise<number> {
  if (!objects.direct) return 0;
  let count = 0;
  for await (const object of objects.list('incoming/')) {
    const owner = ownerOfObject(object.key) ?? '';
    const row = isOld(object, now)
      ? await db.selectFrom('files').select('state').where('storageKey', '=', owner).executeTakeFirst()
      : undefined;
    if (!isOld(object, now) || row?.state === 'pending') continue;
    await objects.remove(object.key);
    count += 1;
  }
  return count;
}
