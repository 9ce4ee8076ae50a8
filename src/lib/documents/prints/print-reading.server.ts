import type { Actor } from '#lib/values/actor.ts';
import { Refusal } from '#lib/values/refusal.ts';
import { sameValues } from '#lib/values/same-values.ts';
import { formatInstant } from '#lib/values/time.ts';
import { renderDocument } from '#lib/process/typst/renderer.server.ts';
import type { Language, Translate } from '#lib/values/languages.ts';
import { isEnded, printStateOf } from './print-content.ts';
import { readPrintContent } from './print-content.server.ts';
import type { PrintData } from './print-data.ts';
import { readPrintFile } from './print-files.server.ts';
import { logPrint } from './print-log.server.ts';
import { printData } from './print-words.ts';
import type { Print, PrintedRecord } from './prints.server.ts';
import { checkOf, storePrint, storedPrintOf, templateOf, type StoredPrint } from './stored-prints.server.ts';

/** The print of a document, and the notes shown beside the sheet. */
export interface ReadPrint<R extends PrintedRecord = PrintedRecord, C extends object = object> {
  record: R;
  data: PrintData;
  /** The stored version that this is; null while there is none. */
  stored: StoredPrint<C> | null;
  /** What has been changed since it was stored, without a new approval: names of `prints.<name>.fields`. */
  amended: string[];
  /** Why no version of an approved document could be stored; it is then shown as a draft. */
  unstored: Refusal | null;
}

export interface PrintFile {
  bytes: Uint8Array;
  fileName: string;
}

/**
 * The print of a document the actor may open, in a language: after the last approval what was stored then, else as it
 * stands now. Refuses with 403 and 404 as the document itself does.
 */
export async function readPrint<R extends PrintedRecord, C extends object>(
  actor: Actor,
  print: Print<R, C>,
  id: string,
  t: Translate,
  language: Language,
): Promise<ReadPrint<R, C>> {
  const record = await print.store.get(actor, id);
  const { stored, unstored } = await storedOf(print, record);
  const content = stored
    ? { ...stored.data, state: printStateOf(record.status, print.states) }
    : await readPrintContent(print, record);
  const data = printData(print, content, {
    t,
    language,
    printed: t('prints.common.printed', { name: actor.fullName, at: formatInstant(new Date()) }),
    check: stored ? checkOf(stored.code, t) : undefined,
    unstored: unstored !== null,
  });
  return { record, data, stored, amended: stored ? await amendedSince(print, stored.data, record) : [], unstored };
}

/**
 * The print as a PDF, as an event of its document: the stored file of an approved one, else a draft made now. The same
 * refusals, and 503 `document-unavailable`.
 */
export async function downloadPrint(
  actor: Actor,
  print: Print,
  id: string,
  t: Translate,
  language: Language,
): Promise<PrintFile> {
  const read = await readPrint(actor, print, id, t, language);
  const file = await printFile(print, read, t, `${actor.type} ${actor.id}`);
  await logPrintOf(actor, print, read.record, 'downloaded');
  return file;
}

/** Notes that somebody has sent the preview to a printer. */
export async function recordPrinted(actor: Actor, print: Print, id: string): Promise<void> {
  await logPrintOf(actor, print, await print.store.get(actor, id), 'printed');
}

/** The PDF of a print that has been read; `asker` waits for it behind one of each other's at most. */
export async function printFile(
  print: Pick<Print, 'name' | 'states' | 'template'>,
  { record, data, stored }: Pick<ReadPrint, 'record' | 'data' | 'stored'>,
  t: Translate,
  asker: string,
): Promise<PrintFile> {
  const fileName = `${print.name.toUpperCase()} ${record.number ?? t('prints.document.states.draft')}.pdf`;
  const approved = printStateOf(record.status, print.states) === 'approved';
  if (stored && approved) return { bytes: await readPrintFile(stored), fileName };
  return { bytes: (await renderDocument(templateOf(print), data, { draft: true, asker })).bytes, fileName };
}

/** What differs between a stored version and its document, among what may change without a new approval. */
export async function amendedSince<R extends PrintedRecord, C extends object>(
  { amendable, content }: Print<R, C>,
  stored: C,
  record: R,
): Promise<string[]> {
  const now = await content(record);
  return amendable.filter((name) => !sameValues(stored, now, [name]));
}

/** A version that cannot be made is no reason to show nothing. */
async function storedOf<R extends PrintedRecord, C extends object>(
  print: Print<R, C>,
  { id, status, revision }: R,
): Promise<Pick<ReadPrint<R, C>, 'stored' | 'unstored'>> {
  const state = printStateOf(status, print.states);
  if (isEnded(state)) return { stored: await storedPrintOf(print, id, revision), unstored: null };
  if (state !== 'approved') return { stored: null, unstored: null };
  try {
    return { stored: await storePrint(print, id), unstored: null };
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    return { stored: null, unstored: error };
  }
}

function logPrintOf(actor: Actor, print: Print, record: PrintedRecord, event: 'downloaded' | 'printed'): Promise<void> {
  return logPrint(actor, print, record, event, { revision: record.revision, status: record.status });
}
