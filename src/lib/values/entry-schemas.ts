/** What fields and other entries are made of: schemas that read what people type and clients send. Browser-safe. */
import { z } from 'zod';

/**
 * Without what nobody sees: control characters, which come along from office programs and which no paper can print, and
 * signs that turn the direction of a text around, by which a name can be made to look like another.
 */
export const visible = (text: string): string =>
  text.replaceAll(/(?![\t\n\r\0])\p{Cc}|[\u202A-\u202E\u2066-\u2069]/gu, '');

/** Something to see: spaces, joiners, fillers and lone accents are no name, and a link of them cannot be clicked. */
const SEEN = /[^\p{Z}\p{C}\p{M}\u115F\u1160\u2800\u3164\uFFA0]/u;
const shown = (text: string): string => (SEEN.test(text) ? visible(text) : '');

/** One text as people mean it: trimmed, something to see in it, at most `max` characters; else `required`, `too-long`. */
export const trimmed = (max: number) => z.string().overwrite(shown).trim().min(1, 'required').max(max, 'too-long');

/** A number as JSON or as typed; anything that is not one is `not-a-number`. */
export const numeric = z.preprocess(
  (value) => (typeof value === 'string' && value.trim() !== '' ? Number(value) : value),
  z.number('not-a-number'),
);

/** A whole number from `min` to `max`. What a column cannot hold is refused here, at the field, and never by the database. */
export const whole = (min: number, max: number) =>
  numeric.pipe(
    z
      .number()
      .refine((value) => Number.isInteger(value), 'not-whole')
      .min(min, 'too-small')
      .max(max, 'too-large'),
  ) as z.ZodType<number>;

/** What an `integer` column holds. */
export const INTEGER = { min: -2_147_483_648, max: 2_147_483_647 };

/** A choice that was ticked, as JSON or by a form's checkbox, which sends 'on' or nothing; whatever else is sent is no. */
export const ticked = z.preprocess((value) => value === true || value === 'on' || value === 'true', z.boolean());

/** What a form or a client sent where several may stand: nothing is none, a single one a list of it. */
export const listed = (v: unknown): unknown =>
  v === undefined || v === null || v === '' ? [] : Array.isArray(v) ? v.filter((x) => x !== '') : [v];
