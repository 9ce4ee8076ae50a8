import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { format } from 'prettier';
import { check, checkFiles } from './checks.ts';
import { help } from './help.ts';
import { knownEntities } from './known.ts';
import { labelFiles } from './locales.ts';
import { migrationName } from './migration-name.ts';
import { registrations } from './registration.ts';
import { report } from './report.ts';
import { shapes } from './shapes.ts';
import { readRequestedEntity } from './wish.ts';
import style from '../../.prettierrc.json' with { type: 'json' };

/**
 * Writes the files of a new kind of record below `root` and gives what to tell the person. Throws StartRefused with a
 * sentence for what is wrong, before anything is written.
 */
export async function makeEntity(argv: readonly string[], root: string, now = new Date()): Promise<string> {
  if (argv.length === 0 || argv.includes('--help') || argv.includes('-h')) return help;
  const wish = readRequestedEntity(argv);
  const known = knownEntities(root);
  check(wish, known, root);
  const written = await shapes[wish.shape].files(wish, known, root);
  const registered = (shapes[wish.shape].edits ?? registrations)(wish, root);
  const files = { ...written.files, [`db/migrations/${migrationName(wish, root, now)}`]: written.migration };
  checkFiles(Object.keys(files), root);
  const labels = labelFiles(wish, root);
  for (const [file, content] of Object.entries({ ...labels.files, ...files, ...registered }))
    write(join(root, file), await formatted(file, content));
  return report(wish, {
    made: Object.keys(files),
    changed: [...new Set([...Object.keys(registered), ...Object.keys(labels.files)])],
    left: labels.left,
    missing: written.missing,
  });
}

/** As the formatter of the project would leave it; it reads neither SQL nor words. */
async function formatted(file: string, text: string): Promise<string> {
  return /\.(sql|json)$/.test(file) ? text : format(text, { ...style, filepath: file });
}

function write(file: string, text: string): void {
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, text);
}
