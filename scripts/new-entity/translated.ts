import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { languages, type Language } from '#lib/values/languages.ts';
import type { Words } from './shape.ts';

/** What a sentence at a key is in another language; undefined where the program says it nowhere. */
export type Said = (sentence: string, key: string) => string | undefined;

/**
 * English sentences that the program says already, with what they are in another language. Said of the same thing
 * (`fields.name`, `statuses.active`) before of any; where there are several ways, the way of most.
 */
export function saidIn(language: Language, root: string): Said {
  const ways = new Map<string, Map<string, number>>();
  const count = (place: string, said: string) => {
    const known = ways.get(place) ?? new Map<string, number>();
    ways.set(place, known.set(said, (known.get(said) ?? 0) + 1));
  };
  for (const file of globSync('locales/en/*.json', { cwd: root })) {
    const other = new Map(sentencesIn(read(root, file.replace('locales/en', `locales/${language}`))));
    for (const [key, sentence] of sentencesIn(read(root, file))) {
      const said = other.get(key);
      if (said) for (const place of [sentence, `${thing(key)} ${sentence}`]) count(place, said);
    }
  }
  const most = (place: string) => [...(ways.get(place) ?? [])].toSorted(([, a], [, b]) => b - a)[0]?.[0];
  return (sentence, key) => most(`${thing(key)} ${sentence}`) ?? most(sentence);
}

/** 'directory.team.fields.name' to 'fields.name'. */
const thing = (key: string): string => key.split('.').slice(-2).join('.');

/** Words with every sentence put into the language that can be; the others stay in English. */
export function translated(words: Words, said: Said, path = ''): Words {
  return Object.fromEntries(
    Object.entries(words).map(([key, child]) => [
      key,
      typeof child === 'string' ? (said(child, path + key) ?? child) : translated(child, said, `${path}${key}.`),
    ]),
  );
}

/** Every sentence of words by its whole key below them. */
export function sentencesIn(node: Words, path = ''): [string, string][] {
  return Object.entries(node).flatMap(([key, child]): [string, string][] =>
    typeof child === 'string' ? [[path + key, child]] : sentencesIn(child, `${path}${key}.`),
  );
}

/** Languages besides English, which is written first. */
export const others = languages.filter((language) => language !== 'en');

function read(root: string, file: string): Words {
  return JSON.parse(readFileSync(join(root, file), 'utf8')) as Words;
}
