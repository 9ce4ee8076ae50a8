import { existsSync, readFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { expect, type APIRequestContext } from '@playwright/test';

/** The snapshot of all routes, for tests that walk over them: no page and no method is left out by a list kept by hand. */
const lines = readFileSync('tests/conformance/access.snapshot.txt', 'utf8')
  .trim()
  .split('\n')
  .map((line) => line.split(/\s{2,}/));

export interface PageRoute {
  path: string;
  kind: string;
}

export interface EndpointRoute {
  method: string;
  path: string;
}

/** Every page: its address with `:id` and the like, 'staff' or 'public'. */
export const pageRoutes: readonly PageRoute[] = lines
  .filter(([first]) => first!.startsWith('/'))
  .map(([path = '', kind = '']) => ({ path, kind }));

/** Every method of every endpoint. */
export const endpointRoutes: readonly EndpointRoute[] = lines
  .filter(([first]) => !first!.startsWith('/'))
  .map(([first]) => ({ method: first!.split(' ')[0]!, path: first!.split(' ')[1]! }));

/** An id that no record has. */
export const NOWHERE = '01900000-0000-7000-8000-000000000000';

/** What stands for a record in an address: an id, or the name of a setting. */
export const RECORD = /:id|:name/;

/** A label key that the page at this address declares, '' where it does not; a query does not matter. */
export function declaredAt(path: string, what: 'title' | 'section'): string {
  const file = `src/pages${path.split('?')[0]!.replace(/:(\w+)/g, '[$1]')}`;
  const files = [`${file}.astro`, `${file}/index.astro`, `${dirname(file)}/[type].astro`];
  const source = readFileSync(files.find(existsSync)!, 'utf8');
  const [declared] = /export const page = \w+\(\{[\s\S]*?\}\);/.exec(source)!;
  return new RegExp(`\\b${what}: '([^']+)'`).exec(declared)?.[1] ?? '';
}

/** Where the records of pages with an address of before are listed. */
const MOVED: Record<string, string> = { '/apps/users': '/directory/users', '/user': '/directory/users' };

const gets = new Set(endpointRoutes.filter(({ method }) => method === 'GET').map(({ path }) => path));

/** The address in the API of the list that a page shows, or that has the records it shows; undefined where there is none. */
export function listOf(path: string): string | undefined {
  const parts = path.replace(/\/(:type|list)$/, '').split('/');
  const prefixes = parts
    .map((_, index) => parts.slice(0, parts.length - index).join('/'))
    .filter((prefix) => prefix && !prefix.includes(':'));
  return prefixes.map((prefix) => `/api${MOVED[prefix] ?? prefix}`).find((list) => gets.has(list));
}

/** What names the first record of a list in addresses; null when the list is empty. */
export async function firstOf(request: APIRequestContext, list: string): Promise<string | null> {
  const answer = await request.get(list);
  expect(answer.status(), list).toBe(200);
  const { items = [] } = (await answer.json()) as { items?: { id?: string; name?: string; threadId?: string }[] };
  return items[0]?.threadId ?? items[0]?.id ?? items[0]?.name ?? null;
}
