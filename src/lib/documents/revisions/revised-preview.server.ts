import type { Preview } from '#lib/approvals/preview.ts';
import type { Reader as Words } from '#lib/records/shown.ts';
import { formatCents } from '#lib/values/money.ts';
import type { AnyDocument } from '#lib/documents/document.ts';
import { picture } from './amended-by.server.ts';
import { waitingRevision } from './revisions.server.ts';

/** What an approver is shown of a document whose revision waits: the new amount, by how much it differs, and why it is revised. */
export async function revisedPreview(
  of: AnyDocument,
  docId: string,
  preview: Preview,
  { t, language }: Words,
): Promise<Preview> {
  const waiting = await waitingRevision(of, docId);
  if (!waiting) return preview;
  const { revision, reason, amountCents } = waiting;
  const note = t('documents.revisions.delta', { delta: deltaText(waiting.deltaNetCents, language) });
  const figure = (value: number) => ({
    label: t('documents.revisions.newTotal'),
    value: formatCents(value, language),
    note,
  });
  return {
    ...preview,
    meta: [t('documents.revision', { number: revision }), ...preview.meta],
    figures: [...(amountCents === null ? [] : [figure(amountCents)]), ...preview.figures],
    texts: [{ label: t('documents.revisions.why'), text: reason }, ...preview.texts],
  };
}

/** '+1,200.00' or '−300.00'. */
export const deltaText = (cents: number, language: string): string =>
  `${cents < 0 ? '−' : '+'}${formatCents(Math.abs(cents), language)}`;

/** The document with those of its fields compared that both snapshots have: a picture of all, or only what was material. */
export function comparable(of: AnyDocument, before: unknown, after: unknown): AnyDocument {
  if (!('amend' in of.acts)) return of;
  const both = (name: string) => [before, after].every((side) => name in ((side ?? {}) as object));
  return { ...of, material: picture(of).material.filter((name) => both(name as string)) };
}
