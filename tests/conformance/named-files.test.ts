import { globSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';

const files = globSync('{db,docs,locales,scripts,src,tests}/**/*.*');
const documents = globSync(['*.md', 'docs/**/*.md']);
const roots = ['db', 'docs', 'locales', 'scripts', 'src', 'tests', 'lib', 'components', 'islands', 'layouts', 'styles'];

/** A path from the project's folder, from src, or of the end of it: a file, a folder, or several by a star. */
const ADDRESS = new RegExp(String.raw`^(?:(?:${roots.join('|')})\/[\w./*-]+|[\w./-]*[\w-]\.(?:tsx?|astro|md|css))$`);

test('a file or folder that a document names is there', () => {
  const named = documents.flatMap((file) =>
    [...readFileSync(file, 'utf8').matchAll(/`([^`\n]+)`/g)].map(([, name]) => ({ file, name: name! })),
  );
  const addresses = named.filter(({ name }) => ADDRESS.test(name));
  expect(addresses.length).toBeGreaterThan(100);
  expect(addresses.filter(({ name }) => !isThere(name))).toEqual([]);
});

test('a file that a comment names is there', () => {
  const named = files
    .filter((file) => /^(src|scripts)\/.*\.(ts|tsx|astro)$/.test(file))
    .flatMap((file) => namedInComments(readFileSync(file, 'utf8')).map((name) => ({ file, name })));
  expect(named.length).toBeGreaterThan(20);
  expect(named.filter(({ name }) => !isThere(name))).toEqual([]);
});

function namedInComments(code: string): string[] {
  const comments = [...code.matchAll(/^\s*\/\*\*?[\s\S]*?\*\/|^\s*\/\/.*$/gm)].join('\n');
  return [...comments.matchAll(/(?<![\w./])[\w-][\w./-]*\.(?:tsx?|astro|md)\b/g)].map(([name]) => name);
}

function isThere(name: string): boolean {
  const pattern = name.replace(/\/$/, '').replaceAll('.', '\\.').replaceAll('*', '[^/]*');
  const at = new RegExp(`(^|/)${pattern}(/|$|\\.)`);
  return [...files, ...documents].some((file) => at.test(file));
}
