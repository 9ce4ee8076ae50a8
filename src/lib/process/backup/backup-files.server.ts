import { existsSync } from 'node:fs';
import { readdir, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { config } from '#lib/process/config/config.server.ts';
import { StartRefused } from '#lib/process/config/start-refused.ts';
import { UNFINISHED } from './archive-writing.server.ts';

/** A backup in the backup folder. */
export interface BackupFile {
  name: string;
  path: string;
  bytes: number;
  /** ISO, from its name. */
  madeAt: string;
}

/** 'garden-20261122T093015Z.tar'. */
const NAME = /^garden-(\d{4})(\d{2})(\d{2})T(\d{2})(\d{2})(\d{2})Z\.tar$/;

/** The folder of the nightly backups, and of those made by the command without `--to`. */
export const backupFolder = (): string => join(config.dataDir, 'backups');

/** The path of a backup made at this moment. */
export function backupFile(at: Date): string {
  return join(backupFolder(), `garden-${at.toISOString().replaceAll(/[-:]|\.\d+/g, '')}.tar`);
}

/** A backup never overwrites a file. */
export function refuseExistingBackup(path: string): void {
  if (existsSync(path))
    throw new StartRefused(`There is a file ${path} already. Choose another name, or take it away.`);
}

/** The backups in the folder, newest first. */
async function listBackups(): Promise<BackupFile[]> {
  const names = (await namesInFolder())
    .filter((name) => NAME.test(name))
    .toSorted()
    .toReversed();
  return Promise.all(
    names.map(async (name) => {
      const path = join(backupFolder(), name);
      const [, year, month, day, hour, minute, second] = NAME.exec(name)!;
      return {
        name,
        path,
        bytes: (await stat(path)).size,
        madeAt: `${year}-${month}-${day}T${hour}:${minute}:${second}.000Z`,
      };
    }),
  );
}

/**
 * Removes all but the newest `keep`, and unfinished files of a process that was killed; returns how many backups were
 * removed.
 */
export async function deleteOldBackups(keep: number): Promise<number> {
  for (const name of await namesInFolder())
    if (UNFINISHED.test(name)) await rm(join(backupFolder(), name), { force: true });
  const old = (await listBackups()).slice(keep);
  for (const { path } of old) await rm(path, { force: true });
  return old.length;
}

async function namesInFolder(): Promise<string[]> {
  return readdir(backupFolder()).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return [];
    throw error;
  });
}
