import { readdirSync, readFileSync, statSync } from 'node:fs';
import { join, parse, resolve } from 'node:path';
import { type Language, languages } from '#lib/values/languages.ts';

/** Where the texts are: `locales/<language>/<module>.json` under the working directory of the process. */
const localesDirectory = resolve('locales');

/** The texts of one language; the first part of a key is the name of its file. */
export function readCatalogue(language: Language): Record<string, unknown> {
  const files = filesOf(language).map((file) => [parse(file).name, JSON.parse(readFileSync(file, 'utf8'))] as const);
  return Object.fromEntries(files);
}

/** Changes when any file of texts is added, removed or written to. */
export function catalogueStamp(): string {
  return languages
    .flatMap(filesOf)
    .map((file) => `${file}:${statSync(file).mtimeMs}`)
    .join();
}

function filesOf(language: Language): string[] {
  const folder = join(localesDirectory, language);
  return readdirSync(folder)
    .filter((name) => name.endsWith('.json'))
    .map((name) => join(folder, name));
}
