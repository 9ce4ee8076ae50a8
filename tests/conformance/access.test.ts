import { readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { isRight } from '#lib/values/rights-catalogue.ts';
import type { EndpointAccess } from '#lib/access/session/page.ts';

/**
 * Every page and every method declares who may use it. The list of all of them is a snapshot, so that a change of
 * access is visible in one diff; it is also compared with the specification's route table.
 */
interface PageAccess {
  path: string;
  kind: 'staff' | 'public' | undefined;
  needs: string;
}

const pages: PageAccess[] = (
  await Promise.all(
    readdirSync('src/pages', { recursive: true, encoding: 'utf8' })
      .filter((name) => name.endsWith('.astro'))
      .map(async (name) => ({
        path: addressOf(name),
        ...(await declarationIn(readFileSync(join('src/pages', name), 'utf8'))),
      })),
  )
).sort((a, b) => (a.path < b.path ? -1 : 1));

const endpointFiles = import.meta.glob<Record<string, EndpointAccess>>('../../src/pages/**/*.ts', {
  import: 'access',
  eager: true,
});
const handlers = import.meta.glob<Record<string, unknown>>('../../src/pages/**/*.ts', { eager: true });

const routes = readFileSync('tests/conformance/routes.tsv', 'utf8')
  .trim()
  .split('\n')
  .slice(1)
  .map((line) => {
    const [path = '', layout = '', subject = '', actions = ''] = line.split('\t');
    return { path, layout, subject, actions: actions.split('|').filter(Boolean).sort() };
  });

test('every page declares its access as the first thing it says', () => {
  expect(pages.filter(({ kind }) => kind === undefined).map(({ path }) => path)).toEqual([]);
});

test('every method of every endpoint declares its access, and no more than it answers', () => {
  const wrong = Object.entries(handlers).flatMap(([file, module]) => {
    const methods = Object.keys(module)
      .filter((name) => /^(GET|POST|PUT|PATCH|DELETE|ALL)$/.test(name))
      .sort();
    const declared = Object.keys(endpointFiles[file] ?? {}).sort();
    return methods.join() === declared.join()
      ? []
      : [`${file}: answers ${methods.join()}, declares ${declared.join()}`];
  });
  expect(wrong).toEqual([]);
});

test('every right that is asked exists', () => {
  const asked = Object.entries(endpointFiles).flatMap(([file, methods]) =>
    Object.values(methods ?? {})
      .flatMap(eachOf)
      .flatMap(([, access]) =>
        (access.kind === 'can' ? access.needs : []).flatMap(({ subject, anyOf }) =>
          anyOf.map((action) => ({ file, subject, action })),
        ),
      ),
  );
  const ofPages = pages.flatMap(({ path, needs }) => {
    const [subject = '', actions] = needs.split(': ');
    return actions ? actions.split(' | ').map((action) => ({ file: path, subject, action })) : [];
  });
  expect([...asked, ...ofPages].filter(({ subject, action }) => !isRight(subject, action))).toEqual([]);
});

test('a page of the specification asks what its route table says', () => {
  const wrong = pages.flatMap(({ path, kind, needs }) => {
    const route = routes.find((one) => shape(one.path) === shape(path) && one.path === path);
    if (!route || route.layout === 'redirect') return [];
    const expected = route.subject ? `${route.subject}: ${route.actions.join(' | ')}` : '';
    const always = route.subject === 'Auth' && needs === 'signed in';
    if (route.layout === 'public') return kind === 'public' ? [] : [`${path} must be public`];
    return always || needs === expected ? [] : [`${path} asks ${needs}, the table says ${expected}`];
  });
  expect(wrong).toEqual([]);
});

test('all pages and endpoints with what opens them', async () => {
  const lines = [
    ...pages.map(({ path, kind, needs }) => `${path}  ${kind}  ${needs}`.trimEnd()),
    ...Object.entries(endpointFiles)
      .flatMap(([file, methods]) =>
        Object.entries(methods ?? {}).flatMap(([method, access]) => {
          const address = addressOf(file.replace('../../src/pages/', ''));
          return eachOf(access).map(([noun, one]) => `${method} ${address.replace(':act', noun)}  ${wordsOf(one)}`);
        }),
      )
      .sort(),
  ];
  await expect(`${lines.join('\n')}\n`).toMatchFileSnapshot('access.snapshot.txt');
});

function addressOf(file: string): string {
  const path = `/${file.replace(/\.(astro|ts)$/, '').replace(/(^|\/)index$/, '')}`.replace(/\[([^\]]+)\]/g, ':$1');
  return path === '/' ? '/' : path.replace(/\/$/, '');
}

async function declarationIn(source: string): Promise<Pick<PageAccess, 'kind' | 'needs'>> {
  const [, call, body = ''] = /export const page = (staffPage|publicPage)\(([\s\S]*?)\);\n/.exec(source) ?? [];
  if (!call) return { kind: undefined, needs: '' };
  const [, subject, anyOf = ''] = /can:\s*\{\s*subject:\s*'(\w+)',\s*anyOf:\s*(\[[^\]]*\]|[\w.]+)/.exec(body) ?? [];
  const kind = call === 'staffPage' ? 'staff' : 'public';
  if (!subject) return { kind, needs: kind === 'staff' ? 'signed in' : '' };
  return { kind, needs: `${subject}: ${(await actionsIn(anyOf, source)).toSorted().join(' | ')}` };
}

/** The actions as they are written, or those of the constant that the page imports, or of a part of it. */
async function actionsIn(anyOf: string, source: string): Promise<readonly string[]> {
  if (anyOf.startsWith('[')) return [...anyOf.matchAll(/'([^']+)'/g)].map(([, action]) => action!);
  const [constant = '', part] = anyOf.split('.');
  const file = new RegExp(`import \\{[^}]*\\b${constant}\\b[^}]*\\} from '([^']+)'`).exec(source)![1]!;
  const found = ((await import(file)) as Record<string, any>)[constant];
  return (part ? found[part] : found) as readonly string[];
}

/** The access of each act of an address `…/[act]`, by its noun; of all others the one. */
function eachOf(access: EndpointAccess): [string, EndpointAccess][] {
  if (access.kind !== 'by-act') return [['', access]];
  return Object.entries(access.acts).map(([noun, one]) => [noun, one.access]);
}

function wordsOf(access: EndpointAccess): string {
  return access.kind === 'can'
    ? `${access.needs.map(({ subject, anyOf }) => `${subject}: ${anyOf.join(' | ')}`).join(' or ')}${access.byPeople ? ', by people' : ''}`
    : access.kind;
}

function shape(path: string): string {
  return path.replace(/:\w+/g, ':');
}
