/** The facts of a document's form on its page, preview and print. Browser-safe. */
import { kindOf, shownValue, type Reader } from '#lib/records/shown.ts';
import { formatDate } from '#lib/values/time.ts';
import type { AnyDocument } from '../document.ts';

/** The fields of the form that neither the head of a page shows nor another field explains: short ones, and long texts. */
export function factsOf(of: AnyDocument): [facts: string[], texts: string[]] {
  const told = [...of.title, of.requester, of.scope?.department, of.due, ...Object.values(of.reasons ?? {})];
  const names = (of.form as string[]).filter((name) => !told.includes(name));
  const isLong = (name: string) => kindOf(of, name) === 'long-text';
  return [names.filter((name) => !isLong(name)), names.filter(isLong)];
}

/** What stands below facts: why they are so, in the document's own words, else what its kind says of them. */
export function notesOf(
  { reasons = {} }: AnyDocument,
  document: Record<string, unknown>,
  own: Record<string, string> = {},
): Record<string, string> {
  const said = Object.entries(reasons as Record<string, string>).map(([name, reason]) => [name, document[reason]]);
  return { ...own, ...Object.fromEntries(said.filter(([, text]) => text)) };
}

/** Who asks and for which department, and by when it is due. */
export function askedIn(of: AnyDocument, document: Record<string, unknown>, words: Reader): string[] {
  const who = [of.requester, of.scope!.department!].map((name) => shownValue(of, name, document, words));
  const due = of.due && document[of.due];
  return [who.join(', '), ...(due ? [words.t(`${of.module}.${of.key}.due`, { date: formatDate(due as string) })] : [])];
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
