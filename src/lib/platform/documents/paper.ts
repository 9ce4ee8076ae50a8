/**
 * What every paper has in common: letterhead, number block, footer. Shared by the Typst templates (`letterhead.typ`)
 * and the preview pages. All texts come translated and all numbers and dates formatted: a paper has no language of
 * its own.
 */

/** A word and what it stands for, both ready to print. */
export interface Fact {
  label: string;
  value: string;
}

/** A drawn picture. An object of this shape anywhere in the data reaches the template as a file. */
export interface Picture {
  type: 'png' | 'jpeg' | 'svg';
  base64: string;
  /** What a person who cannot see it is told. */
  alt: string;
}

/** The business entity whose paper this is. */
export interface PaperEntity {
  name: string;
  nameZh?: string;
  /** UEN and GST registration number. */
  registrations: Fact[];
  /** Postal address and telephone, top to bottom. */
  addressLines: string[];
  /** Its own mark; the house mark stands in where it has none. */
  logo?: Picture;
}

/** How a reader finds out whether the paper in hand is the one that was issued. */
export interface PaperCheck {
  label: string;
  /** As `newCheckCode` makes it. */
  code: string;
  /** Shown without scheme. */
  url: string;
  /** As `qrSvg` makes it, of the full address. */
  qrSvg: string;
  qrAlt: string;
}

export interface Paper {
  /** Language code of the labels, for hyphenation and screen readers. */
  language: string;
  title: string;
  /** Empty until the document has one. */
  number: string;
  entity: PaperEntity;
  /** Number, revision, date, status: the block at the right of the title. */
  identity: Fact[];
  /** What the entity has printed at the foot of all its papers. */
  footnote?: string;
  /** Who printed it and when, as one sentence. */
  printed: string;
  /** With the marks `{page}` and `{pages}`. */
  pageOf: string;
  /** Absent on a paper nobody can check, a draft for one. */
  check?: PaperCheck;
  /** DRAFT, CANCELLED: written across the page. */
  watermark?: string;
}
