import { basename, dirname } from 'node:path';
import { kinds } from '../kinds.ts';
import type { Known } from '../known.ts';
import { quoted, quotedList } from '../names.ts';
import type { Wish } from '../wish.ts';
import type { RequestedField } from '../wished-field.ts';

/** More columns than these are hidden until somebody chooses them. */
const SHOWN = 6;

/** `src/lib/<module>/<name>.ts`: what the record is. */
export function declaration(wish: Wish, known: ReadonlyMap<string, Known>): string {
  const { key, fields, tree } = wish;
  // In a list the whole way down says more than the one above.
  const columns = fields
    .filter(({ kind }) => kind !== 'long-text')
    .map(({ name }) => (tree && name === 'parentId' ? 'treePath' : name));
  const hidden = [...columns.slice(SHOWN), ...(tree ? ['treeDepth'] : []), 'updatedAt'];
  const filters = fields
    .filter(({ kind }) => ['choice', 'reference', 'boolean'].includes(kind))
    .map(({ name }) => name);
  const calls = [...new Set([...fields.map(({ kind }) => kinds[kind]!.call), ...(tree ? ['computed'] : [])])].sort();
  const choices = fields
    .filter(({ values }) => values)
    .map(({ name, values }) => `export const ${valuesName(wish, name)} = [${quotedList(values!)}] as const;\n`);
  return `import { ${calls.join(', ')} } from '#lib/values/fields.ts';
import { entity, type RowOf } from '#lib/records/entity.ts';
import { recordPaths } from '#lib/records/paths.ts';
${importsOf(wish, known)}
${choices.length > 0 ? `${choices.join('')}\n` : ''}export const ${key} = entity('${wish.name}', {
  module: '${wish.module}',
  plural: '${wish.plural}',
  subject: '${wish.subject}',
  path: '${wish.path}',
  title: [${quotedList(wish.title)}],
${tree ? "  tree: 'parentId',\n" : ''}  fields: {
${fields.map((field) => `    ${field.name}: ${callOf(wish, field)},\n`).join('')}${tree ? "    treePath: computed('text'),\n    treeDepth: computed('integer'),\n" : ''}  },
  list: {
    columns: [${quotedList([...columns, ...(tree ? ['treeDepth'] : []), 'status', 'updatedAt'])}],
    hidden: [${quotedList(hidden)}],
    sortable: [${quotedList([...wish.title, 'updatedAt'])}],
    defaultSort: '${wish.unique}',
    filters: [${quotedList(['status', ...filters])}],
    types: { 'all-${wish.plural}': {}, active: { statuses: ['active'] }, inactive: { statuses: ['inactive'] } },
  },
  form: [${quotedList(fields.map(({ name }) => name))}],
  statuses: ['active', 'inactive'],
  transitions: { close: { from: ['active'], to: 'inactive' }, reopen: { from: ['inactive'], to: 'active' } },
});

export type ${wish.type} = RowOf<typeof ${key}>;

/** The pages of this kind of record, and its API. */
export const ${key}Path = recordPaths(${key}.path);
`;
}

/** A reference needs the declaration of what it points to. */
function importsOf({ module, name, fields }: Wish, known: ReadonlyMap<string, Known>): string {
  const others = [...new Set(fields.flatMap(({ to }) => (to && to !== name ? [known.get(to)!] : [])))];
  const paths = others.map((other) =>
    dirname(other.file) === `src/lib/${module}` ? `./${basename(other.file)}` : other.file.replace('src/lib/', '#lib/'),
  );
  return [...new Set(paths)]
    .sort()
    .map((path) => `import '${path}';\n`)
    .join('');
}

function callOf(wish: Wish, { name, kind, optional, max, values, to }: RequestedField): string {
  const options = [...(max === undefined ? [] : [`max: ${max}`]), ...(optional ? ['optional: true'] : [])];
  const first = values ? [valuesName(wish, name)] : to ? [quoted(to)] : [];
  return `${kinds[kind]!.call}(${[...first, ...(options.length > 0 ? [`{ ${options.join(', ')} }`] : [])].join(', ')})`;
}

/** 'storeShelfMaterialValues': the values of a choice are exported, as forms and tests need them. */
function valuesName({ key }: Wish, field: string): string {
  return `${key}${field[0]!.toUpperCase()}${field.slice(1)}Values`;
}
