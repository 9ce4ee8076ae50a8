import type { Known } from '../known.ts';
import { below, type WrittenFiles } from '../shape.ts';
import type { Wish } from '../wish.ts';
import { declaration } from './declaration.ts';
import { endpoints } from './endpoints.ts';
import { migration } from './migration.ts';
import { pages } from './pages.ts';
import { seedFile } from './seed-file.ts';
import { serverFile } from './server-file.ts';
import { testFile } from './test-file.ts';

/** The files of a simple record: what is written unless another shape is asked for. */
export async function recordFiles(wish: Wish, known: ReadonlyMap<string, Known>, root: string): Promise<WrittenFiles> {
  const { module, name, plural, path } = wish;
  const { text, missing } = await testFile(wish, known, root);
  return {
    files: {
      [`src/lib/${module}/${name}.ts`]: declaration(wish, known),
      [`src/lib/${module}/${name}.server.ts`]: serverFile(wish),
      ...below(`src/pages${path}`, pages(wish)),
      ...below(`src/pages/api${path}`, endpoints(wish)),
      [`tests/${module}/${name}.test.ts`]: text,
      [`db/seed/${plural}.ts`]: await seedFile(wish, known, root),
    },
    migration: migration(wish, known),
    missing,
  };
}
