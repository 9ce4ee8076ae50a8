import { existsSync, globSync, readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';

/** An entity that is declared already. */
export interface Known {
  name: string;
  module: string;
  plural: string;
  /** Of its declaration, from the root: 'src/lib/directory/user/user.ts'. */
  file: string;
}

const DECLARED =
  /(?:entity|document)\(\s*'([a-z0-9-]+)',\s*\{\s*(?:docType: '\w+',\s*)?module: '(\w+)',\s*plural: '([a-z0-9-]+)'/g;

/** Every entity that is declared below `root`, by name. */
export function knownEntities(root: string): Map<string, Known> {
  const files = globSync('src/lib/**/*.ts', { cwd: root }).filter((file) => !file.endsWith('.server.ts'));
  const known = files.flatMap((file) =>
    [...readFileSync(join(root, file), 'utf8').matchAll(DECLARED)].map(
      ([, name = '', module = '', plural = '']): Known => ({ name, module, plural, file }),
    ),
  );
  return new Map(known.map((one) => [one.name, one]));
}

/** Every table that a migration makes. */
export function knownTables(root: string): Set<string> {
  const folder = join(root, 'db/migrations');
  return new Set(
    migrationsIn(root).flatMap((name) =>
      [...readFileSync(join(folder, name), 'utf8').matchAll(/CREATE TABLE (?:IF NOT EXISTS )?(\w+)/gi)].map(
        ([, table]) => table!,
      ),
    ),
  );
}

/** Names of the migrations in their order. */
export function migrationsIn(root: string): string[] {
  const folder = join(root, 'db/migrations');
  return existsSync(folder)
    ? readdirSync(folder)
        .filter((name) => name.endsWith('.sql'))
        .sort()
    : [];
}
