import { z } from 'zod';
import { parse } from '#lib/values/parse.ts';

const schema = z.object({ password: z.string('required').min(1, 'required').max(1000, 'too-long') });

/** The password an administrator has typed; whether it is a good one is asked when it is set. */
export function oneTimePasswordIn(input: unknown): string {
  return parse(schema, input).password;
}
