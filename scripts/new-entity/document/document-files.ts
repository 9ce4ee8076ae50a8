import type { Known } from '../known.ts';
import { below, type WrittenFiles } from '../shape.ts';
import type { Wish } from '../wish.ts';
import { endpoints } from './document-endpoints.ts';
import { libFiles } from './document-lib.ts';
import { migration } from './document-migration.ts';
import { interfaceFiles, pages } from './document-pages.ts';
import { exampleFile, storyFile, testFile } from './document-tests.ts';
import { documentWish } from './document-wish.ts';

/** The files of a document: declaration, writing, life, form, print, pages, API, tables, a test and a story. */
export function documentFiles(asked: Wish, known: ReadonlyMap<string, Known>): Promise<WrittenFiles> {
  const wish = documentWish(asked);
  const { module, name, folder } = wish;
  const { text, missing } = testFile(wish);
  return Promise.resolve({
    files: {
      ...below(folder, libFiles(wish, known)),
      ...interfaceFiles(wish),
      ...pages(wish),
      ...endpoints(wish),
      [`db/seed/examples/${name}.ts`]: exampleFile(wish),
      [`tests/${module}/${name}.test.ts`]: text,
      [`tests/${module}/${name}.e2e.ts`]: storyFile(wish),
    },
    migration: migration(wish, known),
    missing,
  });
}
