import { z } from 'zod';
import type { ScopeColumns } from '#lib/access/scope.server.ts';
import { accepted, type Field } from '#lib/values/fields.ts';
import { camel } from '#lib/values/names.ts';
import type { Tone } from '#lib/values/tone.ts';
import type { ChosenUrgency } from '#lib/values/urgency.ts';
import type { ListDeclaration, ListType } from './list-declaration.ts';

export type Fields = Record<string, Field>;

export interface Transition<S extends string = string> {
  from: readonly S[];
  to: S;
}

export interface Declaration<
  F extends Fields,
  S extends readonly string[],
  T,
  N extends keyof F = keyof F,
  L extends string = string,
> {
  /** The locale file that names it, and its folder under lib. */
  module: string;
  /** Table and address name in the plural, kebab-case: 'purchase-requests'. */
  plural: string;
  /** The subject of the rights on it. */
  subject: string;
  fields: F;
  /** The fields that represent the record wherever it is mentioned. */
  title: readonly (keyof F)[];
  list: ListDeclaration<F, L>;
  /** What people enter, in the order of the form. */
  form: readonly N[];
  statuses: S;
  transitions: T;
  /** The tone of a status that no other kind of record has, or that means something else here. */
  tones?: Partial<Record<NoInfer<S>[number], Tone>>;
  /** Choices by which it presses, by field and value: marked before its title wherever it is named (urgency.ts). */
  urgency?: Partial<Record<keyof F & string, Readonly<Record<string, ChosenUrgency>>>>;
  /** The day by which it should have come to its end: marked once that is near or past. */
  due?: keyof F & string;
  /** Statuses in which nothing more happens to it, and nothing presses. */
  final?: readonly NoInfer<S>[number][];
  /**
   * What a form may change in which status: all of it, or these fields. The whole form in the first status alone when
   * left out.
   */
  editable?: Partial<Record<NoInfer<S>[number], 'form' | readonly string[]>>;
  /** Why it cannot be changed in a status, where "not in this status" says too little: a key of locales `refusals`. */
  lockedBecause?: Partial<Record<NoInfer<S>[number], string>>;
  /**
   * The field that refers to the parent record, of the same kind: a record cannot be below itself or below a closed
   * one.
   */
  tree?: string;
  /**
   * The message at a field that names an inactive record, where `out-of-use` is too general: a key of locales
   * `validation`.
   */
  outOfUse?: string;
  scope?: ScopeColumns;
  /** The list page's address without `:type`. */
  path: string;
}

type Transitions<S extends readonly string[]> = Record<string, Transition<S[number]>>;

export interface Entity<
  F extends Fields = Fields,
  S extends readonly string[] = readonly string[],
  T = Record<string, Transition>,
  N extends keyof F = keyof F,
  L extends string = string,
> extends Declaration<F, S, T, N, L> {
  readonly name: string;
  /** 'purchaseRequest': the key of its labels. */
  readonly key: string;
  /** 'purchaseRequests': its table, in camelCase as Kysely sees it. */
  readonly table: string;
}

/** An entity of whatever fields: what lists, forms and tables take that serve all of them. */
export type AnyEntity = Entity<any, any, any, any, any>;

/** As much of an entity as its labels need. */
export type Named = Pick<AnyEntity, 'module' | 'key'>;

/** Fields with words: what shows values and enters them needs no more of an entity. */
export interface Worded extends Named {
  fields: Fields;
}

const registry = new Map<string, AnyEntity>();
const shapes = new Map<string, AnyEntity>();

/** Declares a record once: row type, schemas, list, form, API and labels follow from it. Descriptive only. */
export function entity<
  const F extends Fields,
  const S extends readonly string[],
  const T extends Transitions<S>,
  const N extends keyof F,
  const L extends string = never,
>(name: string, declaration: Declaration<F, S, T, N, L>): Entity<F, S, T, N, L> {
  const made = { ...declaration, name, key: camel(name), table: camel(declaration.plural) };
  registry.set(name, made as AnyEntity);
  return made;
}

/**
 * Declares what has fields with words and no table of its own, such as all settings together: forms and the log know it
 * like a record, and nothing looks for its rows.
 */
export function shape<const F extends Fields>(
  name: string,
  declaration: Pick<Declaration<F, [], {}>, 'module' | 'subject' | 'fields' | 'path'>,
): Entity<F, [], {}, never> {
  const nothing = {
    plural: `${name}s`,
    title: [],
    list: { columns: [], sortable: [], defaultSort: '' },
    form: [],
    statuses: [] as [],
    transitions: {},
  };
  const made = { ...nothing, ...declaration, name, key: camel(name), table: camel(name) };
  shapes.set(name, made as AnyEntity);
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
  E extends Entity<infer F, infer S, any, any, any>
    ? BaseRow & { status: S[number] } & { [K in ColumnKeys<F>]: Value<F[K]> }
    : never;

/** The names of an entity's transitions. */
export type ActOf<E> = E extends Entity<any, any, infer T, any, any> ? keyof T & string : never;

/** The names of the tabs of an entity's list. */
export type TabOf<E> = E extends Entity<any, any, any, any, infer L> ? L : never;

type FieldsOf<E> = E extends Entity<infer F, any, any, any, any> ? F : never;
/** The names of the fields on an entity's form. */
export type FormOf<E> = E extends Entity<any, any, any, infer N, any> ? N : never;
type EnteredOf<F, N> = {
  [K in keyof F & N as F[K] extends Field<any, boolean, boolean, true> ? never : K]: Value<F[K]>;
};

/** What the form of an entity makes of an input; with `N` what the fields of these names make of it. */
export type InputOf<E, N = FormOf<E>> = EnteredOf<FieldsOf<E>, N>;

type Schema<T> = z.ZodObject<{ [K in keyof T]: z.ZodType<T[K]> }>;

/** The schema of what the form's fields accept, or the named ones alone; empty optional values become null. */
export function inputSchema<E extends AnyEntity, const N extends keyof FieldsOf<E> = FormOf<E>>(
  of: E,
  names: readonly N[] = of.form,
): Schema<InputOf<E, N>> {
  const shape: Record<string, any> = {};
  for (const name of names as readonly string[]) {
    const declared = of.fields[name] as Field;
    if (declared.readOnly) continue;
    shape[name] = accepted(declared);
  }
  return z.object(shape) as z.ZodObject<any>;
}

/** Whether a name is that of a field on the form. */
export function isOnForm<E extends AnyEntity>(of: E, name: PropertyKey): name is FormOf<E> & string {
  return of.form.includes(name);
}

/** A schema of the given parts, for input that is more than an entity's form. */
export const entered = <S extends z.core.$ZodLooseShape>(shape: S) => z.object(shape);

/** The fields of the form that may be changed while a record has this status; none where it stays as it is. */
export function editableIn({ form, statuses, editable }: AnyEntity, status: string): readonly string[] {
  const open = editable ? editable[status] : status === statuses[0] ? 'form' : [];
  return open === 'form' ? (form as readonly string[]) : (open ?? []);
}

/**
 * The statuses in which a record may be newly chosen for a field; null for all of them. In use is what is active, where
 * its kind can be.
 */
export function inUse({ of }: Pick<Field, 'of'>, to: AnyEntity): readonly string[] | null {
  if (of) return of === 'any' ? null : of;
  return to.statuses.includes('active') ? ['active'] : null;
}

/** Fields that mean the same on every record, or on every document, and have their words in one place. */
const COMMON = new Set([
  'status',
  'createdAt',
  'updatedAt',
  'createdBy',
  'revision',
  'submittedAt',
  'endedReason',
  'onHold',
  'holdReason',
  'heldById',
  'heldAt',
  'deletedAt',
  'waitingFor',
  'receiptProgress',
  'invoiceProgress',
  'paymentProgress',
  'treePath',
  'treeDepth',
]);

/** Label keys of an entity, one home for their shape. */
export const labels = {
  one: (of: Named) => `${of.module}.${of.key}.one`,
  many: (of: Named) => `${of.module}.${of.key}.many`,
  field: (of: Named, name: string) =>
    COMMON.has(name) ? `common.fields.${name}` : `${of.module}.${of.key}.fields.${name}`,
  hint: (of: Named, name: string) => `${of.module}.${of.key}.hints.${name}`,
  status: (of: Named, status: string) => `${of.module}.${of.key}.statuses.${status}`,
  type: (of: AnyEntity, type: string) =>
    (of.list.types?.[type] as ListType | undefined)?.deleted
      ? 'records.list.deleted'
      : `${of.module}.${of.key}.types.${type}`,
  act: (of: Named, act: string) => `${of.module}.${of.key}.acts.${act}`,
  choice: (of: Worded, name: string, value: string) =>
    `${of.fields[name]?.words ?? `${of.module}.${of.key}.choices.${name}`}.${value}`,
};
