import { menu } from '#components/shell/menu.ts';
import type { Wish } from './wish.ts';

interface Written {
  made: string[];
  worded: string[];
  added: [file: string, key: string, sentence: string][];
  missing: string[];
}

/** What was written and what is left to do by hand. */
export function report(wish: Wish, { made, worded, added, missing }: Written): string {
  const { module, name } = wish;
  const lists = [
    `Written:\n${made.map((file) => `  ${file}\n`).join('')}\nWith new words:\n${worded.map((file) => `  ${file}\n`).join('')}`,
    menuLines(wish),
    `So that it is found by the search from the first request on, in src/lib/modules.server.ts:\n  import '#lib/${module}/${name}.server.ts';\n`,
    `These stand in English in every language. Improve them in locales/en, and translate them in locales/de, fr and pt:\n${added.map(([file, key, sentence]) => `  ${file}  ${key}  ${sentence}\n`).join('')}`,
    ...missing.map(
      (field) =>
        `Give ${field} a value in tests/${module}/${name}.test.ts: no record to refer to could be made by itself.\n`,
    ),
    `Then:
  npx vitest run tests/conformance -u        with -u, as the snapshot of who may open what grows; read its diff
  npx vitest run tests/${module}/${name}.test.ts
  npm run check
The next start makes the table. Until then the migration may still be changed.`,
  ];
  return lists.join('\n');
}

function menuLines({ module, key, pluralKey, subject }: Wish): string {
  const entry = `{ label: 'menu.${pluralKey}', path: ${key}Path.list, subject: '${subject}', anyOf: ['read'] },`;
  if (menu.some(({ label }) => label === `menu.${module}`))
    return `For the menu, in the entries of menu.${module} in src/components/menu.ts:\n  ${entry}\n`;
  return `For the menu, a section in src/components/menu.ts (with an icon of src/components/icons.ts):\n  {\n    label: 'menu.${module}',\n    icon: 'file-text',\n    entries: [\n      ${entry}\n    ],\n  },\n`;
}
