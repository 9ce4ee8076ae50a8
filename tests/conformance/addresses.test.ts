import { readFileSync, readdirSync } from 'node:fs';
import { expect, test } from 'vitest';
import { allEntities } from '#lib/records/entity.ts';
import { menu } from '#components/shell/menu.ts';

/**
 * The address tree is the folder tree: every address in the code is a page or an endpoint, every page is in the
 * specification's route table or in the list beside it, and the API is at the address of the page.
 */
import.meta.glob(['../../src/lib/**/*.ts', '!../../src/lib/**/*.server.ts'], { eager: true });

const files = readdirSync('src/pages', { recursive: true, encoding: 'utf8' })
  .map((name) => name.replaceAll('\\', '/'))
  .filter((name) => /\.(astro|ts)$/.test(name));
const addressOf = (file: string) =>
  `/${file.replace(/\.(astro|ts)$/, '').replace(/(^|\/)index$/, '')}`
    .replace(/(?<=.)\/$/, '')
    .replace(/\[([^\]]+)\]/g, ':$1');
const pages = files.filter((name) => name.endsWith('.astro')).map(addressOf);
const endpoints = files.filter((name) => name.endsWith('.ts')).map(addressOf);
const answered = [...pages, ...endpoints];

const anyName = (address: string) => address.replace(/:\w+/g, ':');
const routes = readFileSync('tests/conformance/routes.tsv', 'utf8')
  .trim()
  .split('\n')
  .slice(1)
  .map((line) => line.split('\t')[0]!);

/** Whether a page answers this address, with parameters for its variable parts. */
const isPage = (address: string) =>
  pages.some((page) => new RegExp(`^${page.replace(/:\w+/g, '[^/]+')}$`).test(address));

test('no two files answer one address', () => {
  const shapes = answered.map(anyName);
  expect(shapes.filter((shape, index) => shapes.indexOf(shape) !== index)).toEqual([]);
});

test('addresses are lower-case words with hyphens, and parameters have names', () => {
  const parts = answered.flatMap((address) =>
    address
      .split('/')
      .slice(1)
      .map((part) => ({ address, part })),
  );
  expect(
    parts
      .filter(({ part }) => !/^([a-z0-9]+([-.][a-z0-9]+)*|:[a-zA-Z]+(\.[a-z]+)?|:\.\.\.[a-zA-Z]+)?$/.test(part))
      .map(({ address }) => address),
  ).toEqual([]);
});

test('what a file reads of its address, the address has', () => {
  const wrong = files.flatMap((name) => {
    const code = readFileSync(`src/pages/${name}`, 'utf8');
    const read = [
      ...[...code.matchAll(/\bendpoint<([^>]*)>\(/g)].flatMap(([, names]) => names!.match(/\w+/g) ?? []),
      ...[...code.matchAll(/\bpageParam\(Astro, '(\w+)'\)/g)].map(([, read]) => read!),
    ];
    return read.filter((one) => !name.includes(`[${one}]`)).map((one) => `${name} has no [${one}]`);
  });
  expect(wrong).toEqual([]);
});

test('an endpoint names what it reads of its address, and a page asks for it', () => {
  const unnamed = files
    .filter((name) => name.includes('['))
    .filter((name) => {
      const code = readFileSync(`src/pages/${name}`, 'utf8');
      return name.endsWith('.ts')
        ? [...code.matchAll(/\bendpoint\((?:(?!\bendpoint\b)[^])*/g)].some(([method]) => /\bparams\b/.test(method))
        : /\bAstro\.params\b/.test(code);
    });
  expect(unnamed).toEqual([]);
});

/** Left in use on a page with another purpose, which has an API of its own. */
const ELSEWHERE: Record<string, string> = { 'approval-delegation': '/api/approvals/delegations' };
/** Linked from existing records; their own pages come with the module of budgets. */
const WITHOUT_PAGES = ['cost-center', 'expense-category'];

test('every entity lists at its address, and the API answers below /api at the same one', () => {
  const wrong = allEntities()
    .filter(({ name }) => !WITHOUT_PAGES.includes(name))
    .flatMap(({ name, path, list }) => [
      ...(isPage(list.path ?? path) || (list.typeInPath && isPage(`${path}/all`))
        ? []
        : [`${name} has no list page at ${list.path ?? path}`]),
      ...(endpoints.includes(ELSEWHERE[name] ?? `/api${path}`) ? [] : [`${name} has no API at /api${path}`]),
    ]);
  expect(wrong).toEqual([]);
  expect(allEntities().filter(({ name, path }) => WITHOUT_PAGES.includes(name) && isPage(path))).toEqual([]);
});

/** What an address begins with: the first parts of all pages and, as islands call them, of all endpoints. */
const FIRST = new Set(
  answered
    .flatMap((address) => [address, address.replace(/^\/api(?=\/)/, '')])
    .map((address) => address.split('/')[1]!),
);
/** An entity declares where its list is; elsewhere an address comes from the paths of its module. */
const DECLARED = /^ {2}path: '[^']+',$/;
/** Where an address is written literally nonetheless. */
const WRITTEN = [
  // The specification's list as written; most of what it names does not exist yet.
  'islands/api-exempt.ts',
];

test('an address is written once: with its entity, or in the paths of its module', () => {
  const written = readdirSync('src', { recursive: true, encoding: 'utf8' })
    .filter((name) => /\.(astro|tsx?)$/.test(name) && !/(^|[/-])paths\.ts$/.test(name))
    .flatMap((name) =>
      readFileSync(`src/${name}`, 'utf8')
        .split('\n')
        .filter((line) => !/^\s*(\/?\*|\/\/)/.test(line) && !(name.startsWith('lib/') && DECLARED.test(line)))
        .flatMap((line) => [...line.matchAll(/(?:['"`]|\}(?=\/[a-z][^'"`]*`))\/([a-z0-9.-]+)(?=['"`/?#$])/g)])
        .filter(([, first]) => FIRST.has(first!))
        .map(([found]) => `${name}: ${found}`),
    );
  expect(written.filter((one) => !WRITTEN.some((place) => one.startsWith(place)))).toEqual([]);
});

test('every entry of the menu leads to a page', () => {
  expect(
    menu
      .flatMap(({ entries }) => entries)
      .map(({ path }) => path)
      .filter((path) => !isPage(path)),
  ).toEqual([]);
});

test('which addresses of the specification no page answers yet', async () => {
  const known = new Set(answered.map(anyName));
  const waiting = routes.filter((route) => !known.has(anyName(route)) && (route.includes(':') || !isPage(route)));
  await expect(`${waiting.join('\n')}\n`).toMatchFileSnapshot('addresses.snapshot.txt');
});
