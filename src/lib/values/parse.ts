import { z } from 'zod';
import { invalid, type FieldError } from './refusal.ts';

/**
 * Maximum number of faults in one response: nobody reads more, and the response to garbage would be many times its
 * size.
 */
const MOST_FAULTS = 1_000;

/** The input parsed by the schema, or a 422 that names every fault with its path and code. */
export function parse<S extends z.ZodType>(schema: S, input: unknown): z.output<S> {
  const unstorable = pathOfNul(input);
  if (unstorable !== null) throw invalid([{ path: unstorable.join('.'), code: 'invalid' }]);
  const result = schema.safeParse(input ?? {}, { reportInput: true });
  if (result.success) return result.data;
  throw invalid(result.error.issues.slice(0, MOST_FAULTS).map(fault));
}

/** How deep inputs of ours go, with room. */
const DEEPEST = 8;

/** Where a text holds the character NUL, which no column takes; null where none does. */
function pathOfNul(input: unknown, path: readonly string[] = []): readonly string[] | null {
  if (typeof input === 'string') return input.includes('\0') ? path : null;
  if (typeof input !== 'object' || input === null || path.length === DEEPEST) return null;
  for (const [name, value] of Object.entries(input)) {
    const found = pathOfNul(value, [...path, name]);
    if (found) return found;
  }
  return null;
}

const KEBAB = /^[a-z]+(-[a-z]+)*$/;

function fault(issue: z.core.$ZodIssue): FieldError {
  const named = KEBAB.test(issue.message) ? issue.message : (CODES[kindOf(issue)] ?? CODES[issue.code] ?? 'invalid');
  // A field may have a message of its own for being empty: 'email-required'.
  const code = missing(issue) && !named.endsWith('required') ? 'required' : named;
  return { path: issue.path.map(String).join('.'), code, params: params(issue) };
}

const CODES: Record<string, string> = {
  too_small: 'too-small',
  too_big: 'too-large',
  'too_big string': 'too-long',
  'too_big array': 'too-many',
  invalid_value: 'not-a-choice',
  invalid_format: 'invalid',
  unrecognized_keys: 'unknown-field',
};

/** 'too_big array': what a bound is about. */
const kindOf = (issue: z.core.$ZodIssue): string => `${issue.code} ${(issue as { origin?: string }).origin}`;

function missing(issue: z.core.$ZodIssue): boolean {
  return issue.input === '' || (issue.code === 'invalid_type' && (issue.input === undefined || issue.input === null));
}

function params(issue: z.core.$ZodIssue): Record<string, unknown> {
  const { minimum, maximum } = issue as { minimum?: number; maximum?: number };
  return {
    ...(minimum !== undefined && { minimum: Number(minimum) }),
    ...(maximum !== undefined && { maximum: Number(maximum) }),
  };
}
