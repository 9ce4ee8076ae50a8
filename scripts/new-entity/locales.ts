import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { StartRefused } from '#lib/process/config/start-refused.ts';
import { languages, type Language } from '#lib/values/languages.ts';
import { words } from './names.ts';
import type { Words } from './shape.ts';
import { shapes } from './shapes.ts';
import { others, saidIn, sentencesIn, translated } from './translated.ts';
import type { Wish } from './wish.ts';

/** A sentence that stands as in English in another language: said nowhere else, waiting for a translation there too, or rightly the same. */
export type Untranslated = [file: string, key: string, sentence: string];

/** The locale files with the record's words, and those that somebody must translate, by file and key. */
export function labelFiles(wish: Wish, root: string): { files: Record<string, string>; left: Untranslated[] } {
  const files: Record<string, string> = {};
  const added = addedWords(wish, root);
  const ways = new Map(others.map((language) => [language as string, saidIn(language, root)]));
  for (const language of languages) {
    const said = ways.get(language) ?? (() => undefined);
    const named: Record<string, Words> = { ...added, [`${wish.module}.json`]: wordsIn(wish, language, root) };
    for (const [name, more] of Object.entries(named)) {
      const file = join('locales', language, name);
      files[file] = `${JSON.stringify(merged(read(root, file), translated(more, said)), null, 2)}\n`;
    }
  }
  const left = Object.entries(added).flatMap(([name, more]) =>
    sentencesIn(more)
      .filter(([key, sentence]) => [...ways.values()].some((said) => (said(sentence, key) ?? sentence) === sentence))
      .map(([key, sentence]): Untranslated => [name, key, sentence]),
  );
  return { files, left };
}

/** Its own words, as far as its shape says them in the language; the others in English. */
const wordsIn = (wish: Wish, language: Language, root: string): Words =>
  shapes[wish.shape].labels(wish, language, root);

/** The new words in English by the name of their file. */
function addedWords(wish: Wish, root: string): Record<string, Words> {
  const { module, key, plural, pluralKey, subject, ownSubject } = wish;
  const own = `${module}.json`;
  if (read(root, join('locales/en', own))[key])
    throw new StartRefused(`locales/en/${own} has words under ${key} already. Nothing was written.`);
  const named: Record<string, Words> = {
    ...shapes[wish.shape].names?.(wish),
    ...(ownSubject && { 'access.json': { subjects: { [subject]: words(plural) } } }),
  };
  const entries = { [module]: words(module), [pluralKey]: words(plural), ...named['menu.json'] };
  const unsaid = Object.entries({ ...named, 'menu.json': entries })
    .map(([file, more]) => [file, lacking(read(root, join('locales/en', file)), more)] as const)
    .filter(([, more]) => Object.keys(more).length > 0);
  return { [own]: wordsIn(wish, 'en', root), ...Object.fromEntries(unsaid) };
}

/** What of these words is not said yet. */
function lacking(known: Words, more: Words): Words {
  return Object.fromEntries(
    Object.entries(more).flatMap(([key, added]): [string, string | Words][] => {
      const old = known[key];
      if (old === undefined) return [[key, added]];
      if (typeof old === 'string' || typeof added === 'string') return [];
      const rest = lacking(old, added);
      return Object.keys(rest).length > 0 ? [[key, rest]] : [];
    }),
  );
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
