import { existsSync, globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { camel, pascal, snake } from '#scripts/new-entity/names.ts';

/** A kind of document, by its name and the module it stands in, below `root`. */
export interface OneDocument {
  name: string;
  at: string;
  root: string;
}

/**
 * The files of a document beside its pages and endpoints: those of its folder in lib, and what is drawn of it alone.
 * Purchase requests are all that purchasing draws yet.
 */
export function ownFiles({ name, at, root }: OneDocument): { lib: string[]; interface: string[] } {
  const type = pascal(name);
  const drawn = [
    `src/components/${at}/${type}*.astro`,
    `src/islands/${at}/${type}*.tsx`,
    ...(name === 'user-request' ? [`src/components/${at}/users/requests/*.astro`] : []),
    ...(name === 'purchase-request' ? [`src/components/${at}/*.astro`] : []),
  ];
  const isTheirs = (file: string) => name !== 'purchase-request' || !file.includes('GoodsReturn');
  const found = (patterns: string[]) => patterns.flatMap((one) => globSync(one, { cwd: root })).sort();
  return { lib: found([`src/lib/${at}/${name}/*.ts`]), interface: [...new Set(found(drawn))].filter(isTheirs) };
}

/**
 * The lines of a document's own files, with its names made equal and each trimmed; without imports, comments, and lines
 * that hold nothing but brackets.
 */
export function ownLines(document: OneDocument): string[] {
  const files = ownFiles(document);
  return [...files.lib, ...files.interface]
    .filter((file) => existsSync(join(document.root, file)))
    .flatMap((file) => linesOf(readFileSync(join(document.root, file), 'utf8'), document.name));
}

/** How many lines both have; one that stands twice counts as often as both have it. */
export function sharedBy(one: readonly string[], other: readonly string[]): number {
  const left = new Map<string, number>();
  for (const line of other) left.set(line, (left.get(line) ?? 0) + 1);
  const shared = one.filter((line) => {
    const count = left.get(line) ?? 0;
    left.set(line, count - 1);
    return count > 0;
  });
  return shared.length;
}

function linesOf(source: string, name: string): string[] {
  const code = source.replace(/^import [^;]*;\n/gm, '').replace(/\/\*[^]*?\*\//g, '');
  return equal(code, name)
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => /\w/.test(line) && !line.startsWith('//'));
}

/** Every way a name is written, several of them first, becomes one word. */
function equal(code: string, name: string): string {
  const ways = [pascal(name), camel(name), snake(name), name].flatMap((one) => [`${one}s`, one]);
  return ways.reduce((all, way) => all.replaceAll(way, 'document'), code);
}
