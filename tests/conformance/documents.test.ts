import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { allDocuments } from '#lib/documents/document.ts';
import { documentsIn, ownFiles, ownLines, sharedBy } from '#tests/support/likeness.ts';

/**
 * What a document may cost: everything that two have in common is machinery. A field of a line costs its declaration, a
 * migration and its labels, so that no code of a document but its rules and its print may name the fields of its lines.
 */
import.meta.glob(['../../src/lib/**/*.ts', '!../../src/lib/**/*.server.ts'], { eager: true });

const documents = documentsIn('.');
const pairs = documents.flatMap((one, index) => documents.slice(index + 1).map((other) => [one, other] as const));

test('every document that is declared is measured, in the folder that bears its name', () => {
  expect(documents.map(({ name }) => name)).toEqual(
    allDocuments()
      .map(({ name }) => name)
      .toSorted(),
  );
  for (const document of documents) expect(ownFiles(document).lib, document.name).not.toEqual([]);
});

test.each(documents)('$name has at most 14 files of its own in lib, and 4 in the interface', (document) => {
  const { lib, interface: drawn } = ownFiles(document);
  expect(lib.length, lib.join('\n')).toBeLessThanOrEqual(14);
  expect(drawn.length, drawn.join('\n')).toBeLessThanOrEqual(4);
});

test.each(pairs.map(([one, other]) => ({ one, other, names: `${one.name} and ${other.name}` })))(
  '$names share at most a fifth of their lines, once their names are made equal',
  ({ one, other }) => {
    const [left, right] = [ownLines(one), ownLines(other)];
    expect(Math.min(left.length, right.length)).toBeGreaterThan(0);
    expect(sharedBy(left, right) / Math.min(left.length, right.length)).toBeLessThanOrEqual(0.2);
  },
);

/** Files that may name a field of a line: what declares it, a rule about it, what the print says. */
const NAMES_LINES = ['line.ts', 'completeness.server.ts', 'split.server.ts', 'prf.server.ts', 'form.ts'];

test.each(documents)(
  'a field of a line of $name is named by its declaration, its rules and its print alone',
  (document) => {
    const { lines, fields, attachmentKinds = [] } = allDocuments().find(({ name }) => name === document.name)!;
    const own = Object.keys(lines?.fields ?? {}).filter((name) => !(name in fields) && !attachmentKinds.includes(name));
    const { lib, interface: drawn } = ownFiles(document);
    const others = [...lib, ...drawn].filter((file) => !NAMES_LINES.some((name) => file.endsWith(`/${name}`)));
    const named = others.flatMap((file) => {
      const code = readFileSync(file, 'utf8').replace(/\/\*[^]*?\*\//g, '');
      return own.filter((name) => new RegExp(`\\b${name}\\b`).test(code)).map((name) => `${file}: ${name}`);
    });
    expect(named).toEqual([]);
  },
);
