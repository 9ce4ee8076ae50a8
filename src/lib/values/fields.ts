import { z } from 'zod';
import { normaliseContactNumber } from './contact-number.ts';
import { INTEGER, listed, numeric, trimmed, whole } from './entry-schemas.ts';
import { isDate } from './time.ts';

/** What a column stores, which control enters it and how it is shown. */
export type FieldKind =
  | 'text'
  | 'long-text'
  | 'email'
  | 'contact-number'
  | 'boolean'
  | 'integer'
  | 'money'
  | 'unit-price'
  | 'quantity'
  | 'coordinate'
  | 'percent'
  | 'date'
  | 'clock'
  | 'instant'
  | 'choice'
  | 'choices'
  | 'reference'
  | 'references'
  | 'codes'
  | 'rows'
  | 'json';

export interface Field<
  Stored = any,
  Optional extends boolean = boolean,
  Column extends boolean = boolean,
  ReadOnly extends boolean = boolean,
> {
  readonly kind: FieldKind;
  /** Parses what a client sends (JSON or form text) into the stored value. */
  readonly schema: z.ZodType<Stored>;
  /** May be left empty. An empty list or boolean is not null, so their types say `false`. */
  readonly optional: Optional;
  /** Set by the server; never taken from a client. */
  readonly readOnly: ReadOnly;
  /** False for a list stored in a table of its own: the operation writes it. */
  readonly column: Column;
  /** The entity a reference points to. */
  readonly to?: string;
  /** The statuses in which a record may be newly chosen; active ones when left out. */
  readonly of?: 'any' | readonly string[];
  /** Which of its records are offered first: those with these values in a field, in this order. */
  readonly ahead?: OfferedAhead;
  /** The values of a choice, in the order people see. */
  readonly values?: readonly string[];
  readonly max?: number;
  /** Its numbers, 1 to 12, are months: shown and chosen by their names. */
  readonly months?: true;
  /** The cells of each row of a list of rows. */
  readonly cells?: Record<string, Field>;
  /** Where the texts of its values, or of those of its cells, are, when not with its own record: 'purchasing.units'. */
  readonly words?: string;
  /** A hidden cell that is submitted with its row; a row with no other value is an empty one. */
  readonly hidden?: boolean;
}

type Options = { optional?: boolean; readOnly?: boolean };
type OfferedAhead = { field: string; values: readonly string[] };
type Referring = Options & { of?: 'any' | readonly string[]; ahead?: OfferedAhead };
type IsOptional<O> = O extends { optional: true } ? true : false;
type IsReadOnly<O> = O extends { readOnly: true } ? true : false;

function field<S, const O extends Options>(
  kind: FieldKind,
  schema: z.ZodType<S>,
  options: O | undefined,
  more: object = {},
) {
  const { optional = false, readOnly = false } = options ?? {};
  return { kind, schema, optional, readOnly, column: true, ...more } as unknown as Field<
    S,
    IsOptional<O>,
    true,
    IsReadOnly<O>
  >;
}

/** One line of text, trimmed, at most `max` characters. */
export const text = <const O extends Options & { max: number }>(o: O) =>
  field('text', trimmed(o.max), o, { max: o.max });
/** Several lines of text, trimmed, at most `max` characters. */
export const longText = <const O extends Options & { max: number }>(o: O) =>
  field('long-text', trimmed(o.max), o, { max: o.max });
/** An e-mail address, stored in lower case. */
export const email = <const O extends Options>(o?: O) =>
  field('email', trimmed(254).toLowerCase().pipe(z.email('not-an-email')), o, { max: 254 });
/** A contact number by the rule of the specification (section 5), stored normalised: '+65 91234567'. */
export const contactNumber = <const O extends Options>(o?: O) =>
  field(
    'contact-number',
    trimmed(30).transform((value, context) => {
      const normalised = normaliseContactNumber(value);
      if (normalised === '') context.addIssue({ code: 'custom', message: 'not-a-contact-number' });
      return normalised;
    }) as unknown as z.ZodType<string>,
    o,
    { max: 30 },
  );
/** True or false; a form's checkbox sends 'on' or nothing. */
export const boolean = <const O extends Options>(o?: O) =>
  field(
    'boolean',
    z.preprocess(
      (v) =>
        v === 'on' || v === 'true' ? true : v === 'false' || v === '' || v === undefined || v === null ? false : v,
      z.boolean(),
    ) as z.ZodType<boolean>,
    o,
  ) as unknown as Field<boolean, false, true, IsReadOnly<O>>;
/** A whole number, negative ones too unless `min` says otherwise. */
export const integer = <const O extends Options & { min?: number; max?: number }>(o?: O) =>
  field('integer', whole(o?.min ?? INTEGER.min, o?.max ?? INTEGER.max), o);
/** A month of any year, 1 for January: shown and chosen by its name. */
export const month = <const O extends Options>(o?: O) => field('integer', whole(1, 12), o, { months: true });
/** Singapore cents, `positive`: above zero. Forms send dollars as text; their reader converts it. Faults name no bound. */
export const money = <const O extends Options & { positive?: true }>(o?: O) =>
  field('money', cents(o?.positive ? 1 : 0), o);
const cents = (min: 0 | 1) =>
  whole(min, Number.MAX_SAFE_INTEGER, 'amount-too-large', min === 1 ? 'not-above-zero' : 'below-zero');
/** Ten-thousandths of a dollar, for unit prices only. */
export const unitPrice = <const O extends Options>(o?: O) => field('unit-price', whole(0, 1e13, 'amount-too-large'), o);
/** A quantity above zero with at most three decimals. */
export const quantity = <const O extends Options>(o?: O) =>
  field(
    'quantity',
    numeric.pipe(
      z
        .number()
        .gt(0, 'not-above-zero')
        .max(99_999_999, 'too-large')
        .refine((v) => Math.round(v * 1000) / 1000 === v, 'too-many-decimals'),
    ) as z.ZodType<number>,
    o,
  );
/** Degrees on the map, at most `limit` either way (90 north, 180 east), with at most six decimals: about ten centimetres. */
export const coordinate = <const O extends Options & { limit: number }>(o: O) =>
  field(
    'coordinate',
    numeric.pipe(
      z
        .number()
        .min(-o.limit, 'too-small')
        .max(o.limit, 'too-large')
        .refine((v) => Math.round(v * 1e6) / 1e6 === v, 'too-many-decimals'),
    ) as z.ZodType<number>,
    o,
  );
/** A rate in basis points: 900 is 9 %. */
export const percent = <const O extends Options>(o?: O) => field('percent', whole(INTEGER.min, INTEGER.max), o);
/** A civil date 'YYYY-MM-DD' in Asia/Singapore. Forms send DD/MM/YYYY, which the form reader converts first. */
export const date = <const O extends Options>(o?: O) =>
  field('date', z.string('not-a-date').refine(isDate, 'not-a-date'), o);
/** A time of day 'HH:MM' in Asia/Singapore. Forms send '09:00am', which the form reader converts first. */
export const clock = <const O extends Options>(o?: O) =>
  field('clock', z.string('not-a-time').regex(/^([01]\d|2[0-3]):[0-5]\d$/, 'not-a-time'), o);
/** A point in time, ISO 8601 in UTC. */
export const instant = <const O extends Options>(o?: O) =>
  field('instant', z.iso.datetime({ offset: true, error: 'not-a-date' }), o);
/** One of the named values. */
export const choice = <const V extends readonly [string, ...string[]], const O extends Options & { words?: string }>(
  values: V,
  o?: O,
) =>
  field(
    'choice',
    z.enum(values as unknown as [string, ...string[]], 'not-a-choice') as unknown as z.ZodType<V[number]>,
    o,
    { values, ...(o?.words && { words: o.words }) },
  );
/** Several of the named values, each once and in their order; none is an empty list, never null. */
export const choices = <const V extends readonly [string, ...string[]], const O extends Options>(values: V, o?: O) =>
  field(
    'choices',
    z
      .preprocess(listed, z.array(z.enum(values as unknown as [string, ...string[]], 'not-a-choice')))
      .transform((chosen) => values.filter((value) => chosen.includes(value))) as unknown as z.ZodType<V[number][]>,
    o,
    { values },
  ) as unknown as Field<V[number][], false, true, IsReadOnly<O>>;
/** The id of a record of another entity: an active one, unless `of` says otherwise. */
export const reference = <const O extends Referring>(to: string, o?: O) =>
  field('reference', z.uuid('not-a-choice'), o, { to, of: o?.of, ...(o?.ahead && { ahead: o.ahead }) });
/** The id of an existing row in a list of rows, by which it is recognised when submitted again. */
export const rowId = () => field('text', z.uuid('not-a-choice'), { optional: true }, { hidden: true });
/** A value of a given shape, stored as jsonb. */
export const json = <S, const O extends Options>(schema: z.ZodType<S>, o?: O) => field('json', schema, o);
/** Ids of records of another entity, stored in a table of their own; active ones, unless `of` says otherwise. */
export const references = <const O extends Referring>(to: string, o?: O) =>
  ({
    ...field(
      'references',
      z.preprocess(listed, z.array(z.uuid('not-a-choice')).max(500)) as unknown as z.ZodType<string[]>,
      o,
      { to, of: o?.of },
    ),
    column: false,
  }) as unknown as Field<string[], false, false, IsReadOnly<O>>;
/**
 * Several codes defined by the module, stored in an array; a form sends an entry of the same name for each. None is
 * `required`.
 */
export const codes = <const O extends Options & { max: number }>(o: O) =>
  field(
    'codes',
    z.preprocess(
      listed,
      z
        .array(z.string('invalid').max(100, 'too-long'))
        .min(o.optional ? 0 : 1, 'required')
        .max(o.max, 'too-many'),
    ) as unknown as z.ZodType<string[]>,
    o,
  ) as unknown as Field<string[], false, true, IsReadOnly<O>>;
/** A list of small rows, stored in a table of its own; a form shows each on a line. At most 200. */
export const rows = <const C extends Record<string, Field>, const O extends Options>(cells: C, o?: O) =>
  ({
    ...field(
      'rows',
      z.preprocess(
        (v) => v ?? [],
        z
          .array(z.object(Object.fromEntries(Object.entries(cells).map(([name, cell]) => [name, accepted(cell)]))))
          .max(200, 'too-many-rows'),
      ) as unknown as z.ZodType<RowOfCells<C>[]>,
      o,
      { cells },
    ),
    column: false,
  }) as unknown as Field<RowOfCells<C>[], false, false, IsReadOnly<O>>;
type RowOfCells<C> = {
  [K in keyof C]: C[K] extends Field<infer V, infer O, boolean> ? (O extends true ? V | null : V) : never;
};
/** The schema of a field or of a cell; an optional empty value becomes null. */
export function accepted(declared: Field): z.ZodType {
  if (!declared.optional || ['boolean', 'choices', 'references', 'codes', 'rows'].includes(declared.kind))
    return declared.schema;
  return z.preprocess((value) => (value === '' || value === undefined ? null : value), declared.schema.nullable());
}
/** Computed by a read of the list, never stored: the store is given its SQL under the same name. */
export const computed = (kind: FieldKind = 'text') =>
  ({ kind, schema: z.any(), optional: true, readOnly: true, column: false }) as unknown as Field<
    string,
    true,
    false,
    true
  >;
/** The same for one of the named values, whose words stand at `words`. A list may be narrowed by it. */
export const computedChoice = <const V extends readonly [string, ...string[]]>(
  values: V,
  { words }: { words: string },
) => ({ ...computed('choice'), values, words }) as unknown as Field<V[number], true, false, true>;
