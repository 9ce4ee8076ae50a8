/** The facts of a document's form on its page, preview and print. Browser-safe. */
import { kindOf } from '#lib/records/shown.ts';
import type { AnyDocument } from '../document.ts';

/** The fields of the form that the head of a page does not show: short ones, and long texts. */
export function factsOf(of: AnyDocument): [facts: string[], texts: string[]] {
  const told = [...of.title, of.requester, of.scope?.department];
  const names = (of.form as string[]).filter((name) => !told.includes(name));
  const isLong = (name: string) => kindOf(of, name) === 'long-text';
  return [names.filter((name) => !isLong(name)), names.filter(isLong)];
}

/** Whether the day it is due has passed before it came to its end. `today` is 'YYYY-MM-DD'. */
export function isOverdue(
  { due, final }: AnyDocument,
  row: { status: string } & Record<string, unknown>,
  today: string,
): boolean {
  const day = due && (row[due] as string | null);
  return Boolean(day) && day! < today && !final.includes(row.status);
}
