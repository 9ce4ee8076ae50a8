import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { languages } from '#lib/values/languages.ts';
import { StartRefused } from '#lib/values/start-refused.ts';
import { searched } from './migration.ts';
import { listed, withArticle, words } from './names.ts';
import type { Wish } from './wish.ts';

interface Words {
  [key: string]: string | Words;
}

/** The locale files with the record's words in English, and the sentences that are new in them by file and key. */
export function labelFiles(
  wish: Wish,
  root: string,
): { files: Record<string, string>; added: [file: string, key: string, sentence: string][] } {
  const files: Record<string, string> = {};
  for (const language of languages) {
    const own = join('locales', language, `${wish.module}.json`);
    const menu = join('locales', language, 'menu.json');
    const known = read(root, own);
    if (known[wish.key]) throw new StartRefused(`${own} has words under ${wish.key} already. Nothing was written.`);
    files[own] = written({ ...known, [wish.key]: labelsOf(wish) });
    const entries = read(root, menu);
    files[menu] = written({ ...entries, ...menuLabels(wish), ...entries });
  }
  const newInMenu = Object.entries(menuLabels(wish)).filter(([key]) => !(key in read(root, 'locales/en/menu.json')));
  return {
    files,
    added: [
      ...sentences(labelsOf(wish), wish.key).map(([key, sentence]): [string, string, string] => [
        `${wish.module}.json`,
        key,
        sentence,
      ]),
      ...newInMenu.map(([key, sentence]): [string, string, string] => ['menu.json', key, String(sentence)]),
    ],
  };
}

function menuLabels({ module, plural, pluralKey }: Wish): Words {
  return { [module]: words(module), [pluralKey]: words(plural) };
}

function labelsOf({ name, plural, fields }: Wish): Words {
  const [one, many] = [words(name), words(plural)];
  const choices = fields.flatMap(({ name: field, values }) =>
    values ? [[field, Object.fromEntries(values.map((value) => [value, words(value)]))]] : [],
  );
  const search = listed(
    searched(fields).map(({ name: field }) => words(field).toLowerCase()),
    'or',
  );
  return {
    one,
    many,
    new: `New ${one.toLowerCase()}`,
    edit: `Change ${one.toLowerCase()}`,
    search: search[0]!.toUpperCase() + search.slice(1),
    count_one: `{{number}} ${one.toLowerCase()}`,
    count_other: `{{number}} ${many.toLowerCase()}`,
    fields: Object.fromEntries(fields.map(({ name: field }) => [field, words(field)])),
    ...(choices.length > 0 && { choices: Object.fromEntries(choices) }),
    statuses: { active: 'Active', inactive: 'Inactive' },
    acts: { close: 'Make inactive', reopen: 'Make active again' },
    types: { [`all-${plural}`]: `All ${many.toLowerCase()}`, active: 'Active', inactive: 'Inactive' },
    empty: {
      title: `No ${one.toLowerCase()} yet`,
      text: `${withArticle(one.toLowerCase()).replace(/^a/, 'A')} that somebody makes stands here.`,
    },
  };
}

function sentences(node: Words, path: string): [string, string][] {
  return Object.entries(node).flatMap(([key, child]): [string, string][] =>
    typeof child === 'string' ? [[`${path}.${key}`, child]] : sentences(child, `${path}.${key}`),
  );
}

function read(root: string, file: string): Words {
  return existsSync(join(root, file)) ? (JSON.parse(readFileSync(join(root, file), 'utf8')) as Words) : {};
}

const written = (all: Words): string => `${JSON.stringify(all, null, 2)}\n`;
