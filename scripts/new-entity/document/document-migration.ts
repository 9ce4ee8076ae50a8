import { kinds } from '../kinds.ts';
import type { Known } from '../known.ts';
import { quotedList, snake, words } from '../names.ts';
import type { RequestedField } from '../wished-field.ts';
import type { DocumentWish } from './document-wish.ts';

/** The tables of the document and of its lines, with their checks and indexes. */
export function migration(wish: DocumentWish, known: ReadonlyMap<string, Known>): string {
  const { table, name, plural, fields, lineFields, lineTable, isPriced, called } = wish;
  const parent = `${snake(name)}_id`;
  const references = ['business_entity_id', ...referencesIn(fields)];
  const totals = `  gst_method text NOT NULL DEFAULT 'on-total' CHECK (gst_method IN ('per-line', 'on-total')),
  net_cents bigint NOT NULL DEFAULT 0 CHECK (net_cents >= 0),
  gst_cents bigint NOT NULL DEFAULT 0 CHECK (gst_cents >= 0),
  gross_cents bigint NOT NULL DEFAULT 0,
`;
  const prices = `  -- Ten-thousandths of a dollar.
  unit_price_e4 bigint NOT NULL CHECK (unit_price_e4 >= 0),
  gst_code text NOT NULL,
  gst_rate integer NOT NULL CHECK (gst_rate >= 0),
  price_includes_gst boolean NOT NULL DEFAULT false,
  net_cents bigint NOT NULL,
  gst_cents bigint NOT NULL,
  gross_cents bigint NOT NULL,
  line_state text NOT NULL DEFAULT 'open' CHECK (line_state IN ('open', 'rejected')),
  decision_note text,
  CONSTRAINT ${lineTable}_add_up CHECK (net_cents + gst_cents = gross_cents),
`;
  // The counts of tabs, and the amount added up with them, are read from these alone.
  const counted = (by: string, columns: string) =>
    `CREATE INDEX ${table}_${by} ON ${table} (${columns})${isPriced ? ' INCLUDE (gross_cents)' : ''} WHERE deleted_at IS NULL;\n`;
  return `-- ${words(plural)} with their lines.
CREATE TABLE ${table} (
  id uuid PRIMARY KEY,
  version integer NOT NULL DEFAULT 1,
  status text NOT NULL DEFAULT 'draft' CHECK (status IN ('draft', 'pending-approval', 'returned', 'rejected', 'approved', 'cancelled')),
  number text,
  revision integer NOT NULL DEFAULT 1 CHECK (revision > 0),
  submitted_at timestamptz,
  ended_reason text,
  on_hold boolean NOT NULL DEFAULT false,
  hold_reason text,
  held_by_id uuid REFERENCES users,
  held_at timestamptz,
  deleted_at timestamptz,
${fields.map((field) => `  ${column(field, known, wish)},\n`).join('')}  requester_id uuid NOT NULL REFERENCES users,
  department_id uuid NOT NULL REFERENCES departments,
  business_entity_id uuid NOT NULL REFERENCES business_entities,
${isPriced ? totals : ''}  copied_from_id uuid REFERENCES ${table},
  created_at timestamptz NOT NULL DEFAULT now(),
  created_by uuid REFERENCES users,
  updated_at timestamptz NOT NULL DEFAULT now(),
  updated_by uuid REFERENCES users,
  search text GENERATED ALWAYS AS (search_text(coalesce(number, '') || ' ' || ${snake(called)})) STORED,
  CONSTRAINT ${table}_number_key UNIQUE (number),
${isPriced ? `  CONSTRAINT ${table}_totals_add_up CHECK (net_cents + gst_cents = gross_cents),\n` : ''}  CONSTRAINT ${table}_numbered_when_sent CHECK (status IN ('draft', 'cancelled') OR number IS NOT NULL),
  CONSTRAINT ${table}_held_with_reason CHECK (on_hold = (hold_reason IS NOT NULL) AND on_hold = (held_at IS NOT NULL)),
  CONSTRAINT ${table}_only_drafts_are_deleted CHECK (deleted_at IS NULL OR (status = 'draft' AND number IS NULL))
);
${counted('created_at', 'created_at DESC, id DESC')}${counted('status', 'status, created_at DESC, id DESC')}${index(table, 'updated_at', 'updated_at DESC, id DESC')}${index(table, 'requester', 'requester_id, created_at DESC, id DESC')}${index(table, 'department', 'department_id, created_at DESC, id DESC')}${isPriced ? index(table, 'gross', 'gross_cents, id') : ''}${references.map((name) => index(table, name.replace(/_id$/, ''), name)).join('')}${['created_by', 'updated_by', 'copied_from_id'].map((name) => index(table, name.replace(/_id$/, ''), name)).join('')}CREATE INDEX ${table}_held_by ON ${table} (held_by_id) WHERE held_by_id IS NOT NULL;
CREATE INDEX ${table}_on_hold ON ${table} (created_at DESC, id DESC) WHERE on_hold;
CREATE INDEX ${table}_deleted ON ${table} (deleted_at) WHERE deleted_at IS NOT NULL;
CREATE INDEX ${table}_search ON ${table} USING gin (search gin_trgm_ops);

CREATE TABLE ${lineTable} (
  id uuid PRIMARY KEY,
  ${parent} uuid NOT NULL REFERENCES ${table} ON DELETE CASCADE,
  line_no integer NOT NULL CHECK (line_no > 0),
  description text NOT NULL,
${lineFields.map((field) => `  ${column(field, known, wish)},\n`).join('')}  quantity numeric(14, 3) NOT NULL CHECK (quantity > 0),
  unit text NOT NULL,
${isPriced ? prices : ''}  CONSTRAINT ${lineTable}_order UNIQUE (${parent}, line_no) DEFERRABLE INITIALLY DEFERRED
);
${referencesIn(lineFields)
  .map((name) => index(lineTable, name.replace(/_id$/, ''), name))
  .join('')}`;
}

const referencesIn = (fields: readonly RequestedField[]): string[] =>
  fields.filter(({ to }) => to).map(({ name }) => snake(name));

const index = (table: string, name: string, columns: string): string =>
  `CREATE INDEX ${table}_${name} ON ${table} (${columns});\n`;

function column(
  { name, kind, optional, values, to }: RequestedField,
  known: ReadonlyMap<string, Known>,
  wish: DocumentWish,
): string {
  const { column: type, check } = kinds[kind]!;
  const rule = values ? `${snake(name)} IN (${quotedList(values)})` : check?.(snake(name));
  return [
    snake(name),
    type,
    ...(optional ? [] : ['NOT NULL']),
    ...(kind === 'boolean' ? ['DEFAULT false'] : []),
    ...(to ? [`REFERENCES ${to === wish.name ? wish.table : snake(known.get(to)!.plural)}`] : []),
    ...(rule ? [`CHECK (${rule})`] : []),
  ].join(' ');
}
