import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { Entity } from '#lib/records/entity.ts';
import type { Field } from '#lib/values/fields.ts';
import type { Known } from './known.ts';
import { camel, pascal, quoted, words } from './names.ts';
import type { Wish } from './wish.ts';

type Sampled = Pick<Field, 'optional' | 'max' | 'values' | 'to'> & { name: string; kind: string };

/** What the test enters, as source: 'code: `Code ${count}`, storeKeeperId: company.userId('stores')'. */
export interface Sample {
  entered: string;
  imports: string[];
  /** Fields that somebody must fill in before the test passes. */
  missing: string[];
}

/** Records that the demonstration company has. */
const IN_GARDEN: Record<string, string> = {
  user: "company.userId('stores')",
  address: "company.addressId('Site store')",
  department: "company.departmentId('OPS')",
  'business-entity': 'company.entityId',
  'expense-category': "company.categoryId('5310')",
  'cost-center': "company.costCenterId('OPS-COL')",
  'purchase-request': '(await draftRequest(siti, company)).id',
};

/** A value for every field; a record that the company does not have is made first, with the operation of its own file. */
export async function sampleOf(
  wish: Wish,
  known: ReadonlyMap<string, Known>,
  root: string,
  use: 'test' | 'seed' = 'test',
): Promise<Sample> {
  const sample: Sample = { entered: '', imports: [], missing: [] };
  sample.entered = await all(wish.fields, wish.unique, { sample, known, root, use, above: [wish.name] });
  return sample;
}

interface Around {
  sample: Sample;
  known: ReadonlyMap<string, Known>;
  root: string;
  /** In the company of a test there is nothing yet; in the demonstration company there is what was built before. */
  use: 'test' | 'seed';
  /** What is being made already, so that a ring ends. */
  above: string[];
}

async function all(fields: readonly Sampled[], unique: string, around: Around): Promise<string> {
  const values: string[] = [];
  for (const field of fields) {
    const value = field.to ? await referenced(field, around) : plain(field, unique === '*' || field.name === unique);
    if (value !== null) values.push(`${field.name}: ${value}`);
  }
  return values.join(', ');
}

async function referenced({ name, to, optional }: Sampled, around: Around): Promise<string | null> {
  const { sample, known, root, use, above } = around;
  if (IN_GARDEN[to!]) return IN_GARDEN[to!]!;
  if (optional) return null;
  if (use === 'seed')
    return `(await db.selectFrom('${camel(known.get(to!)!.plural)}').select('id').executeTakeFirstOrThrow()).id`;
  const made = above.includes(to!) ? null : await declared(known.get(to!)!, root);
  if (!made) {
    sample.missing.push(name);
    return "''";
  }
  sample.imports.push(`import { create${pascal(to!)} } from '#lib/${made.module}/${to}.server.ts';`);
  const fields = Object.entries(made.fields as Record<string, Field>)
    .filter(
      ([field, { readOnly, column, optional: left }]) =>
        (made.form as string[]).includes(field) && column && !readOnly && !left,
    )
    .map(([field, declaration]) => ({ ...declaration, name: field }));
  // Any text of another's may be the one that no two share: all of them are counted.
  const entered = await all(fields, '*', { ...around, above: [...above, to!] });
  return `(await create${pascal(to!)}(siti, { ${entered} })).id`;
}

/** The declaration of an entity whose own file makes one; null where there is none, or it cannot be read from here. */
async function declared({ name, file }: Known, root: string): Promise<Entity | null> {
  try {
    const server = readFileSync(join(root, file.replace(/\.ts$/, '.server.ts')), 'utf8');
    if (!server.includes(`export async function create${pascal(name)}(`)) return null;
    const loaded = (await import(pathToFileURL(join(root, file)).href)) as Record<string, Entity>;
    return Object.values(loaded).find((value) => value?.name === name && 'fields' in value) ?? null;
  } catch {
    return null;
  }
}

/** A value of a field that refers to nothing, as source. */
export const plainSample = (field: Sampled): string => plain(field, false);

function plain(field: Sampled, counted: boolean): string {
  const { kind, name, max = 0, values } = field;
  switch (kind) {
    case 'text':
      return textOf(words(name), max, counted);
    case 'long-text':
      return quoted(words(name).slice(0, max));
    case 'email':
      return quoted('stores@garden.example');
    case 'contact-number':
      return quoted('+65 61234518');
    case 'boolean':
      return 'true';
    case 'money':
    case 'unit-price':
      return '12_500';
    case 'percent':
      return '900';
    case 'date':
      return quoted('2026-11-21');
    case 'clock':
      return quoted('09:00');
    case 'instant':
      return quoted('2026-11-21T08:00:00Z');
    case 'choice':
      return quoted(values![0]!);
    default:
      return '1';
  }
}

/** Room is left for two digits of the count. */
function textOf(label: string, max: number, counted: boolean): string {
  if (!counted) return quoted(label.slice(0, max));
  if (max < 2) return 'count.toString(36)';
  return max > label.length + 2 ? `\`${label} \${count}\`` : '`${count}`';
}
