import { registerPages } from '#lib/access/session/known-pages.server.ts';
import { registerEndpoints } from '#lib/records/api/api-endpoints.server.ts';
import type { ApiOperation } from '#lib/records/api/api-operations.ts';
import type { EndpointAccess, PageDeclaration } from '#lib/access/session/page.ts';

const pages = import.meta.glob<PageDeclaration>('../pages/**/*.astro', { import: 'page' });
const endpoints = import.meta.glob<Record<string, EndpointAccess>>('../pages/**/*.ts', { import: 'access' });

const docs = import.meta.glob<Record<string, ApiOperation | null> | undefined>('../pages/api/**/*.ts', {
  import: 'docs',
});

const patternOf = (file: string) => file.replace(/^\.\.\/pages|(\/index)?\.(astro|ts)$/g, '') || '/';
const pageAt = new Map(Object.entries(pages).map(([file, read]) => [patternOf(file), read]));
const endpointAt = new Map(Object.entries(endpoints).map(([file, read]) => [patternOf(file), read]));

/** Patterns and their regular expressions, those with the fewest parameters first, like the router. */
const matchers = [...pageAt.keys()]
  .map((pattern) => ({
    pattern,
    unknown: pattern.split('[').length,
    fits: new RegExp(`^${pattern.replaceAll(/\[[^\]]+\]/g, '[^/]+')}/?$`),
  }))
  .toSorted((a, b) => a.unknown - b.unknown);

/** The declaration of a page, by its route's pattern: '/directory/users/[id]/edit'. */
export async function pageOf(pattern: string): Promise<PageDeclaration | undefined> {
  return pageAt.get(pattern)?.();
}

/** Access to the methods of an endpoint, by its route's pattern. */
export async function endpointOf(pattern: string): Promise<Record<string, EndpointAccess> | undefined> {
  return endpointAt.get(pattern)?.();
}

/** The declaration of the page at an address; undefined where there is none. The query does not matter. */
export async function pageAtAddress(address: string): Promise<PageDeclaration | undefined> {
  const { pathname } = new URL(address, 'http://garden.invalid');
  const found = matchers.find(({ fits }) => fits.test(pathname));
  return found && pageOf(found.pattern);
}

registerPages(pageAtAddress);

registerEndpoints(() =>
  Promise.all(
    Object.entries(endpoints).map(async ([file, read]) => ({
      pattern: patternOf(file),
      access: await read(),
      docs: await docs[file]?.(),
    })),
  ),
);
