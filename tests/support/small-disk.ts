import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

export interface SmallDisk {
  folder: string;
  /** Takes all the room that is left; the returned function gives it back. */
  fill(): () => void;
  makeReadOnly(): void;
  remove(): void;
}

/** A file system of its own with so many megabytes; undefined where this user may not mount one. */
export function smallDisk(megabytes: number): SmallDisk | undefined {
  const folder = mkdtempSync(join(tmpdir(), 'garden-small-'));
  const mounted = spawnSync('mount', ['-t', 'tmpfs', '-o', `size=${megabytes}m,mode=711`, 'tmpfs', folder]);
  if (mounted.status !== 0) {
    rmSync(folder, { recursive: true });
    return undefined;
  }
  const filling = join(folder, 'filling');
  return {
    folder,
    fill() {
      const block = Buffer.alloc(4096);
      const most = Buffer.alloc(1024 * 1024);
      for (const part of [most, block])
        try {
          for (;;) writeFileSync(filling, part, { flag: 'a' });
        } catch (error) {
          if ((error as NodeJS.ErrnoException).code !== 'ENOSPC') throw error;
        }
      return () => rmSync(filling, { force: true });
    },
    makeReadOnly: () => void spawnSync('mount', ['-o', 'remount,ro', folder]),
    remove() {
      spawnSync('umount', ['-l', folder]);
      rmSync(folder, { recursive: true, force: true });
    },
  };
}
