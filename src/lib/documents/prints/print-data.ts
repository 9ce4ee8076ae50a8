/**
 * A print of a document, ready to be shown: what the Typst templates (`document.typ`, `letterhead.typ`) and the preview
 * pages both draw. Every text is translated, every number and date formatted: a print has no language of its own.
 */
import type { Picture } from '#lib/process/typst/picture.ts';

/** A label and its value, both ready to print. */
export interface Fact {
  label: string;
  value: string;
}

/** The business entity in whose name the print is made. */
export interface Letterhead {
  name: string;
  nameZh?: string;
  /** UEN and GST registration number. */
  registrations: Fact[];
  /** Postal address and telephone, top to bottom. */
  addressLines: string[];
  /** Its own logo; the default mark where it has none. */
  logo?: Picture;
}

/** How a reader finds out whether the print in hand is the one that was issued. */
export interface PrintCheck {
  label: string;
  /** As `newCheckCode` makes it. */
  code: string;
  /** Shown without scheme. */
  url: string;
  /** As `qrSvg` makes it, of the full address. */
  qrSvg: string;
  qrAlt: string;
}

/** The frame around the content: letterhead, number block, footer, the word across the page. */
export interface PrintFrame {
  /** Language code of the labels, for hyphenation and screen readers. */
  language: string;
  title: string;
  /** Empty until the document has one. */
  number: string;
  entity: Letterhead;
  /** Number, revision, date, status: the block at the right of the title. */
  identity: Fact[];
  /** What the entity has printed at the foot of all its prints. */
  footnote?: string;
  /** Who printed it and when, as one sentence. */
  printed: string;
  /** With the marks `{page}` and `{pages}`. */
  pageOf: string;
  /** Absent on a print nobody can check, a draft for one. */
  check?: PrintCheck;
  /** DRAFT, CANCELLED: written across the page. */
  watermark?: string;
}

/**
 * A column of the table of lines. `text` is the wide one, with room for a note below; `unit` never breaks; `number` and
 * `price` are figures at the right, and on a phone a price stands after what it is multiplied with.
 */
export interface PrintColumn {
  kind: 'position' | 'text' | 'unit' | 'number' | 'price';
  label: string;
}

export interface PrintLine {
  /** One for each column. */
  cells: string[];
  /** Small, below the text. */
  note?: string;
}

export interface PrintTotal {
  label: string;
  amount: string;
  /** The sum that counts: larger, under a rule. */
  strong?: boolean;
}

export interface PrintApproval {
  name: string;
  role: string;
  /** Of a delegate: "for Priya Menon, Purchasing manager", shown in place of the role. */
  onBehalf?: string;
  at: string;
  /** Only when the person allows its use on prints. */
  signature?: Picture;
}

/** What a document's print says between title and approvals. A document with a template of its own may add to it. */
export interface PrintBody {
  /** Four in a row. */
  facts: Fact[];
  /** Longer texts, each on a row of its own below the facts. */
  texts?: Fact[];
  /** Of the table of lines; a document without lines has none. */
  columns?: PrintColumn[];
  lines?: PrintLine[];
  totals?: PrintTotal[];
  /** The text about the approvals where "Approved by" and "Nobody has approved it yet" do not fit. */
  approvalWords?: Partial<Record<'title' | 'none', string>>;
}

export interface PrintData extends PrintFrame, Omit<PrintBody, 'approvalWords'> {
  approvals: { title: string; given: PrintApproval[]; none: string };
}
