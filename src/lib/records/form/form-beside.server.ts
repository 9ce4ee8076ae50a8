/** What a form sends beside its entries: what it showed, its key, and all of it together. */
import { fieldsOf } from '#lib/process/http/body.server.ts';
import { KEY_ENTRY, isIdempotencyKey } from '../idempotency-key.ts';
import type { Typed } from './form-values.ts';

/** What the form says was shown; it came from a browser, so anything but text is passed over. */
export function seenIn(data: FormData): Typed | null {
  try {
    const seen = Object.entries(JSON.parse(String(data.get('seen') ?? '')) as object);
    return Object.fromEntries(
      seen.filter(
        ([, value]) =>
          typeof value === 'string' || (Array.isArray(value) && value.every((one) => typeof one === 'string')),
      ),
    );
  } catch {
    return null;
  }
}

/** The idempotency key of a new record's form or draft: the record is created once, however often it is submitted. */
export function keyOf(data: FormData): string | null {
  const sent = data.get(KEY_ENTRY);
  return isIdempotencyKey(sent) ? sent : null;
}

/** All that was posted, and where: what the page showed before and the key are no part of it. */
export function contentOf(data: FormData, { pathname }: URL): object {
  const { seen: _, [KEY_ENTRY]: __, ...entries } = fieldsOf(data);
  return { pathname, ...entries };
}
