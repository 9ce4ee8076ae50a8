/** The lines of a document, declared once. Browser-safe; a declaration describes and never decides. */
import type { Entity } from '#lib/records/entity.ts';
import { integer, type Field } from '#lib/values/fields.ts';
import { camel } from '#lib/values/names.ts';

type LineFields = Record<string, Field>;

export interface LinesDeclaration<
  F extends LineFields = LineFields,
  D extends LineFields = LineFields,
  P extends string = string,
> {
  /** 'purchase-request-line'; its table is the plural of it: 'purchase_request_lines'. */
  name: string;
  /** The column that names the document they belong to: 'purchaseRequestId'. */
  parent: P;
  /** The key of their texts: 'purchasing.line', with `fields`, `choices`, `one`, `many`, `row` below it. */
  words: `${string}.${string}`;
  /** What a person enters on a line; rows of the form are named after it ('lines.0.description'). */
  fields: F;
  /** Derived values the server stores with it: amounts, a status. */
  derived?: D;
  /** The field that distinguishes lines for people: 'description'. */
  title: keyof F & string;
  /** Entered fields that approvers do not decide on; they decide on all others. */
  immaterial?: readonly (keyof F & string)[];
  /** Fields that a line takes from the document's field of the same name where it says nothing itself. */
  inherited?: readonly (keyof F & string)[];
  /** Values of fields that are left out of a line, in the API and in a new row of the form alike. */
  defaults?: Partial<Values<F>>;
  /** Further defaults of a new row of the form, as typed. */
  first?: Partial<Record<keyof F & string, string>>;
  /** What is wrong with a line whose fields are right each by itself: codes by field. */
  faults?: (line: Values<F>) => Partial<Record<keyof F & string, string>>;
  /**
   * One line as a text of the log. `say` gives a field as plain text: a number without grouping, the value of a choice,
   * the code of what is referred to, 'true' or ''. Fields that it does not ask for follow it. Without it all stand one
   * after another.
   */
  text?: (say: (name: keyof F & string) => string) => string;
}

export interface Lines<
  F extends LineFields = LineFields,
  D extends LineFields = LineFields,
  P extends string = string,
> extends LinesDeclaration<F, D, P> {
  /** In camelCase, as Kysely sees it: 'purchaseRequestLines'. */
  readonly table: string;
  /** All fields of a stored line, entered or derived, with their texts: for labels and shown values. */
  readonly record: Entity;
}

/** Lines of any document, for what walks over all of them. */
export type AnyLines = Lines<any, any, any>;

/** The most lines one document holds. */
export const MOST_LINES = 200;

const registry = new Map<string, AnyLines>();

/**
 * Declares the lines of a document: schema, form rows, snapshot, differences, log texts, print table and export follow
 * from it.
 */
export function lines<const F extends LineFields, const D extends LineFields, const P extends string>(
  declaration: LinesDeclaration<F, D, P>,
): Lines<F, D, P> {
  const table = `${camel(declaration.name)}s`;
  const made = { ...declaration, table, record: recordOf(declaration, table) };
  registry.set(declaration.name, made as AnyLines);
  return made;
}

/** Every kind of lines whose declaration has been loaded. */
export const allLines = (): AnyLines[] => [...registry.values()];

/** The fields of a line that approvers decide on. */
export function materialOf({ fields, immaterial = [] }: AnyLines): string[] {
  return Object.keys(fields).filter((name) => !(immaterial as readonly string[]).includes(name));
}

function recordOf({ name, words, fields, derived, title }: LinesDeclaration<any, any>, table: string): Entity {
  const [module = '', key = ''] = words.split('.');
  return {
    name,
    module,
    key,
    table,
    plural: `${name}s`,
    subject: '',
    path: '',
    title: [title],
    fields: { lineNo: integer({ readOnly: true }), ...fields, ...derived },
    list: { columns: [], sortable: [], defaultSort: '' },
    form: Object.keys(fields),
    statuses: [],
    transitions: {},
  };
}

type Value<X> = X extends Field<infer V, infer O, boolean> ? (O extends true ? V | null : V) : never;
type Values<F> = { [K in keyof F]: Value<F[K]> };

/** A line as submitted: with its id where it exists already. */
export type LineInputOf<L> = L extends Lines<infer F, any, any> ? { id?: string | undefined } & Values<F> : never;

/** What the server works out for a line. */
export type DerivedOf<L> = L extends Lines<any, infer D, any> ? Values<D> : never;

/** A line as it is stored. */
export type LineOf<L> =
  L extends Lines<infer F, infer D, infer P>
    ? { id: string; lineNo: number } & Record<P, string> & Values<F> & Values<D>
    : never;

/** A line as people and the API read it: with the titles of what it refers to. */
export type ReadLineOf<L> = LineOf<L> & { titles: Record<string, string> };
