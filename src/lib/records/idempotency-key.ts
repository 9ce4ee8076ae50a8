import { v7 as uuid } from 'uuid';
import { Refusal } from '#lib/values/refusal.ts';

const MOST_CHARACTERS = 255;

/** Whether this can be an idempotency key: 1 to 255 printable characters of ASCII. */
export const isIdempotencyKey = (key: unknown): key is string =>
  typeof key === 'string' && key.length <= MOST_CHARACTERS && /^[\x20-\x7E]+$/.test(key);

/** A key that nobody has used. */
export const newIdempotencyKey = (): string => uuid();

/** The key in a request's header, in quotes or without; null where there is none. 400 `idempotency-key-invalid`. */
export function keyInHeader({ headers }: Pick<Request, 'headers'>): string | null {
  const sent = headers.get('idempotency-key')?.trim();
  if (sent === undefined) return null;
  const key = /^"(.*)"$/.exec(sent)?.[1] ?? sent;
  if (!isIdempotencyKey(key)) throw new Refusal('idempotency-key-invalid', 400, { params: { count: MOST_CHARACTERS } });
  return key;
}

/** The name of the entry in which a form sends its key. */
export const KEY_ENTRY = 'idempotencyKey';
