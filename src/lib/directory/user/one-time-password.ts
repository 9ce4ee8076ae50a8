import { z } from 'zod';
import { parse } from '#lib/values/parse.ts';

const schema = z.object({ password: z.string('required').min(1, 'required').max(1000, 'too-long') });

/** The password typed by an administrator; its rules are checked when it is set. */
export function oneTimePasswordIn(input: unknown): string {
  return parse(schema, input).password;
}
