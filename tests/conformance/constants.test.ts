import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { sourceFiles } from '#tests/support/source-imports.ts';

/** The constants of the app, each with its own name (specification, section 9). */
const HOME = 'src/lib/values/constants.ts';

test('every constant governs something', () => {
  const named = [...readFileSync(HOME, 'utf8').matchAll(/^export const (\w+)/gm)].map(([, name]) => name!);
  expect(named.length).toBeGreaterThan(10);
  const elsewhere = sourceFiles
    .filter((file) => file !== HOME)
    .map((file) => readFileSync(file, 'utf8'))
    .join('\n');
  const own = readFileSync(HOME, 'utf8');
  const isUsed = (name: string) => {
    const use = new RegExp(`\\b${name}\\b`, 'g');
    return use.test(elsewhere) || own.match(use)!.length > 1;
  };
  expect(named.filter((name) => !isUsed(name))).toEqual([]);
});
