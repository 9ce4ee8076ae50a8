import { execFile } from 'node:child_process';
import { cpSync, globSync, mkdtempSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { makeEntity } from '#scripts/new-entity/make.ts';
import { documentsIn, ownFiles, ownLines, sharedBy } from '#tests/support/likeness.ts';

// A newcomer has a document written into a copy of the project: it runs at once, and repeats none of the others.
const RETURN = [
  '--document',
  'purchasing',
  'goods-return',
  '--doc-type',
  'GR',
  'title:text:150',
  'reason:long-text:500?',
];
const MORE = ['kind:choice:faulty,surplus', 'addressId:reference:address?', '--line', 'batch:text:40?'];
const COPIED = ['src', 'db', 'locales', 'scripts', 'tests', 'public', 'docs', 'package.json', 'tsconfig.json'];
const STYLE = ['astro.config.mjs', 'vitest.config.ts', '.prettierrc.json'];

const run = promisify(execFile);
let root: string;

beforeAll(async () => {
  root = mkdtempSync(join(tmpdir(), 'new-document-'));
  for (const name of [...COPIED, ...STYLE, ...globSync('*.d.ts')])
    cpSync(name, join(root, name), { recursive: true, filter: (from) => !from.includes('node_modules') });
  symlinkSync(resolve('node_modules'), join(root, 'node_modules'));
  await makeEntity([...RETURN, ...MORE], root);
}, 60_000);

afterAll(() => rmSync(root, { recursive: true, force: true }));

/** What a program in the copy says, with its status; this run's own settings are not handed on. */
async function inCopy(...argv: string[]): Promise<{ status: number; said: string }> {
  const env = Object.fromEntries(
    Object.entries(process.env).filter(([name]) => !/^(VITEST|DATABASE|DATA_DIR|APP_SECRET|NODE_OPTIONS)/.test(name)),
  );
  const options = { cwd: root, env: { ...env, NO_COLOR: '1' }, maxBuffer: 32 * 1024 * 1024 };
  return run(process.execPath, argv, options).then(
    ({ stdout, stderr }) => ({ status: 0, said: stdout + stderr }),
    (error: { code: number; stdout: string; stderr: string }) => ({
      status: error.code,
      said: error.stdout + error.stderr,
    }),
  );
}

test('it is migrated, written with lines, sent, decided on, printed, verified, listed, brought in and deleted, and no rule is broken', async () => {
  const rules = ['addresses', 'imports', 'entities', 'lines', 'editable', 'search'];
  const files = ['tests/purchasing/goods-return.test.ts', ...rules.map((name) => `tests/conformance/${name}.test.ts`)];
  const { status, said } = await inCopy('node_modules/vitest/vitest.mjs', 'run', ...files);
  expect(status, said).toBe(0);
}, 180_000);

test('its types are right', async () => {
  const { status, said } = await inCopy('node_modules/typescript/bin/tsc', '--noEmit', '-p', '.');
  expect(status, said).toBe(0);
}, 180_000);

const grown = () => documentsIn('.').map((one) => ownLines(one));
const goodsReturn = () => documentsIn(root).find(({ name }) => name === 'goods-return')!;

// All of a document that says nothing of its own yet is wiring, so that it counts in lines.
test('what is written for a new one repeats little of those that stand', () => {
  const returns = ownLines(goodsReturn());
  expect(returns.length).toBeLessThanOrEqual(110);
  for (const other of grown()) expect(sharedBy(returns, other)).toBeLessThanOrEqual(60);
});

test('it has at most 14 files of its own and 4 in the interface', () => {
  const { lib, interface: drawn } = ownFiles(goodsReturn());
  expect([lib.length, drawn.length]).toEqual([10, 1]);
});
