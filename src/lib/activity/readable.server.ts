import { sql } from 'kysely';
import { validate } from 'uuid';
import { allEntities, labels, type Entity } from '#lib/kernel/entity.ts';
import type { Field } from '#lib/kernel/fields.ts';
import { textOf } from '#lib/kernel/form-values.ts';
import { titleOf } from '#lib/kernel/list.server.ts';
import { shownValue, type Reader } from '#lib/kernel/shown.ts';
import { db } from '#lib/platform/database.server.ts';
import { isTranslated, type Translate } from '#lib/platform/i18n/translator.server.ts';
import type { ActivityRow } from './activity.server.ts';
import { subjectName } from './sentence.server.ts';

/** One field of an entry in words. */
export interface ReadableChange {
  field: string;
  label: string;
  before: string;
  after: string;
}

type Entry = Pick<ActivityRow, 'entity' | 'subject' | 'before' | 'after' | 'changedFields'>;
export type Titles = ReadonlyMap<string, string>;

/** The changed fields of an entry as people read them. `titles` are those of `titlesIn`. */
export function readableChanges({ entity, before, after, changedFields }: Entry, titles: Titles, reader: Reader): ReadableChange[] {
  const of = entity === null ? undefined : allEntities().find(({ name }) => name === entity);
  return changedFields.map((field) => ({
    field, label: fieldName(of, field, reader.t),
    before: valueText(of, field, before?.[field], titles, reader), after: valueText(of, field, after?.[field], titles, reader),
  }));
}

/** The titles of every record that the entries refer to by id; one statement however many they are. */
export async function titlesIn(entries: readonly Entry[]): Promise<Titles> {
  const wanted = new Map<string, Set<string>>();
  for (const { entity, before, after, changedFields } of entries) {
    const of = allEntities().find(({ name }) => name === entity);
    for (const field of changedFields) for (const side of [before, after]) note(wanted, of?.fields[field] as Field | undefined, side?.[field]);
  }
  if (wanted.size === 0) return new Map();
  const parts = [...wanted].map(([name, ids]) => sql`select v.id, ${titleOf(name, sql.ref('v.id'))} as title from unnest(${[...ids]}::uuid[]) as v(id)`);
  const { rows } = await sql<{ id: string; title: string | null }>`${sql.join(parts, sql` union all `)}`.execute(db);
  return new Map(rows.flatMap(({ id, title }) => (title === null ? [] : [[id, title]])));
}

/** The name of a field; of a role's entry each field is a subject. */
function fieldName(of: Entity | undefined, field: string, t: Translate): string {
  if (of?.name === 'role' && isTranslated(`access.subjects.${field}`, 'en')) return subjectName(t, field);
  const key = of ? labels.field(of, field) : '';
  return isTranslated(key, 'en') ? t(key) : field;
}

function valueText(of: Entity | undefined, field: string, value: unknown, titles: Titles, reader: Reader): string {
  if (value === null || value === undefined || value === '') return '';
  if (of?.name === 'role' && Array.isArray(value) && !of.fields[field]) return value.map((right) => rightName(String(right), reader.t)).join(', ');
  const declared = of?.fields[field] as Field | undefined;
  if (declared?.kind === 'references') return [value].flat().map((id) => titles.get(String(id)) ?? String(id)).join(', ');
  if (declared?.kind === 'rows') return (value as Record<string, unknown>[]).map((row) => rowText(declared, row, titles, reader)).join('\n');
  if (of && (declared || field === 'status')) return shownValue(of, field, { [field]: value, titles: { [field]: titles.get(String(value)) ?? '' } }, reader);
  return typeof value === 'object' ? JSON.stringify(value) : String(value);
}

function rowText({ cells }: Field, row: Record<string, unknown>, titles: Titles, { language }: Reader): string {
  return Object.entries(row).filter(([, value]) => value !== null && value !== '').map(([name, value]) => {
    const cell = cells?.[name];
    if (cell?.kind === 'reference') return titles.get(String(value)) ?? String(value);
    return cell ? textOf(cell, value, language) : String(value);
  }).join(' · ');
}

function rightName(right: string, t: Translate): string {
  const [action = '', condition] = right.split(':');
  const key = `access.actions.${action}`;
  const name = isTranslated(key, 'en') ? t(key) : action;
  return condition ? `${name} (${t(`access.conditions.${condition}`)})` : name;
}

function note(wanted: Map<string, Set<string>>, field: Field | undefined, value: unknown): void {
  if (!field || value === null || value === undefined) return;
  if (field.cells && Array.isArray(value)) {
    for (const row of value) for (const [name, cell] of Object.entries(field.cells)) note(wanted, cell, (row as Record<string, unknown>)[name]);
  } else if (field.to) {
    const ids = wanted.get(field.to) ?? new Set();
    for (const id of [value].flat()) if (validate(String(id))) wanted.set(field.to, ids.add(String(id)));
  }
}
