import type { Language } from '#lib/values/languages.ts';
import type { Known } from './known.ts';
import type { Wish } from './wish.ts';

/** Words of a file below `locales`. */
export interface Words {
  [key: string]: string | Words;
}

/** What one shape of record writes: each has a folder of its own here. */
export interface Shape {
  /** Its files by their path from the root, without the migration, whose name is dated. */
  files(wish: Wish, known: ReadonlyMap<string, Known>, root: string): Promise<WrittenFiles>;
  /** What stands in the file of words of its module, by key; in English, or in the language of the file. */
  labels(wish: Wish, language: Language, root: string): Record<string, Words>;
  /** What else names it, in English, by the name of the file of words. */
  names?(wish: Wish): Record<string, Words>;
  /** Files that are there already and come to know it, with their new text; those of every record when left out. */
  edits?(wish: Wish, root: string): Record<string, string>;
}

export interface WrittenFiles {
  files: Record<string, string>;
  migration: string;
  /** Fields to which somebody must give a value in the test before it passes. */
  missing: string[];
}

/** The files of a folder by their path from the root. */
export function below(folder: string, files: Record<string, string>): Record<string, string> {
  return Object.fromEntries(Object.entries(files).map(([file, text]) => [`${folder}/${file}`, text]));
}
