import { execFile } from 'node:child_process';
import { cpSync, globSync, mkdtempSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { makeEntity } from '#scripts/new-entity/make.ts';
import { ownFiles, ownLines, sharedBy } from '#tests/support/likeness.ts';

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
let told: string;

beforeAll(async () => {
  root = mkdtempSync(join(tmpdir(), 'new-document-'));
  for (const name of [...COPIED, ...STYLE, ...globSync('*.d.ts')])
    cpSync(name, join(root, name), { recursive: true, filter: (from) => !from.includes('node_modules') });
  symlinkSync(resolve('node_modules'), join(root, 'node_modules'));
  told = await makeEntity([...RETURN, ...MORE], root);
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

test('whoever has it written is told every place whose words are to be translated', () => {
  const places = [
    'purchasing.json  goodsReturn.one  Goods return',
    'approvals.json  approvalPolicy.choices.docType.GR  Goods return',
    'approvals.json  approvalDelegation.choices.docTypes.GR  Goods return',
    'settings.json  numberSeries.choices.docType.GR  Goods returns',
    'prints.json  goods-return.title  Goods return',
    'menu.json  goodsReturns  Goods returns',
    'menu.json  myGoodsReturns  My goods returns',
    'access.json  subjects.GoodsReturn  Goods returns',
  ];
  expect(told.split('\n')).toEqual(expect.arrayContaining(places.map((place) => `  ${place}`)));
});

test('its types are right, those of its pages too', async () => {
  const { status, said } = await inCopy('node_modules/astro/bin/astro.mjs', 'check', '--minimumSeverity', 'error');
  expect(status, said).toBe(0);
}, 180_000);

const document = (name: string, at: string) => ({ name, at, root: name === 'goods-return' ? root : '.' });

const documents = () => [
  document('purchase-request', 'purchasing'),
  document('user-request', 'directory'),
  document('goods-return', 'purchasing'),
];

test('no two documents share more than a fifth of their lines, once their names are made equal', () => {
  const [requests = [], accounts = []] = documents().map((one) => ownLines(one));
  expect(sharedBy(requests, accounts) / Math.min(requests.length, accounts.length)).toBeLessThanOrEqual(0.2);
});

// All of a document that says nothing of its own yet is wiring, so that it counts in lines: a tenth of what a grown one has.
test('what is written for a new one repeats little of those that stand', () => {
  const [requests = [], accounts = [], returns = []] = documents().map((one) => ownLines(one));
  for (const other of [requests, accounts]) expect(sharedBy(returns, other)).toBeLessThanOrEqual(other.length / 10);
  expect(returns.length).toBeLessThanOrEqual(150);
});

test('a document has at most 14 files of its own and 4 in the interface', () => {
  const [requests, ...others] = documents().map((one) => ownFiles(one));
  for (const { lib, interface: drawn } of others) {
    expect(lib.length).toBeLessThanOrEqual(14);
    expect(drawn.length).toBeLessThanOrEqual(4);
  }
  // The largest: rules of splitting, last prices, quotations, a print and a preview of their own.
  expect([requests!.lib.length, requests!.interface.length]).toEqual([21, 6]);
});
