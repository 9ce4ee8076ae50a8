import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { format } from 'prettier';
import { check, checkFiles } from './checks.ts';
import { declaration } from './declaration.ts';
import { endpoints } from './endpoints.ts';
import { help } from './help.ts';
import { knownEntities } from './known.ts';
import { labelFiles } from './labels.ts';
import { migration, migrationName } from './migration.ts';
import { pages } from './pages.ts';
import { report } from './report.ts';
import { serverFile } from './server-file.ts';
import { testFile } from './test-file.ts';
import { readWish } from './wish.ts';
import style from '../../.prettierrc.json' with { type: 'json' };

/**
 * Writes the files of a new kind of record below `root` and gives what to tell the person. Throws StartRefused with a
 * sentence for what is wrong, before anything is written.
 */
export async function makeEntity(argv: readonly string[], root: string, now = new Date()): Promise<string> {
  if (argv.length === 0 || argv.includes('--help') || argv.includes('-h')) return help;
  const wish = readWish(argv);
  const known = knownEntities(root);
  check(wish, known, root);
  const { module, name, path } = wish;
  const { text, missing } = await testFile(wish, known, root);
  const files: Record<string, string> = {
    [`src/lib/${module}/${name}.ts`]: declaration(wish, known),
    [`src/lib/${module}/${name}.server.ts`]: serverFile(wish),
    ...below(`src/pages${path}`, pages(wish)),
    ...below(`src/pages/api${path}`, endpoints(wish)),
    [`db/migrations/${migrationName(wish, root, now)}`]: migration(wish, known),
    [`tests/${module}/${name}.test.ts`]: text,
  };
  checkFiles(Object.keys(files), root);
  const labels = labelFiles(wish, root);
  for (const [file, content] of Object.entries(files)) write(join(root, file), await formatted(file, content));
  for (const [file, content] of Object.entries(labels.files)) write(join(root, file), content);
  return report(wish, { made: Object.keys(files), worded: Object.keys(labels.files), added: labels.added, missing });
}

function below(folder: string, files: Record<string, string>): Record<string, string> {
  return Object.fromEntries(Object.entries(files).map(([file, text]) => [`${folder}/${file}`, text]));
}

/** As the formatter of the project would leave it; it does not read SQL. */
async function formatted(file: string, text: string): Promise<string> {
  return file.endsWith('.sql') ? text : format(text, { ...style, filepath: file });
}

function write(file: string, text: string): void {
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, text);
}
