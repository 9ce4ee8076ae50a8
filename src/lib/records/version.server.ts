import { validate } from 'uuid';
import { z } from 'zod';
import { parse } from '#lib/values/parse.ts';
import { notFound } from '#lib/values/refusal.ts';

/** Which record, and the version the person saw. */
export interface ShownVersion {
  id: string;
  version: number;
}

const versionSchema = z.object({
  version: z.preprocess(
    (value) => (/^\d+$/.test(String(value)) ? Number(value) : value),
    z.int('invalid').min(1, 'invalid'),
  ),
});

/**
 * The record named in an address, with the version that a form or a JSON body says was shown. 404 for an invalid id,
 * 422 without a version.
 */
export function shownVersionOf(id: string | undefined, input: unknown): ShownVersion {
  if (!validate(id)) throw notFound();
  return { id: id!, ...parse(versionSchema, input) };
}
