/** Which prints there are: a document that has one says here what it says, and everything else follows. */
import type { Actor } from '#lib/values/actor.ts';
import type { Db } from '#lib/process/database/database.server.ts';
import type { SettingName } from '#lib/process/settings/business-settings.ts';
import type { Reader } from '#lib/records/shown.ts';
import type { AnyDocument } from '#lib/documents/document.ts';
import type { PrintHead, PrintState } from './print-content.ts';
import type { PrintBody } from './print-data.ts';

/** What every print reads of its document's row. */
export interface PrintedRecord {
  id: string;
  number: string | null;
  revision: number;
  status: string;
  submittedAt: string | null;
  createdAt: string;
  titles: Record<string, string>;
}

/** The store of a document, as far as prints need it. */
interface PrintStore<R> {
  of: AnyDocument;
  options: { rights: { show: readonly string[]; update?: readonly string[] | undefined } };
  get(actor: Actor, id: string, actions?: readonly string[], reader?: Db): Promise<R>;
  reaches(actor: Actor, id: string, actions?: readonly string[]): Promise<boolean>;
}

/** The print of a kind of document: `R` is its row as the store reads it, `C` what its own reader adds to the head. */
export interface Print<R extends PrintedRecord = any, C extends object = any> {
  /** 'prf': in addresses and file names, and its words in locales `prints.<name>`: `title`, `fields`. */
  name: string;
  /** People who may open the document may also view the print and download it; links are made by who may publish. */
  store: PrintStore<R>;
  paths: {
    show(id: string): string;
    /** The PDF: by the token of a link, or by the document's id for who may open it. */
    download(key: string): string;
  };
  /** The setting that says for how many days a link opens it. */
  linkDays: Extract<SettingName, `${string}link-days`>;
  /** Statuses whose prints are shown in another state than is usual. */
  states?: Readonly<Record<string, PrintState>>;
  /** Its content beyond the head, from the current document, before any language. */
  content(record: R): Promise<C>;
  /** The content in a language. */
  body(content: PrintHead & C, words: Reader): PrintBody;
  /** Parts of the content that may change after the approval, with their words in `prints.<name>.fields`. */
  amendable: readonly (keyof C & string)[];
  /** Its total with GST, in cents, for people who verify it; null where there is no amount. */
  total(content: C): number | null;
  /** Below `src/lib`; the usual order of facts, lines and approvals when left out. */
  template?: string;
}

const prints = new Map<string, Print>();

/** Makes a print known; called once, when the document's file is loaded. Answers what it was given. */
export function registerPrint<R extends PrintedRecord, C extends object>(print: Print<R, C>): Print<R, C> {
  prints.set(`${print.store.of.docType} ${print.name}`, print as Print);
  return print;
}

/** The print that was registered under this name; undefined where none was. */
export const printNamed = (docType: string, name: string): Print | undefined => prints.get(`${docType} ${name}`);

/** Every print of a type of document. */
export const printsOf = (docType: string): Print[] =>
  [...prints.values()].filter(({ store: { of } }) => of.docType === docType);
