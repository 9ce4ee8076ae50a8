import { Refusal, invalidField } from '#lib/values/refusal.ts';
import { isDiskFull } from '#lib/process/config/full-disk.server.ts';
import { isAway } from '#lib/process/database/away.server.ts';
import type { AnyEntity } from './entity.ts';
import { camel } from '#lib/values/names.ts';

/**
 * Turns a constraint violation into a refusal a person can act on: some conditions only the database knows for certain,
 * because of concurrent writes. Any other error is passed on unchanged, a violated check constraint too: the operation
 * should have refused it. Constraints are named `<table>_<column>_key` (unique) and `<table>_<column>_fkey`.
 */
export function asRefusal(error: unknown, of: AnyEntity): unknown {
  const {
    code,
    constraint = '',
    table = '',
    column = '',
  } = error as { code?: string; constraint?: string; table?: string; column?: string };
  const name = constraint.replace(`${table}_`, '');
  if (code === '23505') {
    const path = camel(name.replace(/_key$/, '').replace(/_/g, '-'));
    return invalidField(path, IN_USE[path] ?? 'already-used');
  }
  if (code === '23001') return new Refusal('still-used', 409);
  if (code === '23503')
    return (error as { detail?: string }).detail?.includes('still referenced')
      ? new Refusal('still-used', 409)
      : invalidField(camel(name.replace(/_fkey$/, '').replace(/_/g, '-')), 'not-a-choice');
  if (code === '23502' && camel(column.replace(/_/g, '-')) in of.fields)
    return invalidField(camel(column.replace(/_/g, '-')), 'required');
  if (code === '23P01') return new Refusal('overlaps', 409);
  return error;
}

/** The sentences that the catalogue of the specification has for a field (section 5). */
const IN_USE: Record<string, string> = { email: 'email-in-use', username: 'username-in-use' };

/** Text too long, a number or a day out of range, what is no id or number, half a character, a zero byte. */
const NO_VALUE = new Set(['22001', '22003', '22007', '22008', '22P02', '22021', '22P05']);
/** Given up after the tries of `transaction`: a serialization failure, a deadlock, a lock waited for too long. */
const BUSY = new Set(['40001', '40P01', '55P03']);
/** The pool's own words, without a code, when no connection became free. */
const NO_CONNECTION = 'timeout exceeded when trying to connect';
const RETRY_AFTER_SECONDS = 3;
/** A restart takes about so long. */
const AWAY_RETRY_SECONDS = 5;

/** The code of the refusal while the database is being restarted, crashed or cannot be reached. */
export const DATABASE_AWAY = 'database-away';
/** The code of the refusal while the disk of the database or of the files is full. */
export const DISK_FULL = 'disk-full';
/** Somebody has to make room. */
const FULL_RETRY_SECONDS = 60;

/**
 * The refusal of what the database could not do for whatever statement: 422 `invalid-input` for a value that no column
 * of that kind holds, 503 `busy` where others were in the way, 503 `database-away` while there is no database, 503
 * `disk-full` where there is no room to write. Null for everything else, which is a mistake of ours.
 */
export function refusalOf(error: unknown): Refusal | null {
  const { code = '', message = '' } = (error ?? {}) as { code?: string; message?: string };
  if (NO_VALUE.has(code)) return new Refusal('invalid-input', 422);
  if (isAway(error)) return new Refusal(DATABASE_AWAY, 503, { retryAfter: AWAY_RETRY_SECONDS });
  if (isDiskFull(error)) return new Refusal(DISK_FULL, 503, { retryAfter: FULL_RETRY_SECONDS });
  return BUSY.has(code) || message === NO_CONNECTION
    ? new Refusal('busy', 503, { retryAfter: RETRY_AFTER_SECONDS })
    : null;
}
