import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { StartRefused } from '#lib/values/start-refused.ts';
import { languages } from '#lib/values/languages.ts';
import { words } from './names.ts';
import type { Words } from './shape.ts';
import { shapes } from './shapes.ts';
import { others, saidIn, sentencesIn, translated } from './translated.ts';
import type { Wish } from './wish.ts';

/** A sentence that stands in English in another language too, since nothing else in the program says it. */
export type Untranslated = [file: string, key: string, sentence: string];

/** The locale files with the record's words, and those that somebody must translate, by file and key. */
export function labelFiles(wish: Wish, root: string): { files: Record<string, string>; left: Untranslated[] } {
  const files: Record<string, string> = {};
  const added = addedWords(wish, root);
  const ways = new Map(others.map((language) => [language as string, saidIn(language, root)]));
  for (const language of languages) {
    const said = ways.get(language) ?? (() => undefined);
    for (const [name, more] of Object.entries(added)) {
      const file = join('locales', language, name);
      files[file] = `${JSON.stringify(merged(read(root, file), translated(more, said)), null, 2)}\n`;
    }
  }
  const left = Object.entries(added).flatMap(([name, more]) =>
    sentencesIn(more)
      .filter(([key, sentence]) => [...ways.values()].some((said) => said(sentence, key) === undefined))
      .map(([key, sentence]): Untranslated => [name, key, sentence]),
  );
  return { files, left };
}

/** The new words in English by the name of their file. */
function addedWords(wish: Wish, root: string): Record<string, Words> {
  const { module, key, plural, pluralKey, subject, ownSubject } = wish;
  const own = `${module}.json`;
  if (read(root, join('locales/en', own))[key])
    throw new StartRefused(`locales/en/${own} has words under ${key} already. Nothing was written.`);
  const menu = read(root, 'locales/en/menu.json');
  const entries = Object.entries({ [module]: words(module), [pluralKey]: words(plural) }).filter(
    ([name]) => !(name in menu),
  );
  return {
    [own]: { [key]: shapes[wish.shape].labels(wish) },
    ...(entries.length > 0 && { 'menu.json': Object.fromEntries(entries) }),
    ...(ownSubject && { 'access.json': { subjects: { [subject]: words(plural) } } }),
  };
}

function merged(known: Words, more: Words): Words {
  return Object.fromEntries(
    [...new Set([...Object.keys(known), ...Object.keys(more)])].map((key) => {
      const [old, added] = [known[key], more[key]];
      return [key, typeof old === 'object' && typeof added === 'object' ? merged(old, added) : (added ?? old)!];
    }),
  );
}

function read(root: string, file: string): Words {
  return existsSync(join(root, file)) ? (JSON.parse(readFileSync(join(root, file), 'utf8')) as Words) : {};
}
