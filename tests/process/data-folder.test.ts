import { chmodSync, existsSync, mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { makeDataFolder } from '#lib/process/config/data-folder.server.ts';
import { smallDisk } from '#tests/support/small-disk.ts';

const home = mkdtempSync(join(tmpdir(), 'garden-folder-'));
afterAll(() => rmSync(home, { recursive: true, force: true }));

test('a data directory is made with its parents, and one that is there is taken as it is', () => {
  const folder = join(home, 'a', 'b');
  makeDataFolder(folder, 0o700);
  expect(statSync(folder).mode & 0o777).toBe(0o700);
  makeDataFolder(folder, 0o711);
  expect(statSync(folder).mode & 0o777).toBe(0o700);
});

test('a place of the kernel is refused at once, with a sentence', () => {
  for (const place of ['/proc/garden', '/proc/self/deep/er', '/sys/garden'])
    expect(() => makeDataFolder(place)).toThrow(/the kernel shows itself and nothing is stored\. Set another DATA_DIR/);
});

test('a file system that can only be read, or a folder of somebody else, is named as that', () => {
  const disk = smallDisk(1);
  if (disk) {
    try {
      disk.makeReadOnly();
      for (const place of [disk.folder, join(disk.folder, 'data')])
        expect(() => makeDataFolder(place)).toThrow(/is on a file system that can only be read\. Mount it/);
    } finally {
      disk.remove();
    }
  }
  // Root may write anywhere: then there is no folder of somebody else.
  const foreign = join(home, 'foreign');
  makeDataFolder(foreign);
  chmodSync(foreign, 0o500);
  if (process.getuid?.() === 0) return expect(() => makeDataFolder(join(foreign, 'data'))).not.toThrow();
  expect(() => makeDataFolder(foreign)).toThrow(/cannot be written by this user\. Give it to yourself/);
  expect(() => makeDataFolder(join(foreign, 'data'))).toThrow(/foreign cannot be written by this user/);
});

test('a file in the way is named', () => {
  writeFileSync(join(home, 'file'), '');
  expect(() => makeDataFolder(join(home, 'file', 'data'))).toThrow(/cannot be made/);
  expect(existsSync(join(home, 'file'))).toBe(true);
});
