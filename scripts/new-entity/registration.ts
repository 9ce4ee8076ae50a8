import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { cataloguePart } from './modules.ts';
import { pascal } from './names.ts';
import type { Wish } from './wish.ts';

const SEED = 'db/seed/index.ts';
const MODULES = 'src/lib/modules.server.ts';
const MENU = 'src/components/shell/menu.ts';
const CATALOGUE = 'src/lib/values/rights-catalogue.ts';

/**
 * The files of the program that name every kind of record, with the new one in them: what is loaded before the first
 * request, the menu, the demonstration company and, for a subject of its own, the catalogue of rights. A file that is not below `root` is left out.
 */
export function registrations(wish: Wish, root: string): Record<string, string> {
  const changes: [string, (source: string) => string][] = [
    [MODULES, (source) => withImport(source, `import '#lib/${wish.module}/${wish.name}.server.ts';`)],
    [MENU, (source) => withEntry(source, wish)],
    [SEED, (source) => withBuilt(source, wish)],
    ...(wish.ownSubject ? [[CATALOGUE, (source: string) => withSubject(source, wish)] as const] : []),
  ] as [string, (source: string) => string][];
  return Object.fromEntries(
    changes
      .filter(([file]) => existsSync(join(root, file)))
      .map(([file, change]) => [file, change(readFileSync(join(root, file), 'utf8'))]),
  );
}

/** Behind the last import of the same module, else behind all. */
function withImport(source: string, line: string): string {
  const lines = source.split('\n');
  const room = line.replace(/[^/]*$/, '');
  const imports = lines.flatMap((one, index) => (one.startsWith('import ') ? [index] : []));
  const near = imports.filter((index) => lines[index]!.startsWith(room));
  return lines.toSpliced((near.at(-1) ?? imports.at(-1) ?? -1) + 1, 0, line).join('\n');
}

/** In the section of its module; a module without one gets it, before the settings. */
function withEntry(source: string, { module, name, key, pluralKey, subject }: Wish): string {
  const entry = `{ label: 'menu.${pluralKey}', path: ${key}Path.list, subject: '${subject}', anyOf: ['read'] },`;
  const section = source.indexOf(`label: 'menu.${module}',\n    icon:`);
  const end = section < 0 ? -1 : source.indexOf('\n  },', section);
  const list = section < 0 ? -1 : source.lastIndexOf(']', end);
  const settings = source.lastIndexOf('  {', source.indexOf("label: 'menu.settings',\n    icon:"));
  const made = `  {\n    label: 'menu.${module}',\n    icon: 'file-text',\n    entries: [${entry}],\n  },\n`;
  const before = section < 0 ? '' : source.slice(0, list).trimEnd();
  const entered =
    section < 0
      ? source.slice(0, settings) + made + source.slice(settings)
      : `${before}${before.endsWith(',') ? '' : ','}\n${entry}${source.slice(list)}`;
  return withImport(entered, `import { ${key}Path } from '#lib/${module}/${name}.ts';`);
}

/** After what was built before, which it may refer to. */
function withBuilt(source: string, { plural }: Wish): string {
  const call = `await build${pascal(plural)}(company);`;
  const built = source.replace('  await mark(FINISHED);', `  ${call}\n  await mark(FINISHED);`);
  return withImport(built, `import { build${pascal(plural)} } from './${plural}.ts';`);
}

function withSubject(source: string, { module, subject }: Wish): string {
  const part = source.indexOf(`const ${cataloguePart[module]} = {`);
  const end = source.indexOf('\n} as const;', part);
  return `${source.slice(0, end)}\n  ${subject}: plain,${source.slice(end)}`;
}
