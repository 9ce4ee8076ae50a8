/** What people call a document. Browser-safe. */
import { labels, type AnyEntity } from '#lib/records/entity.ts';
import type { Translate } from '#lib/values/languages.ts';
import type { AnyDocument } from './document.ts';

/** The field that says what a document is about: the last one of its title, after its number. */
export const titleFieldOf = ({ title }: Pick<AnyDocument, 'title'>): string => String(title.at(-1));

/** A document as people call it: by its number, a draft by its title; '' where it has neither yet. */
export function documentName(of: Pick<AnyDocument, 'title'>, document: object): string {
  const values = document as Record<string, unknown>;
  return String(values['number'] ?? values[titleFieldOf(of)] ?? '');
}

/** What stands where its number would: 'Draft' while it is one, 'No number' when it was cancelled as one. */
export const numberOrStatus = (
  of: AnyEntity,
  { number, status }: { number: string | null; status: string },
  t: Translate,
): string => number ?? t(status === of.statuses[0] ? labels.status(of, status) : 'documents.noNumber');
