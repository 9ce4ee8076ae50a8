import { randomUUID } from 'node:crypto';
import { linkSync, readFileSync, renameSync, rmSync, statSync, utimesSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { sleep, processNamespace, processStart, waitUntil } from '#lib/process/config/processes.server.ts';
import { StartRefused } from '#lib/process/config/start-refused.ts';

/** The process that runs on a data directory, from its file `running.json`. */
export interface DataDirectoryOwner {
  pid: number;
  start: string;
  space: string;
  /** Where it can be reached: 'http://localhost:4321', or the name of the command. */
  address: string;
  /** It was asked to stop and is stopping. */
  ending?: boolean;
}

/** How the process on a data directory releases it. */
export interface DataDirectoryHold {
  /** From now on a second start waits instead of being refused. */
  announceEnd(): void;
  release(): void;
}

const BEAT_MS = 2_000;
/** A process of another container counts as dead after this long without a heartbeat. */
const SILENCE_MS = 3 * BEAT_MS;
/** Longer than the app takes to stop: requests under way, then the database. */
const ENDING_MS = 30_000;

/**
 * Makes this process the only one on `dataDir`. Throws StartRefused naming the process that is already running there;
 * waits for one that is stopping, and replaces one that was killed.
 */
export async function ownDataDirectory(dataDir: string, address: string): Promise<DataDirectoryHold> {
  const file = join(dataDir, 'running.json');
  const draft = `${file}.${randomUUID()}`;
  const own: DataDirectoryOwner = {
    pid: process.pid,
    start: processStart(process.pid) ?? '',
    space: processNamespace(),
    address,
  };
  writeFileSync(draft, `${JSON.stringify(own)}\n`);
  try {
    while (!linked(draft, file)) {
      const other = read(file);
      if (other?.ending) await waitUntil(ENDING_MS, async () => !(await holds(other, file)));
      if (other && (await holds(other, file))) throw new StartRefused(alreadyRunning(dataDir, other));
      discard(file, other);
    }
  } finally {
    rmSync(draft, { force: true });
  }

  const beat = setInterval(() => signOfLife(file), BEAT_MS);
  beat.unref();
  return {
    announceEnd() {
      if (!sameOwner(read(file), own)) return;
      try {
        writeFileSync(draft, `${JSON.stringify({ ...own, ending: true })}\n`);
        renameSync(draft, file);
      } catch {
        // On a full disk: the next start is refused instead of waiting, and this one ends all the same.
        rmSync(draft, { force: true });
      }
    },
    release() {
      clearInterval(beat);
      if (sameOwner(read(file), own)) rmSync(file, { force: true });
    },
  };
}

/** The process that runs on `dataDir` at this moment, if any. */
export async function ownerOf(dataDir: string): Promise<DataDirectoryOwner | undefined> {
  const file = join(dataDir, 'running.json');
  const owner = read(file);
  return owner && (await holds(owner, file)) ? owner : undefined;
}

/** The message, in English for the terminal, that refuses a second start. */
export function alreadyRunning(dataDir: string, { pid, address }: Pick<DataDirectoryOwner, 'pid' | 'address'>): string {
  return (
    `The app is already running on the data directory ${dataDir}: ${address}, process ${pid}. ` +
    'Stop that one first, or give this one another DATA_DIR.'
  );
}

/** Creating a hard link fails where a file exists, so of two starts exactly one succeeds. */
function linked(draft: string, file: string): boolean {
  try {
    linkSync(draft, file);
    return true;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EEXIST') return false;
    throw error;
  }
}

function read(file: string): DataDirectoryOwner | undefined {
  try {
    return JSON.parse(readFileSync(file, 'utf8')) as DataDirectoryOwner;
  } catch {
    return undefined;
  }
}

/** Fails when the folder was removed under the running app, which its database will report better. */
function signOfLife(file: string): void {
  try {
    utimesSync(file, new Date(), new Date());
  } catch {}
}

async function holds(owner: DataDirectoryOwner, file: string): Promise<boolean> {
  if (!sameOwner(read(file), owner)) return false;
  if (owner.space === processNamespace()) return processStart(owner.pid) === owner.start;
  const seen = lastBeat(file);
  if (Date.now() - seen > SILENCE_MS) return false;
  await sleep(SILENCE_MS);
  return lastBeat(file) > seen;
}

function lastBeat(file: string): number {
  return statSync(file, { throwIfNoEntry: false })?.mtimeMs ?? 0;
}

/** Moves the file of a dead process away; if a third start replaced it meanwhile, puts that one's file back. */
function discard(file: string, dead: DataDirectoryOwner | undefined): void {
  const away = `${file}.${randomUUID()}`;
  try {
    renameSync(file, away);
    const moved = read(away);
    if (moved && !(dead && sameOwner(moved, dead))) linked(away, file);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error;
  } finally {
    rmSync(away, { force: true });
  }
}

function sameOwner(one: DataDirectoryOwner | undefined, other: DataDirectoryOwner): boolean {
  return one?.pid === other.pid && one.start === other.start && one.space === other.space;
}
