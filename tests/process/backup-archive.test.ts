import { createHash } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { afterAll, expect, test } from 'vitest';
import { verifyArchive } from '#lib/process/backup/archive-reading.server.ts';
import { writeArchive } from '#lib/process/backup/archive-writing.server.ts';
import { MANIFEST, MANIFEST_HASH, OBJECT_LIST, objectLine, OBJECTS } from '#lib/process/backup/manifest.ts';

// Somebody else's archive, in which every hash is right.
const home = mkdtempSync(join(tmpdir(), 'garden-archive-'));
afterAll(() => rmSync(home, { recursive: true, force: true }));

const sha256 = (text: string) => createHash('sha256').update(text).digest('hex');
let count = 0;

async function archiveWith(key: string): Promise<string> {
  const target = join(home, `${(count += 1)}.tar`);
  const archive = writeArchive(target);
  const content = 'lilies';
  const list = objectLine(sha256(content), key);
  await archive.addSized(`${OBJECTS}${key}`, Readable.from([Buffer.from(content)]), content.length);
  await archive.addText(OBJECT_LIST, list);
  const manifest = JSON.stringify({
    format: 1,
    madeAt: '2026-11-22T01:00:00.000Z',
    version: '0',
    migrations: [],
    tables: [],
    sequences: [],
    objects: { count: 1, bytes: content.length, sha256: sha256(list) },
    secret: { isIncluded: false, fingerprint: '' },
    mark: null,
  });
  await archive.addText(MANIFEST, manifest);
  await archive.addText(MANIFEST_HASH, `${sha256(manifest)}  ${MANIFEST}\n`);
  await archive.finish();
  return target;
}

test('an archive puts its files where stored files lie, and nowhere else on the disk', async () => {
  expect(
    (await verifyArchive(await archiveWith('files/ab/01900000-0000-7000-8000-0000000000ab.jpg'))).objects.count,
  ).toBe(1);
  for (const key of [
    '../evil',
    'files/../../evil',
    'files/ab/../../../evil',
    '/etc/evil',
    'files//etc/evil',
    'secret',
    'incoming/evil',
    'files/./evil',
    'files/..',
  ]) {
    await expect(verifyArchive(await archiveWith(key)), key).rejects.toThrow('no place in the store');
  }
});
