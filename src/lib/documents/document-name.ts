/** What people call a document. Browser-safe. */
import type { AnyDocument } from './document.ts';

/** The field that says what a document is about: the last one of its title, after its number. */
export const titleFieldOf = ({ title }: Pick<AnyDocument, 'title'>): string => String(title.at(-1));

/** A document as people call it: by its number, a draft by its title; '' where it has neither yet. */
export function documentName(of: Pick<AnyDocument, 'title'>, document: object): string {
  const values = document as Record<string, unknown>;
  return String(values['number'] ?? values[titleFieldOf(of)] ?? '');
}
