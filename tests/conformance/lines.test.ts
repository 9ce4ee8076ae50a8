import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { allDocuments } from '#lib/documents/document.ts';
import { allLines } from '#lib/documents/lines/lines.ts';
import { labels } from '#lib/records/entity.ts';
import { snake } from '#lib/values/names.ts';
import '#lib/modules.server.ts';
import { db } from '#lib/process/database/database.server.ts';
import { isTranslated } from '#lib/process/i18n/translator.server.ts';
import type { Field } from '#lib/values/fields.ts';
import { languages } from '#lib/values/languages.ts';
import { columnTypes } from '#tests/support/column-types.ts';

const kinds = allLines();
const fieldsOf = (of: (typeof kinds)[number]) => Object.entries(of.record.fields as Record<string, Field>);

test('every kind of lines belongs to a document', () => {
  expect(kinds.length).toBeGreaterThan(0);
  const ofDocuments = allDocuments().flatMap(({ lines }) => (lines ? [lines.name] : []));
  expect(kinds.map(({ name }) => name).toSorted()).toEqual([...new Set(ofDocuments)].toSorted());
});

test('columns are what the declarations say: there, of the type, nullable when optional', async () => {
  const { rows } = await sql<{ tableName: string; columnName: string; dataType: string; isNullable: string }>`
    select table_name, column_name, data_type, is_nullable from information_schema.columns where table_schema = 'public'`.execute(
    db,
  );
  const wrong = kinds.flatMap((of) => {
    const known = new Map(
      rows.filter(({ tableName }) => tableName === snake(of.table)).map((column) => [column.columnName, column]),
    );
    return fieldsOf(of).flatMap(([name, field]) => {
      const column = known.get(snake(name));
      if (!column) return [`${of.name}.${name} has no column`];
      if (!columnTypes[field.kind]!.includes(column.dataType))
        return [`${of.name}.${name} is stored as ${column.dataType}`];
      if (field.kind === 'boolean') return [];
      return field.optional === (column.isNullable === 'YES')
        ? []
        : [`${of.name}.${name} and its column differ in what may be empty`];
    });
  });
  expect(wrong).toEqual([]);
});

test('a line belongs to one document, and its number is its own there until the end of the transaction', async () => {
  const { rows } = await sql<{ tableName: string; definition: string }>`
    select conrelid::regclass::text as table_name, pg_get_constraintdef(oid) as definition from pg_constraint where contype in ('f', 'u')`.execute(
    db,
  );
  const wrong = kinds.flatMap((of) => {
    const promised = rows.filter(({ tableName }) => tableName === snake(of.table)).map(({ definition }) => definition);
    const parent = snake(of.parent);
    return [
      ...(promised.some((text) => text.startsWith(`FOREIGN KEY (${parent}) REFERENCES`))
        ? []
        : [`${of.name}: ${parent}`]),
      ...(promised.includes(`UNIQUE (${parent}, line_no) DEFERRABLE INITIALLY DEFERRED`)
        ? []
        : [`${of.name}: line_no`]),
    ];
  });
  expect(wrong).toEqual([]);
});

test('every label of a line stands in every language', () => {
  const wrong = kinds.flatMap((of) => {
    const keys = [
      labels.one(of.record),
      labels.many(of.record),
      `${of.words}.row`,
      ...fieldsOf(of).map(([name]) => labels.field(of.record, name)),
      ...fieldsOf(of).flatMap(([name, { values = [] }]) =>
        values.map((value) => labels.choice(of.record, name, value)),
      ),
    ];
    return languages.flatMap((language) =>
      keys.filter((key) => !isTranslated(key, language)).map((key) => `${language}: ${key}`),
    );
  });
  expect(wrong).toEqual([]);
});
