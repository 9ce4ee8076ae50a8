import type { Mark } from '#lib/values/urgency.ts';

/**
 * What an approver is shown of a document before deciding, ready in words: by the inbox, by the page of a mail link.
 * Browser-safe.
 */
export interface Preview {
  number: string | null;
  title: string;
  /** Why it presses. */
  marks?: readonly Mark[];
  status: string;
  /** Who asks, for whom, until when: one line. */
  meta: string[];
  /** A few figures; the first is the amount that is decided on. */
  figures: { label: string; value: string; note?: string }[];
  texts: { label: string; text: string }[];
  /** What is asked for, row by row. */
  table: {
    heading: string;
    columns: { label: string; isNumber?: boolean }[];
    rows: { cells: string[]; note?: string }[];
  } | null;
  files: { name: string; href: string; isImage: boolean }[];
}

/** A difference between two snapshots of a document. */
export interface SnapshotChange {
  label: string;
  /** '' for what was not there. */
  before: string;
  /** '' for what is there no more. */
  after: string;
}
