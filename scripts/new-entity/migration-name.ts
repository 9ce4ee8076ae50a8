import { migrationsIn } from './known.ts';
import type { Wish } from './wish.ts';

/** The name of a migration that makes the table: after all there are, and dated `now` (UTC) where that is later. */
export function migrationName({ table }: Wish, root: string, now: Date): string {
  const last = migrationsIn(root).at(-1)?.slice(0, 13) ?? '';
  const stamp = stampOf(now);
  return `${stamp > last ? stamp : stampOf(minuteAfter(last))}_create_${table}.sql`;
}

const stampOf = (at: Date): string => at.toISOString().slice(0, 16).replace(/[-:]/g, '');

function minuteAfter(stamp: string): Date {
  const [, year, month, day, hour, minute] = /^(\d{4})(\d\d)(\d\d)T(\d\d)(\d\d)$/.exec(stamp)!.map(Number);
  return new Date(Date.UTC(year!, month! - 1, day!, hour!, minute! + 1));
}
