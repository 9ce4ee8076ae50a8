import { accessSync, constants, existsSync, mkdirSync, statfsSync } from 'node:fs';
import { dirname, resolve } from 'node:path';
import { StartRefused } from '#lib/process/config/start-refused.ts';

/** File systems in which the kernel shows itself (statfs(2)): proc, sysfs, cgroup, cgroup2, debugfs. Nothing is stored there. */
const OF_THE_KERNEL = new Set([0x9fa0, 0x62656572, 0x27e0eb, 0x63677270, 0x64626720]);

/** Makes the data directory unless it is there. Throws StartRefused with what is wrong with the place, and what helps. */
export function makeDataFolder(dataDir: string, mode?: number): void {
  const base = nearest(resolve(dataDir));
  if (OF_THE_KERNEL.has(statfsSync(base).type))
    throw new StartRefused(
      `The data directory ${dataDir} is in a file system in which the kernel shows itself and nothing is stored. Set another DATA_DIR.`,
    );
  try {
    accessSync(base, constants.W_OK);
  } catch (error) {
    throw new StartRefused(unwritable(dataDir, base, error as NodeJS.ErrnoException));
  }
  try {
    mkdirSync(dataDir, { recursive: true, ...(mode !== undefined && { mode }) });
  } catch (error) {
    throw new StartRefused(`The data directory ${dataDir} cannot be made: ${(error as Error).message}.`);
  }
}

/** The place itself, or what is there of the way to it. */
function nearest(path: string): string {
  return existsSync(path) ? path : nearest(dirname(path));
}

function unwritable(dataDir: string, base: string, { code }: NodeJS.ErrnoException): string {
  if (code === 'EROFS')
    return `The data directory ${dataDir} is on a file system that can only be read. Mount it so that it can be written, or set another DATA_DIR.`;
  if (base === resolve(dataDir))
    return `The data directory ${dataDir} cannot be written by this user. Give it to yourself, or set another DATA_DIR.`;
  return `The data directory ${dataDir} cannot be made: ${base} cannot be written by this user. Make it yourself, or set another DATA_DIR.`;
}
