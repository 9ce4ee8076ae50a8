/** How far what a document is about has come, beside its status (model of purchasing, 0.2). Browser-safe. */
import { labels } from '#lib/records/entity.ts';
import { computedChoice } from '#lib/values/fields.ts';
import type { Translate } from '#lib/values/languages.ts';
import type { AnyDocument } from '../document.ts';

const PROGRESS = ['none', 'partial', 'full'] as const;

export type Progress = (typeof PROGRESS)[number];

/** The field of a progress, for the fields of a document: 'receiptProgress'. Lists show, filter and export it. */
export const progressField = () => computedChoice(PROGRESS, { words: 'documents.progress' });

/** The progress of a document with its words, as its page draws it; empty for a kind that has none. */
export function progressIn(
  of: AnyDocument,
  document: Record<string, unknown>,
  t: Translate,
): { name: string; label: string; value: Progress; text: string }[] {
  return Object.keys(of.progress ?? {}).map((name) => {
    const value = document[name] as Progress;
    return { name, label: t(labels.field(of, name)), value, text: t(labels.choice(of, name, value)) };
  });
}
