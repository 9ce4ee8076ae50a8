import { readFileSync, readdirSync } from 'node:fs';
import { dirname } from 'node:path';
import { expect, test } from 'vitest';
import {
  edgesInCircles,
  sourceFiles as files,
  sourceImports as imports,
  type Import,
} from '#tests/support/source-imports.ts';
import { modules, takenNames } from '#scripts/new-entity/modules.ts';

/**
 * The rooms of the house from the ground up: each may import those below it, never those above (architecture, "What
 * imports what"). Modules come last; within them the order is that of the business.
 */
const ROOMS = [
  'values',
  'process',
  'activity',
  'access',
  'records',
  'on-records',
  'numbering',
  'settings',
  'notifications',
  'approvals',
  'documents',
];
const ORDER: readonly string[] = [...ROOMS, ...modules];

/** The storeys above and below those rooms; components and layouts stand beside each other. */
const STOREYS = [['lib'], ['islands', 'middleware'], ['components', 'layouts'], ['pages']];

/** The same order among components. What is drawn of the shell and of signing in, others show as a part of theirs. */
const COMPONENTS = [
  'ui',
  'records',
  'on-records',
  'session',
  'shell',
  'notifications',
  'approvals',
  'documents',
  ...modules,
  'gallery',
];

test('a room imports those below it, never those above', () => {
  expect(uphill(ORDER, (file) => roomOf('lib', file))).toEqual([]);
});

test('so does a folder of components', () => {
  expect(uphill(COMPONENTS, (file) => roomOf('components', file))).toEqual([]);
});

test('every room has its place in the order', () => {
  const without = (root: string, order: readonly string[]) =>
    files.map((file) => roomOf(root, file)).filter((room) => room !== undefined && !order.includes(room));
  expect(
    [...without('lib', ORDER), ...without('components', COMPONENTS)],
    'a module takes its place in scripts/new-entity/modules.ts',
  ).toEqual([]);
});

test('no module has the name of a folder that is nobody’s', () => {
  expect(modules.filter((name) => takenNames.includes(name))).toEqual([]);
  expect(
    readdirSync('src/islands', { withFileTypes: true }).filter(
      (one) => one.isDirectory() && ![...ORDER, ...takenNames].includes(one.name),
    ),
  ).toEqual([]);
});

test('pages stand above components, components above islands, and all of them above lib', () => {
  const storeyOf = (file: string) => STOREYS.findIndex((roots) => roots.includes(rootOf(file)));
  const wrong = imports.filter(({ from, to }) => {
    const isAside = storeyOf(from) === storeyOf(to) && rootOf(from) !== rootOf(to) && storeyOf(from) < 2;
    return storeyOf(to) > storeyOf(from) || isAside;
  });
  expect(files.filter((file) => storeyOf(file) < 0)).toEqual([]);
  expect(wrong.map(show)).toEqual([]);
});

test('no two files know each other, not even their types, and not round a corner either', () => {
  expect(edgesInCircles(imports).map(show)).toEqual([]);
});

test('nor do two folders that stand side by side', () => {
  const edges = imports.flatMap(({ from, to }) => {
    const [a, b] = [dirname(from).split('/'), dirname(to).split('/')];
    const apart = a.findIndex((name, at) => name !== b[at]);
    // Files of the folder itself are the ground of some of its folders and the roof of others.
    if (apart < 2 || a[0] !== b[0] || a[1] !== b[1] || b[apart] === undefined) return [];
    return [{ from: a.slice(0, apart + 1).join('/'), to: b.slice(0, apart + 1).join('/'), by: show({ from, to }) }];
  });
  expect(edgesInCircles(edges).map(({ by }) => by)).toEqual([]);
});

test('a folder holds what the eye takes in', () => {
  const flat = ['lib', 'components', 'islands', 'middleware', 'styles']
    .flatMap((root) => readdirSync(`src/${root}`, { recursive: true, withFileTypes: true }))
    .filter((entry) => entry.isFile())
    .map((entry) => entry.parentPath);
  const full = [...Map.groupBy(flat, (folder) => folder)].filter(([, entries]) => entries.length > 40);
  expect(full.map(([folder, { length }]) => `${folder} holds ${length} files`)).toEqual([]);
});

test('what runs in a browser never imports a server file', () => {
  const wrong = imports.filter(({ from, to, typeOnly }) => !typeOnly && isBrowser(from) && to.endsWith('.server.ts'));
  expect(wrong.map(show)).toEqual([]);
});

test('nothing imports a page', () => {
  expect(imports.filter(({ to }) => to.startsWith('src/pages/')).map(show)).toEqual([]);
});

test('pages and components hold no SQL', () => {
  const wrong = files
    .filter((file) => /^src\/(pages|components|layouts|islands)\//.test(file))
    .filter((file) => /from 'kysely'|database\.server/.test(readFileSync(file, 'utf8')));
  expect(wrong).toEqual([]);
});

test('there are no barrel files: who needs something takes it from where it is', () => {
  const named = files.filter((file) => /\/index\.tsx?$/.test(file) && !file.startsWith('src/pages/'));
  const handing = files.filter((file) => /^export (type )?(\{[^}]*\}|\*.*) from /m.test(readFileSync(file, 'utf8')));
  expect([...named, ...handing]).toEqual([]);
});

test('what a module registers is loaded before the first request', () => {
  const registering = files.filter((file) =>
    /^(?:export const \w+ = )?(register\w+|declareJob)\(/m.test(readFileSync(file, 'utf8')),
  );
  const loaded = new Set(['src/middleware.ts']);
  for (const file of loaded)
    for (const { from, to, typeOnly } of imports) if (from === file && !typeOnly) loaded.add(to);
  expect(registering.length).toBeGreaterThan(0);
  expect(registering.filter((file) => !loaded.has(file))).toEqual([]);
});

test('no style attribute and no inline handler, which the content security policy refuses', () => {
  const wrong = files
    .filter((file) => /\.(astro|tsx)$/.test(file))
    .filter((file) => /\sstyle=|\son[a-z]+="/.test(readFileSync(file, 'utf8').replace(/^---[\s\S]*?^---/m, '')));
  expect(wrong).toEqual([]);
});

test('files stay one idea long', () => {
  const long = files
    .map((file) => ({ file, lines: readFileSync(file, 'utf8').trimEnd().split('\n').length }))
    .filter(({ lines }) => lines > 260);
  expect(long).toEqual([]);
});

function uphill(order: readonly string[], of: (file: string) => string | undefined): string[] {
  const wrong = imports.filter(({ from, to }) => {
    const [a, b] = [of(from), of(to)];
    return a !== undefined && b !== undefined && order.indexOf(b) > order.indexOf(a);
  });
  return wrong.map(show);
}

/** 'components' of a file in src/components, 'middleware' of src/middleware.ts too. */
const rootOf = (file: string): string => /^src\/([^/.]+)/.exec(file)?.[1] ?? '';

/** The folder of src/lib or src/components in which a file is. */
function roomOf(root: string, file: string): string | undefined {
  const [, its, room] = /^src\/([^/]+)\/([^/]+)\//.exec(file) ?? [];
  return its === root ? room : undefined;
}

function isBrowser(file: string): boolean {
  return (
    file.startsWith('src/islands/') ||
    (file.startsWith('src/lib/') && /\.tsx?$/.test(file) && !file.endsWith('.server.ts'))
  );
}

const show = ({ from, to }: Pick<Import, 'from' | 'to'>): string => `${from} imports ${to}`;
