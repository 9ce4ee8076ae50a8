/** The columns of a table of lines, from their declaration. Browser-safe. */
import { isNumeric } from '#lib/values/field-kinds.ts';
import { kindOf } from '#lib/records/shown.ts';
import type { AnyLines } from '../lines.ts';

export interface LineColumn {
  name: string;
  isNumber: boolean;
}

/** The columns of a table of lines, the title first and the amount last, and the long texts below the title. */
export function lineColumns({ record, fields, derived, title }: AnyLines): { row: LineColumn[]; note: string[] } {
  const isLong = (name: string) => kindOf(record, name) === 'long-text';
  const names = Object.keys(fields).filter((name) => name !== title && kindOf(record, name) !== 'boolean');
  const amount = 'netCents' in (derived ?? {}) ? ['netCents'] : [];
  const row = [title as string, ...names.filter((name) => !isLong(name)), ...amount];
  return {
    row: row.map((name) => ({ name, isNumber: isNumeric(kindOf(record, name)) })),
    note: names.filter(isLong),
  };
}
