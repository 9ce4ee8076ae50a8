import { existsSync } from 'node:fs';
import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { allDeclarations, allEntities, labels, type Entity } from '#lib/records/entity.ts';
import { snake } from '#lib/values/names.ts';
import { recordPath } from '#lib/records/record-path.ts';
import { toneAndPlace } from '#lib/records/status-tones.ts';
import { allStores, storeOf } from '#lib/records/stores.server.ts';
import '#lib/modules.server.ts';
import type { Field } from '#lib/values/fields.ts';
import { actionsOf } from '#lib/values/rights-catalogue.ts';
import { db } from '#lib/process/database/database.server.ts';
import { lookOf } from '#lib/process/charts/patterns.ts';
import { isTranslated } from '#lib/process/i18n/translator.server.ts';
import { languages } from '#lib/values/languages.ts';
import { columnTypes } from '#tests/support/column-types.ts';

const declarations = import.meta.glob(['../../src/lib/**/*.ts', '!../../src/lib/**/*.server.ts'], { eager: true });
const entities = allEntities();

interface Column {
  tableName: string;
  columnName: string;
  dataType: string;
  isNullable: 'YES' | 'NO';
  hasDefault: boolean;
  precision: number | null;
  scale: number | null;
}

const { rows: columns } = await sql<Column>`
  select table_name, column_name, data_type, is_nullable, column_default is not null as has_default,
    numeric_precision as precision, numeric_scale as scale from information_schema.columns where table_schema = 'public'`.execute(
  db,
);
const columnsOf = (of: Entity) =>
  new Map(
    columns.filter(({ tableName }) => tableName === snake(of.table)).map((column) => [column.columnName, column]),
  );
const stored = (of: Entity) => (Object.entries(of.fields) as [string, Field][]).filter(([, field]) => field.column);

test('every status of a record is told from its others in a chart, by colour and pattern', () => {
  const alike = allDeclarations().flatMap((of) => {
    const looks = (of.statuses as readonly string[]).map((status) => {
      const { tone, place } = toneAndPlace(of, status);
      return lookOf(tone, place).pattern;
    });
    return looks.length === new Set(looks).size ? [] : [`${of.name}: ${looks.join(', ')}`];
  });
  expect(alike).toEqual([]);
});

test('every declaration file has been read', () => {
  expect(Object.keys(declarations).length).toBeGreaterThan(5);
  expect(entities.length).toBeGreaterThan(5);
});

test('columns are what the declarations say: there, of the type, nullable when optional', () => {
  const wrong = entities.flatMap((of) => {
    const known = columnsOf(of);
    return stored(of).flatMap(([name, field]) => {
      const column = known.get(snake(name));
      if (!column) return [`${of.name}.${name} has no column`];
      if (!columnTypes[field.kind]!.includes(column.dataType))
        return [`${of.name}.${name} is ${field.kind} and stored as ${column.dataType}`];
      if (field.optional && !['boolean', 'choices'].includes(field.kind) && column.isNullable === 'NO')
        return [`${of.name}.${name} is optional and its column refuses null`];
      if (!field.optional && column.isNullable === 'YES')
        return [`${of.name}.${name} must be there and its column takes null`];
      return [];
    });
  });
  expect(wrong).toEqual([]);
});

test('numbers that a column cannot hold are refused by the field’s own schema', () => {
  const numeric = ['integer', 'percent', 'money', 'unit-price', 'quantity'];
  const wrong = entities.flatMap((of) => {
    const known = columnsOf(of);
    return stored(of)
      .filter(([, field]) => numeric.includes(field.kind))
      .flatMap(([name, field]) => {
        const { dataType, precision, scale } = known.get(snake(name))!;
        const beyond =
          dataType === 'numeric' ? 10 ** (precision! - scale!) : dataType === 'integer' ? 2 ** 31 : 2 ** 53;
        const codes = [beyond, beyond * 1000].map((value) => field.schema.safeParse(value).error?.issues[0]?.message);
        return codes.every((code) => code === 'too-large' || code === 'amount-too-large')
          ? []
          : [`${of.name}.${name} takes ${beyond}: ${codes.join()}`];
      });
  });
  expect(wrong).toEqual([]);
});

test('no column stands in a table that its declaration does not know', () => {
  const base = ['id', 'version', 'status', 'created_at', 'created_by', 'updated_at', 'updated_by', 'search'];
  const wrong = entities.flatMap((of) => {
    const declared = new Set([...base, ...stored(of).map(([name]) => snake(name))]);
    return [...columnsOf(of).keys()].filter((name) => !declared.has(name)).map((name) => `${snake(of.table)}.${name}`);
  });
  expect(wrong).toEqual([]);
});

test('statuses are the check of the table, word for word', async () => {
  const { rows } = await sql<{ tableName: string; definition: string }>`
    select conrelid::regclass::text as table_name, pg_get_constraintdef(oid) as definition from pg_constraint where contype = 'c' and conname like '%\\_status\\_check'`.execute(
    db,
  );
  for (const of of entities) {
    const check = rows.find(({ tableName }) => tableName === snake(of.table));
    const words = [...(check?.definition ?? '').matchAll(/'([^']+)'::text/g)].map(([, word]) => word);
    expect(words.sort(), of.name).toEqual([...of.statuses].sort());
  }
});

test('transitions name real statuses', () => {
  const wrong = entities.flatMap((of) => {
    const transitions = Object.entries(of.transitions as Record<string, { from: string[]; to: string }>);
    const unknown = transitions.flatMap(([act, { from, to }]) =>
      [...from, to].filter((status) => !of.statuses.includes(status)).map((status) => `${of.name}.${act}: ${status}`),
    );
    return unknown;
  });
  expect(wrong).toEqual([]);
});

test('lists and forms name declared fields, sortable columns are stored', () => {
  const base = ['status', 'createdAt', 'updatedAt'];
  const wrong = entities.flatMap((of) => {
    const named = [
      ...of.list.columns,
      ...(of.list.hidden ?? []),
      ...(of.list.filters ?? []),
      ...of.form,
      ...of.title,
    ] as string[];
    const unknown = named
      .filter((name) => !base.includes(name) && !(name in of.fields))
      .map((name) => `${of.name}.${name} is not declared`);
    const unsortable = (of.list.sortable as string[])
      .filter((name) => !base.includes(name) && !(of.fields[name] as Field | undefined)?.column)
      .map((name) => `${of.name}.${name} is not stored`);
    return [...unknown, ...unsortable];
  });
  expect(wrong).toEqual([]);
});

test('every subject exists', () => {
  expect(entities.filter((of) => !actionsOf.has(of.subject)).map((of) => of.name)).toEqual([]);
});

test('every label of every entity stands in every language', () => {
  const wrong = allDeclarations().flatMap((of) => {
    const fields = Object.entries(of.fields) as [string, Field][];
    const shown = new Set([...of.list.columns, ...of.form, ...fields.map(([name]) => name)] as string[]);
    const keys = [
      labels.one(of),
      labels.many(of),
      ...[...shown].map((name) => labels.field(of, name)),
      ...of.statuses.map((status) => labels.status(of, status)),
      ...Object.keys(of.list.types ?? {}).map((type) => labels.type(of, type)),
      ...fields.flatMap(([name, field]) => (field.values ?? []).map((value) => labels.choice(of, name, value))),
    ];
    return languages.flatMap((language) =>
      keys.filter((key) => !isTranslated(key, language)).map((key) => `${language}: ${key}`),
    );
  });
  expect(wrong).toEqual([]);
});

test('what is searched is stored in one form, with an index that finds a part of it', async () => {
  const { rows } = await sql<{ tableName: string; made: string }>`
    select c.relname as table_name, concat_ws(' ', pg_get_expr(d.adbin, d.adrelid), (select string_agg(p.prosrc, ' ') from pg_trigger t join pg_proc p on p.oid = t.tgfoid where t.tgrelid = c.oid and t.tgname = c.relname || '_search')) as made
    from pg_class c join pg_attribute a on a.attrelid = c.oid and a.attname = 'search' left join pg_attrdef d on d.adrelid = c.oid and d.adnum = a.attnum
    where exists (select 1 from pg_index i join pg_opclass o on o.oid = i.indclass[0] where i.indrelid = c.oid and i.indkey[0] = a.attnum and o.opcname = 'gin_trgm_ops')`.execute(
    db,
  );
  const made = new Map(rows.map(({ tableName, made: text }) => [tableName, text]));
  const wrong = allStores()
    .map(({ of }) => snake(of.table))
    .filter((table) => !made.get(table)?.includes('search_text('));
  expect(allStores().length).toBeGreaterThan(5);
  expect(wrong).toEqual([]);
});

test('every record with a list is searched from the first request on, and opens on a page of its own', () => {
  const listed = entities.filter((of) =>
    existsSync(`src/pages${of.list.path ?? `${of.path}/${of.list.typeInPath ? '[type]' : 'index'}`}.astro`),
  );
  expect(listed.length).toBeGreaterThan(5);
  expect(listed.filter(({ name }) => !storeOf(name)).map(({ name }) => name)).toEqual([]);
  expect(listed.map((of) => `src/pages${recordPath(of, '[id]')}.astro`).filter((file) => !existsSync(file))).toEqual(
    [],
  );
});

test('every foreign key has an index, so that nothing is ever looked for row by row', async () => {
  const { rows } = await sql<{ name: string }>`
    select c.conrelid::regclass || '.' || a.attname as name from pg_constraint c join pg_attribute a on a.attrelid = c.conrelid and a.attnum = c.conkey[1]
    where c.contype = 'f' and c.connamespace = 'public'::regnamespace and a.attname not in ('created_by', 'updated_by', 'made_by', 'removed_by', 'set_by')
      and not exists (select 1 from pg_index i where i.indrelid = c.conrelid and i.indkey[0] = a.attnum) order by 1`.execute(
    db,
  );
  expect(rows.map(({ name }) => name)).toEqual([]);
});
