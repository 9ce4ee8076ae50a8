import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { languages } from '#lib/values/languages.ts';
import { StartRefused } from '#lib/values/start-refused.ts';
import { words } from './names.ts';
import type { Words } from './shape.ts';
import { shapes } from './shapes.ts';
import type { Wish } from './wish.ts';

/** The locale files with the record's words in English, and the sentences that are new in them by file and key. */
export function labelFiles(
  wish: Wish,
  root: string,
): { files: Record<string, string>; added: [file: string, key: string, sentence: string][] } {
  const own = shapes[wish.shape].labels(wish);
  const files: Record<string, string> = {};
  for (const language of languages) {
    const file = join('locales', language, `${wish.module}.json`);
    const menu = join('locales', language, 'menu.json');
    const known = read(root, file);
    if (known[wish.key]) throw new StartRefused(`${file} has words under ${wish.key} already. Nothing was written.`);
    files[file] = written({ ...known, [wish.key]: own });
    const entries = read(root, menu);
    files[menu] = written({ ...entries, ...menuLabels(wish), ...entries });
  }
  const newInMenu = Object.entries(menuLabels(wish)).filter(([key]) => !(key in read(root, 'locales/en/menu.json')));
  return {
    files,
    added: [
      ...sentences(own, wish.key).map(([key, sentence]): [string, string, string] => [
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

function sentences(node: Words, path: string): [string, string][] {
  return Object.entries(node).flatMap(([key, child]): [string, string][] =>
    typeof child === 'string' ? [[`${path}.${key}`, child]] : sentences(child, `${path}.${key}`),
  );
}

function read(root: string, file: string): Words {
  return existsSync(join(root, file)) ? (JSON.parse(readFileSync(join(root, file), 'utf8')) as Words) : {};
}

const written = (all: Words): string => `${JSON.stringify(all, null, 2)}\n`;
