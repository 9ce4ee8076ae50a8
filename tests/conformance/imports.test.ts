import { readFileSync, readdirSync } from 'node:fs';
import { dirname, join, relative, resolve } from 'node:path';
import { expect, test } from 'vitest';

/** The order of the modules: each may import those before it, never those after (architecture, section 3). */
const ORDER = [
  'kernel',
  'platform',
  'access',
  'approvals',
  'notifications',
  'activity',
  'numbering',
  'directory',
  'content',
  'budgeting',
  'inventory',
  'purchasing',
  'products',
  'customers',
  'agencies',
  'appointments',
  'operations',
  'dashboards',
  'email',
];
/** The ground: these serve each other and every module. */
const GROUND = new Set(ORDER.slice(0, 7));

const files = readdirSync('src', { recursive: true, encoding: 'utf8' })
  .filter((name) => /\.(ts|tsx|astro)$/.test(name) && !name.endsWith('.d.ts'))
  .map((name) => join('src', name));

interface Import {
  from: string;
  to: string;
  typeOnly: boolean;
}

const imports: Import[] = files.flatMap((from) => {
  const text = readFileSync(from, 'utf8');
  return [...text.matchAll(/^\s*(?:import|export)\s+(type\s+)?(?:[^'";]*?\sfrom\s+)?['"]([^'"]+)['"]/gm)].flatMap(
    ([, type, target]) => {
      const to = target!.startsWith('#')
        ? resolveSubpath(target!)
        : target!.startsWith('.')
          ? relative('.', resolve(dirname(from), target!))
          : null;
      return to ? [{ from, to, typeOnly: Boolean(type) }] : [];
    },
  );
});

test('a module imports those before it, never those after', () => {
  const wrong = imports.filter(({ from, to }) => {
    const [a, b] = [moduleOf(from), moduleOf(to)];
    if (!a || !b || a === b || (GROUND.has(a) && GROUND.has(b))) return false;
    return ORDER.indexOf(b) > ORDER.indexOf(a);
  });
  expect(wrong.map(show)).toEqual([]);
});

test('what runs in a browser never imports a server file', () => {
  const wrong = imports.filter(({ from, to, typeOnly }) => !typeOnly && isBrowser(from) && to.endsWith('.server.ts'));
  expect(wrong.map(show)).toEqual([]);
});

test('the kernel names no entity', () => {
  const wrong = imports.filter(
    ({ from, to }) => from.startsWith('src/lib/kernel/') && moduleOf(to) !== undefined && !GROUND.has(moduleOf(to)!),
  );
  expect(wrong.map(show)).toEqual([]);
});

test('lib draws nothing: of components, islands and layouts it knows types at most', () => {
  const wrong = imports.filter(
    ({ from, to, typeOnly }) =>
      !typeOnly && /^src\/lib\/.*\.ts$/.test(from) && /^src\/(components|islands|layouts)\//.test(to),
  );
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
  const registering = files.filter((file) => /^(register\w+|declareJob)\(/m.test(readFileSync(file, 'utf8')));
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
    .map((file) => ({ file, lines: readFileSync(file, 'utf8').split('\n').length }))
    .filter(({ lines }) => lines > 260);
  expect(long).toEqual([]);
});

function moduleOf(file: string): string | undefined {
  return /^src\/lib\/([^/]+)\//.exec(file)?.[1];
}

function isBrowser(file: string): boolean {
  return (
    file.startsWith('src/islands/') ||
    (file.startsWith('src/lib/') && /\.tsx?$/.test(file) && !file.endsWith('.server.ts'))
  );
}

function resolveSubpath(target: string): string | null {
  const [, root, rest] = /^#(lib|components|layouts|islands)\/(.+)$/.exec(target) ?? [];
  return root ? `src/${root}/${rest}` : null;
}

const show = ({ from, to }: Import): string => `${from} imports ${to}`;
