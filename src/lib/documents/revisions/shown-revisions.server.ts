import type { SnapshotChange } from '#lib/approvals/preview.ts';
import type { Reader as Words } from '#lib/records/shown.ts';
import type { AnyDocument } from '#lib/documents/document.ts';
import { changesBetween } from '#lib/documents/snapshot-changes.server.ts';
import { comparable } from './revised-preview.server.ts';
import { revisionsOf, type ReadRevision } from './revisions.server.ts';

/** A revision with what it changes, in the reader's words. */
export type ShownRevision = ReadRevision & { changes: SnapshotChange[] };

/** The revisions of a document, the newest first; none for a kind that is not amended. */
export async function shownRevisions(of: AnyDocument, id: string, words: Words): Promise<ShownRevision[]> {
  if (!('amend' in of.acts)) return [];
  return Promise.all(
    (await revisionsOf(of.docType, id)).map(async (revision) => {
      const { before, proposed } = revision;
      return { ...revision, changes: await changesBetween(comparable(of, before, proposed), before, proposed, words) };
    }),
  );
}
