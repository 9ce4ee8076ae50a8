import { existsSync, globSync, readFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { camel, pascal, snake } from '#scripts/new-entity/names.ts';

/** A kind of document, by its name and the module it stands in, below `root`. */
export interface OneDocument {
  name: string;
  at: string;
  root: string;
}

/**
 * The files of a document beside its pages and endpoints: those of its folder in lib, and what is drawn of it alone, which
 * is what components and islands of modules import of that folder, other than its addresses, or import of each other.
 */
export function ownFiles({ name, at, root }: OneDocument): { lib: string[]; interface: string[] } {
  const found = (pattern: string) => globSync(pattern, { cwd: root }).sort();
  const folder = `#lib/${at}/${name}/`;
  const drawn = found(`src/{components,islands}/${at.split('/')[0]}/**/*.{astro,ts,tsx}`).map((file) => {
    const imported = [...readFileSync(join(root, file), 'utf8').matchAll(/from '([^']+)'/g)].map(([, from]) => from!);
    return { file, alias: `#${file.slice('src/'.length)}`, imported };
  });
  const own = new Set(
    drawn
      .filter(({ imported }) => imported.some((from) => from.startsWith(folder) && from !== `${folder}paths.ts`))
      .map(({ alias }) => alias),
  );
  for (let before = -1; before < own.size;) {
    before = own.size;
    for (const { alias, imported } of drawn) if (imported.some((from) => own.has(from))) own.add(alias);
  }
  return {
    lib: found(`src/lib/${at}/${name}/**/*.ts`),
    interface: drawn.filter(({ alias }) => own.has(alias)).map(({ file }) => file),
  };
}

/** Every document of the product, found by its declaration, with the folder below `lib` that holds its own. */
export function documentsIn(root: string): OneDocument[] {
  return globSync('src/lib/**/*.ts', { cwd: root })
    .filter((file) => !file.startsWith('src/lib/documents/'))
    .flatMap((file) => {
      const name = / document\('([a-z-]+)', \{/.exec(readFileSync(join(root, file), 'utf8'))?.[1];
      return name ? [{ name, at: relative('src/lib', dirname(dirname(file))), root }] : [];
    })
    .toSorted((a, b) => a.name.localeCompare(b.name));
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
