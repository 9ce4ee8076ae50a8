import { execFile } from 'node:child_process';
import { cpSync, mkdtempSync, readFileSync, readdirSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, expect, test } from 'vitest';

/**
 * A newcomer writes three kinds of record into a copy of the project, translates the words that the command names, and
 * touches nothing else. The copy must pass its types, the tests that were written and the conformance tests that walk
 * over all records: they migrate, create, read, import, comment and attach.
 */
const LEFT_OUT = ['node_modules', '.git', '.astro', 'dist', 'data', 'docs', 'public', 'test-results'];
const ASKED = [
  [
    'inventory',
    'store-shelf',
    '--subject',
    'InventoryStore',
    'code:text:20',
    'name:text:100',
    'material:choice:steel,wood',
    'note:long-text:500?',
    'storeKeeperId:reference:user',
    'feeCents:money',
    'rate:percent',
    'builtOn:date',
    'load:quantity',
    'lockable:boolean',
  ],
  ['inventory', 'storage-place', '--tree', 'name:text:60', 'storeShelfId:reference:store-shelf?'],
  ['customers', 'gate-key', '--plain', 'label:text:9', 'storagePlaceId:reference:storage-place'],
];
const CONFORMANCE = ['access', 'addresses', 'editable', 'entities', 'imports', 'locales', 'search'];

let root: string;
const said: string[] = [];
/** The program in the copy, as from a shell of its own: nothing of the running test reaches it. */
const run = (...argv: string[]) =>
  promisify(execFile)(process.execPath, argv, {
    cwd: root,
    env: { PATH: process.env['PATH'], HOME: process.env['HOME'] },
    maxBuffer: 1e8,
  }).then(
    ({ stdout }) => ({ ok: true, text: stdout }),
    ({ stdout, stderr }: { stdout: string; stderr: string }) => ({ ok: false, text: stdout + stderr }),
  );

beforeAll(async () => {
  root = mkdtempSync(join(tmpdir(), 'new-entity-in-use-'));
  for (const name of readdirSync('.').filter((one) => !LEFT_OUT.includes(one)))
    cpSync(name, join(root, name), { recursive: true });
  symlinkSync(resolve('node_modules'), join(root, 'node_modules'));
  for (const argv of ASKED) {
    const { ok, text } = await run('scripts/new-entity.ts', ...argv);
    expect(ok, text).toBe(true);
    said.push(text);
  }
  for (const text of said) translate(text);
}, 60_000);
afterAll(() => rmSync(root, { recursive: true, force: true }));

/** Every sentence that the command lists as standing in English: 'inventory.json  storeShelf.one  Store shelf'. */
function translate(text: string): void {
  for (const [, file, key, sentence] of text.matchAll(/^ {2}(\w+\.json) {2}([\w.-]+) {2}(.*)$/gm)) {
    for (const language of ['de', 'fr', 'pt']) {
      const path = join(root, 'locales', language, file!);
      const words = JSON.parse(readFileSync(path, 'utf8')) as Record<string, any>;
      const parts = key!.split('.');
      const parent = parts.slice(0, -1).reduce((node, part) => node[part], words);
      expect(parent[parts.at(-1)!]).toBeTypeOf('string');
      parent[parts.at(-1)!] = `«${sentence}» ${language}`;
      writeFileSync(path, `${JSON.stringify(words, null, 2)}\n`);
    }
  }
}

test('has sound types', { timeout: 240_000 }, async () => {
  const { ok, text } = await run('node_modules/typescript/bin/tsc', '--noEmit', '-p', '.');
  expect(ok, text).toBe(true);
});

test('works, and passes what is asked of every record', { timeout: 480_000 }, async () => {
  const before = readFileSync(join(root, 'tests/conformance/access.snapshot.txt'), 'utf8').split('\n');
  const asked = [
    ...CONFORMANCE.map((name) => `tests/conformance/${name}.test.ts`),
    'tests/inventory',
    'tests/customers',
  ];
  const { ok, text } = await run(
    'node_modules/vitest/vitest.mjs',
    'run',
    ...asked,
    'tests/interface/menu.test.ts',
    '--maxWorkers=1',
    '--update=all',
  );
  expect(ok, text.slice(-10_000)).toBe(true);
  for (const name of ['store-shelf', 'storage-place', 'gate-key']) expect(text).toContain(`${name}.test.ts`);
  const after = readFileSync(join(root, 'tests/conformance/access.snapshot.txt'), 'utf8').split('\n');
  expect(before.filter((line) => !after.includes(line))).toEqual([]);
  expect(after).toContain('/inventory/storage-places/:id/show  staff  StoragePlace: show | update');
  expect(after).toContain('POST /api/customers/gate-keys  GateKey: create');
});
