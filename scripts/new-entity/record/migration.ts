import { kinds } from '../kinds.ts';
import type { Known } from '../known.ts';
import { quotedList, snake, words } from '../names.ts';
import type { Wish } from '../wish.ts';
import type { RequestedField } from '../wished-field.ts';

/** The table with its checks and indexes. */
export function migration(wish: Wish, known: ReadonlyMap<string, Known>): string {
  const { table, plural, fields, unique, title } = wish;
  const sorted = title.filter((name) => name !== unique);
  const references = fields.filter(({ to }) => to);
  return `-- ${words(plural)}, and what finds and sorts them.
CREATE TABLE ${table} (
  id uuid PRIMARY KEY,
  version integer NOT NULL DEFAULT 1,
  status text NOT NULL DEFAULT 'active' CHECK (status IN ('active', 'inactive')),
${fields.map((field) => `  ${column(wish, field, known)},\n`).join('')}  created_at timestamptz NOT NULL DEFAULT now(),
  created_by uuid REFERENCES users,
  updated_at timestamptz NOT NULL DEFAULT now(),
  updated_by uuid REFERENCES users,
  search text GENERATED ALWAYS AS (search_text(${searched(fields)
    .map(({ name, kind }) => (kind === 'contact-number' ? `search_digits(${snake(name)})` : snake(name)))
    .join(', ')})) STORED,
  CONSTRAINT ${table}_${snake(unique)}_key UNIQUE (${snake(unique)})
);
CREATE INDEX ${table}_search ON ${table} USING gin (search gin_trgm_ops);
${[...sorted, 'updatedAt'].map((name) => `CREATE INDEX ${table}_${snake(name)} ON ${table} (${snake(name)}, id);\n`).join('')}${references.map(({ name }) => `CREATE INDEX ${table}_${withoutId(snake(name), fields)} ON ${table} (${snake(name)});\n`).join('')}`;
}

/** The fields whose words a search looks through. */
export function searched(fields: readonly RequestedField[]): RequestedField[] {
  return fields.filter(({ kind }) => ['text', 'email', 'contact-number'].includes(kind));
}

function column(
  { name: self, table }: Wish,
  { name, kind, optional, values, to }: RequestedField,
  known: ReadonlyMap<string, Known>,
): string {
  const of = snake(name);
  const { column: type, check } = kinds[kind]!;
  const rule = values ? `${of} IN (${quotedList(values)})` : check?.(of);
  return [
    of,
    type,
    ...(optional ? [] : ['NOT NULL']),
    ...(kind === 'boolean' ? ['DEFAULT false'] : []),
    ...(to ? [`REFERENCES ${to === self ? table : snake(known.get(to)!.plural)}`] : []),
    ...(rule ? [`CHECK (${rule})`] : []),
  ].join(' ');
}

/** 'store_keeper_id' to 'store_keeper', unless something else is called so. */
function withoutId(column: string, fields: readonly RequestedField[]): string {
  const short = column.replace(/_id$/, '');
  return short === 'search' || fields.some(({ name }) => snake(name) === short) ? column : short;
}
