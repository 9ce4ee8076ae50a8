/**
 * Removes what no record holds, and says what is missing. Safe while files are on their way: nothing younger than a day
 * is touched, and what the database refers to cannot be removed from it, whatever this file thinks.
 */
import { type RawBuilder, sql } from 'kysely';
import { Refusal } from '#lib/values/refusal.ts';
import { db, transaction } from '#lib/process/database/database.server.ts';
import { discardIncoming } from './file-incoming.server.ts';
import { lots, objectKey, ownerOfObject, unseenKey, variantKey } from './file-keys.ts';
import { declareJob } from '#lib/process/jobs/declared.server.ts';
import { log } from '#lib/process/config/log.server.ts';
import { objects } from './object-store.server.ts';
import type { StoredObject } from './object-store.ts';
import { PICTURE_SIZES } from './picture-sizes.ts';

const DAY_MS = 86_400_000;
/** What nobody has used is removed after a day, what a record has let go after a week. */
const UNCLAIMED_MS = DAY_MS;
const UNHELD_MS = 7 * DAY_MS;
/** Rows of one statement. */
const BATCH = 500;
/** Keys that the log names. */
const NAMED = 50;
/** Objects without a row that are removed without asking: more of them, and most of what is there, mean another garden's store. */
const STRAYS_BEYOND_DOUBT = 20;

export interface Sweep {
  /** Files that were never used, or that no record holds any more. */
  files: number;
  /** Objects of the store that no row knows. */
  strays: number;
  /** Such objects that stay, since they are most of the store. */
  doubted: number;
  /** Rows whose object is not in the store; they stay. */
  missing: number;
  /** What else was let go, by the name it was registered under. */
  [released: string]: number;
}

const releases = new Map<string, () => Promise<number>>();

/**
 * Called once by what may hold files of records that are gone, when its file is loaded (`lib/modules.server.ts`): each
 * sweep begins with it, and counts under its name what it has let go.
 */
export function registerRelease(name: string, release: () => Promise<number>): void {
  releases.set(name, release);
}

/** Under which names something lets files go before each sweep. */
export const releaseNames = (): string[] => [...releases.keys()];

/**
 * One round, for a nightly job; `now` in milliseconds. Answers what was removed and how much is missing; the log names
 * what is. Throws what `signal` says when it is raised; the next round does the rest.
 */
export async function sweepFiles(now = Date.now(), signal?: AbortSignal): Promise<Sweep> {
  const released: Record<string, number> = {};
  for (const [name, release] of releases) released[name] = await release();
  const files = await removeUnheld(now);
  await discardIncoming(DAY_MS);
  return { ...released, files, ...(await compareWithStore(now, signal)) };
}

/** The nightly round: missing content, and a store that seems to be another's, are a failed run. */
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

/** The row first: an object that is left behind when this process ends here is a stray of the next round. */
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
    ...(objects.direct ? [unseenKey(storageKey)] : []),
  ];
  for (const key of keys) await objects.remove(key);
}

/**
 * Whether anything holds a file: every foreign key on `files` there is, as the catalogue names them, and drafts of forms,
 * which name the files that wait in them.
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
 * Lot by lot, so that neither side is ever in memory as a whole. The rows are read first: every object has had its row
 * before it, and what is a day old would be among them.
 */
async function compareWithStore(
  now: number,
  signal: AbortSignal | undefined,
): Promise<Pick<Sweep, 'strays' | 'doubted' | 'missing'>> {
  const strays: string[] = [];
  const missing: string[] = [];
  let known = 0;
  for (const lot of lots) {
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
    strays: (doubted ? 0 : strays.length) + (await removeUnseen(now)),
    doubted: doubted ? strays.length : 0,
    missing: missing.length,
  };
}

/** The storage keys of a lot, whatever lies of them, and the objects that must be there: stored files and kept papers. */
async function knownIn(lot: string): Promise<{ owners: Set<string>; expected: Set<string> }> {
  const files = await db
    .selectFrom('files')
    .select(['storageKey', 'state'])
    .where(sql`substr(storage_key, 35, 1)`, '=', lot)
    .execute();
  const papers = await db
    .selectFrom('printVersions')
    .select('storageKey')
    .where('storageKey', 'like', `${lot}%`)
    .execute();
  const stored = files.filter(({ state }) => state === 'stored').map(({ storageKey }) => objectKey(storageKey));
  return {
    owners: new Set(files.map(({ storageKey }) => storageKey)),
    expected: new Set([...stored, ...papers.map(({ storageKey }) => `prints/${storageKey}`)]),
  };
}

const isOld = ({ changedAt }: StoredObject, now: number): boolean => changedAt.getTime() < now - DAY_MS;

/** Asked again for each: it may have come, or its row gone, since the lot was read. */
async function isMissing(key: string): Promise<boolean> {
  if (await objects.find(key)) return false;
  const owner = ownerOfObject(key);
  return (
    owner === undefined ||
    (await db.selectFrom('files').select('id').where('storageKey', '=', owner).executeTakeFirst()) !== undefined
  );
}

/** What browsers sent to a store themselves and no row knows any more: what a row knows may still wait in somebody's draft. */
async function removeUnseen(now: number): Promise<number> {
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
