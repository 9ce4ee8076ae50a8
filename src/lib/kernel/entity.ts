import { z } from 'zod';
import { accepted, type Field } from './fields.ts';

export type Fields = Record<string, Field>;

/** Which columns tie a record to people: the ability turns scopes into conditions on them (purchasing.md 0.5). */
export interface ScopeColumns {
  /** Any of them makes a record one's own. */
  own?: readonly string[];
  department?: string;
  businessEntity?: string;
}

/** One tab of a list: the value of `:type` and the statuses it shows (all when left out). */
export interface ListType {
  statuses?: readonly string[];
  /** For people whose right to the list reaches so far; without it for all who may open the list. */
  scope?: 'own' | 'department';
  /** The order of this tab, where it is not that of the list. */
  sort?: string;
}

export interface ListDeclaration<F> {
  /** In the order people see; `status` and `createdAt` may be named too. */
  columns: readonly (keyof F | BaseColumn)[];
  /** Columns hidden until somebody chooses them. */
  hidden?: readonly (keyof F | BaseColumn)[];
  /** Columns a reader may sort by; each has an index. */
  sortable: readonly (keyof F | BaseColumn)[];
  /** '-createdAt' is newest first. */
  defaultSort: string;
  /** Amounts that are added up below the list, over all its rows. */
  totals?: readonly (keyof F)[];
  /** Fields offered as filters. */
  filters?: readonly (keyof F | BaseColumn)[];
  /** The tabs, first is the default; a list without tabs leaves it out. */
  types?: Record<string, ListType>;
  /** Where the list stands, when not at the address its records are below. */
  path?: string;
  /** The tab is a part of the list's address (`/purchase-requests/:type`). */
  typeInPath?: boolean;
}

export type BaseColumn = 'status' | 'createdAt' | 'updatedAt';

export interface Transition<S extends string = string> {
  from: readonly S[];
  to: S;
}

export interface Declaration<F extends Fields, S extends readonly string[], T> {
  /** The locale file that names it, and its folder under lib. */
  module: string;
  /** Table and address name in the plural, kebab-case: 'purchase-requests'. */
  plural: string;
  /** The subject of the rights on it. */
  subject: string;
  fields: F;
  /** The fields that stand for the record wherever it is mentioned. */
  title: readonly (keyof F)[];
  list: ListDeclaration<F>;
  form: readonly (keyof F)[];
  statuses: S;
  transitions: T;
  scope?: ScopeColumns;
  /** The list page's address without `:type`. */
  path: string;
  /** What a record opens on below it: its own screen ('show', the usual), or its form where it has none. */
  opens?: 'show' | 'edit';
}

type Transitions<S extends readonly string[]> = Record<string, Transition<S[number]>>;

export interface Entity<
  F extends Fields = Fields,
  S extends readonly string[] = readonly string[],
  T = Record<string, Transition>,
> extends Declaration<F, S, T> {
  readonly name: string;
  /** 'purchaseRequest': the key of its labels. */
  readonly key: string;
  /** 'purchaseRequests': its table, in camelCase as Kysely sees it. */
  readonly table: string;
}

const registry = new Map<string, Entity<any, any, any>>();
const shapes = new Map<string, Entity<any, any, any>>();

/** Declares a record once: row type, schemas, list, form, API and labels follow from it. It describes and never decides. */
export function entity<const F extends Fields, const S extends readonly string[], const T extends Transitions<S>>(
  name: string,
  declaration: Declaration<F, S, T>,
): Entity<F, S, T> {
  const made = { ...declaration, name, key: camel(name), table: camel(declaration.plural) };
  registry.set(name, made as Entity<any, any, any>);
  return made;
}

/**
 * Declares what has fields with words and no table of its own, such as all settings together: forms and the log know it
 * like a record, and nothing looks for its rows.
 */
export function shape<const F extends Fields>(
  name: string,
  declaration: Pick<Declaration<F, [], {}>, 'module' | 'subject' | 'fields' | 'path'>,
): Entity<F, [], {}> {
  const nothing = {
    plural: `${name}s`,
    title: [],
    list: { columns: [], sortable: [], defaultSort: '' },
    form: [],
    statuses: [],
    transitions: {},
  } as const;
  const made = { ...nothing, ...declaration, name, key: camel(name), table: camel(name) } as unknown as Entity<
    F,
    [],
    {}
  >;
  shapes.set(name, made as Entity<any, any, any>);
  return made;
}

/** The fields by which people name a record, the first one that it has: its number, else its code, and so on. */
export const NAMED_BY = ['number', 'code', 'shortCode', 'username', 'name', 'label'] as const;

/** The declaration of a name, for what walks over references; throws for a name nobody declared. */
export function entityNamed(name: string): Entity {
  const found = registry.get(name) ?? shapes.get(name);
  if (!found) throw new Error(`No entity is named ${name}`);
  return found;
}

/** Every declared entity whose file has been loaded. */
export const allEntities = (): Entity[] => [...registry.values()];

/** Those, and what has no table: everything that has words. */
export const allDeclarations = (): Entity[] => [...registry.values(), ...shapes.values()];

type Value<X> = X extends Field<infer V, infer O, boolean> ? (O extends true ? V | null : V) : never;
type ColumnKeys<F> = { [K in keyof F]: F[K] extends Field<any, any, true> ? K : never }[keyof F];

/** What every record carries besides its fields. Instants are ISO strings, ids UUID v7. */
export interface BaseRow {
  id: string;
  version: number;
  createdAt: string;
  createdBy: string | null;
  updatedAt: string;
  updatedBy: string | null;
}

/** A row of the entity's table as it is read. */
export type RowOf<E> =
  E extends Entity<infer F, infer S, any>
    ? BaseRow & { status: S[number] } & { [K in ColumnKeys<F>]: Value<F[K]> }
    : never;

/** The names of an entity's transitions. */
export type ActOf<E> = E extends Entity<any, any, infer T> ? keyof T & string : never;

/** The schema of what the form's fields accept; empty optional values become null. */
export function inputSchema(of: Entity<any, any, any>, names: readonly PropertyKey[] = of.form): z.ZodObject {
  const shape: Record<string, z.ZodType> = {};
  for (const name of names as string[]) {
    const declared = of.fields[name] as Field;
    if (declared.readOnly) continue;
    shape[name] = accepted(declared);
  }
  return z.object(shape);
}

/** A schema of the given parts, for input that is more than an entity's form. */
export const entered = <S extends z.core.$ZodLooseShape>(shape: S) => z.object(shape);

/** 'purchase-request' to 'purchaseRequest'. */
export function camel(name: string): string {
  return name.replace(/-(\w)/g, (_, letter: string) => letter.toUpperCase());
}

/** 'purchaseRequest' to 'purchase_request', as columns and tables are named in the database. */
export function snake(name: string): string {
  return name.replace(/-/g, '_').replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
}

/** Label keys of an entity, one home for their shape. */
export const labels = {
  one: (of: Entity<any, any, any>) => `${of.module}.${of.key}.one`,
  many: (of: Entity<any, any, any>) => `${of.module}.${of.key}.many`,
  field: (of: Entity<any, any, any>, name: string) =>
    name === 'status' || name === 'createdAt' || name === 'updatedAt' || name === 'createdBy'
      ? `common.fields.${name}`
      : `${of.module}.${of.key}.fields.${name}`,
  hint: (of: Entity<any, any, any>, name: string) => `${of.module}.${of.key}.hints.${name}`,
  status: (of: Entity<any, any, any>, status: string) => `${of.module}.${of.key}.statuses.${status}`,
  type: (of: Entity<any, any, any>, type: string) => `${of.module}.${of.key}.types.${type}`,
  act: (of: Entity<any, any, any>, act: string) => `${of.module}.${of.key}.acts.${act}`,
  choice: (of: Entity<any, any, any>, name: string, value: string) => `${of.module}.${of.key}.choices.${name}.${value}`,
};
