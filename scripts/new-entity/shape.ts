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
  /** What stands under its key in the file of words of its module, in English. */
  labels(wish: Wish): Words;
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
