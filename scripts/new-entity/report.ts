import type { Untranslated } from './locales.ts';
import type { Wish } from './wish.ts';

interface Written {
  made: string[];
  changed: string[];
  left: Untranslated[];
  missing: string[];
}

/** What was written and what is left to do by hand. */
export function report({ module, name, shape }: Wish, { made, changed, left, missing }: Written): string {
  const lists = [
    `Written:\n${lines(made)}`,
    `Changed, so that it is loaded, found and named:\n${lines(changed)}`,
    ...(left.length > 0
      ? [
          `These stand in English in de, fr and pt. Improve them in locales/en, and translate them (others were found in the program; read them too):\n${lines(left.map((one) => one.join('  ')))}`,
        ]
      : []),
    ...missing.map(
      (field) =>
        `Give ${field} a value in ${shape === 'document' ? `db/seed/examples/${name}.ts` : `tests/${module}/${name}.test.ts`}: no record to refer to could be made by itself.\n`,
    ),
    `Then:
  npx vitest run tests/conformance -u        with -u, as the snapshot of who may open what grows; read its diff
  npx vitest run tests/${module}/${name}.test.ts
  npm run check
The next start makes the table and gives the administrator role the new rights; other roles get them under Directory, Roles. Until then the migration may still be changed.`,
  ];
  return lists.join('\n');
}

const lines = (texts: readonly string[]): string => texts.map((text) => `  ${text}\n`).join('');
