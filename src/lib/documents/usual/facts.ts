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
