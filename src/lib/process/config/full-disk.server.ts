import { statfs } from 'node:fs/promises';
import { config } from './config.server.ts';
import { log } from './log.server.ts';

/** Bytes that must be free where the app writes, for it to be ready: a segment of the database's own log. */
const NEEDED_BYTES = 16 * 1024 * 1024;
/** Milliseconds for which a full disk that somebody met counts: that of a database elsewhere cannot be looked at. */
const NOTICED_MS = 10_000;
/** Milliseconds after which a full disk is said again. */
const AGAIN_MS = 60_000;
const CODES = new Set(['ENOSPC', 'EDQUOT', '53100']);
const WORDS = /No space left on device|Disk quota exceeded/;
const PLACE = Symbol.for('app.full-disk');

/** The built pages and the server around them have modules of their own, in one process: both notice here. */
const noticed: { at: number; saidAt: number } = ((globalThis as { [PLACE]?: { at: number; saidAt: number } })[PLACE] ??=
  { at: -Infinity, saidAt: -Infinity });

/** Whether this is said of a full disk, by the system or by the database (53100). */
export function isDiskFull(error: unknown): boolean {
  const { code = '', message = '' } = (error ?? {}) as { code?: unknown; message?: unknown };
  return CODES.has(String(code)) || WORDS.test(String(message));
}

/** Remembers that something could not be written, and logs it once a minute, however many requests meet it. */
export function noteFullDisk(error: unknown): void {
  noticed.at = Date.now();
  if (noticed.at - noticed.saidAt < AGAIN_MS) return;
  noticed.saidAt = noticed.at;
  log.error({ err: error }, 'the disk is full: nothing can be saved until there is room on it');
}

/** Whether there is room to write: nobody has met a full disk just now, and that of DATA_DIR has some left. */
export async function hasRoom(): Promise<boolean> {
  return Date.now() - noticed.at > NOTICED_MS && (await freeBytes()) >= NEEDED_BYTES;
}

/** Bytes that are free where DATA_DIR is. */
export async function freeBytes(): Promise<number> {
  const { bavail, bsize } = await statfs(config.dataDir);
  return bavail * bsize;
}
