/** Building blocks of fields and other inputs: schemas that parse what people type and clients send. Browser-safe. */
import { z } from 'zod';

/**
 * Removes invisible characters: control characters, which come from office programs and cannot be printed, and signs
 * that change the direction of a text, by which a name can be made to look like another.
 */
export const visible = (text: string): string =>
  text.replaceAll(/(?![\t\n\r\0])\p{Cc}|[\u202A-\u202E\u2066-\u2069]/gu, '');

/**
 * Requires something visible: spaces, joiners, fillers and lone accents are not a name, and a link with such a text
 * cannot be clicked.
 */
const SEEN = /[^\p{Z}\p{C}\p{M}\u115F\u1160\u2800\u3164\uFFA0]/u;
const shown = (text: string): string => (SEEN.test(text) ? visible(text) : '');

/** A text: trimmed, not blank, at most `max` characters; else `required`, `too-long`. */
export const trimmed = (max: number) => z.string().overwrite(shown).trim().min(1, 'required').max(max, 'too-long');

/** What a person may add in words: trimmed, at most `max` characters, else `too-long`; null for nothing. */
export const wordsOrNull = (max: number) =>
  z
    .string()
    .trim()
    .max(max, 'too-long')
    .nullish()
    .transform((text) => text || null);

const DECIMAL = /^[+-]?(\d+\.?\d*|\.\d+)$/;

/** A number from JSON or, in decimal digits, from a form; anything else ('0x10', '1e3') is `not-a-number`. */
export const numeric = z.preprocess(
  (value) => (typeof value === 'string' && DECIMAL.test(value.trim()) ? Number(value) : value),
  z.number('not-a-number'),
);

/**
 * A whole number from `min` to `max`, else `not-whole`, `too-small` (`below-zero` where zero is the least) or `tooLarge`.
 * Values out of a column's range are refused here, at the field, and never by the database.
 */
export const whole = (
  min: number,
  max: number,
  tooLarge = 'too-large',
  tooSmall = min === 0 ? 'below-zero' : 'too-small',
) =>
  numeric.pipe(
    z
      .number()
      .refine((value) => Number.isInteger(value), 'not-whole')
      .min(min, tooSmall)
      .max(max, tooLarge),
  ) as z.ZodType<number>;

/** The range of an `integer` column. */
export const INTEGER = { min: -2_147_483_648, max: 2_147_483_647 };

/** A ticked box, from JSON or from a form's checkbox, which sends 'on' or nothing; anything else is false. */
export const ticked = z.preprocess((value) => value === true || value === 'on' || value === 'true', z.boolean());

/** The input for a list: nothing is empty, a single value a list of it. */
export const listed = (v: unknown): unknown =>
  v === undefined || v === null || v === '' ? [] : Array.isArray(v) ? v.filter((x) => x !== '') : [v];
