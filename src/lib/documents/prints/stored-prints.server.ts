import { verifyPath } from './paths.ts';
import { v7 as uuid } from 'uuid';
import { systemActor } from '#lib/values/actor.ts';
import { logActivity } from '#lib/activity/activity.server.ts';
import { formatInstant, instantNow } from '#lib/values/time.ts';
import { config } from '#lib/process/config/config.server.ts';
import { db, transaction, type Tx } from '#lib/process/database/database.server.ts';
import { qrSvg } from '#lib/process/typst/qr.ts';
import { renderDocument } from '#lib/process/typst/renderer.server.ts';
import type { Language, Translate } from '#lib/values/languages.ts';
import { translatorFor } from '#lib/process/i18n/translator.server.ts';
import { log } from '#lib/process/config/log.server.ts';
import { newCheckCode } from './check-code.ts';
import { printStateOf, type PrintHead, type PrintState } from './print-content.ts';
import { readPrintContent } from './print-content.server.ts';
import type { PrintCheck } from './print-data.ts';
import { removePrintFile, writePrintFile } from './print-files.server.ts';
import { logPrint } from './print-log.server.ts';
import { addPrintVersion, printVersionOf, type PrintVersion } from './print-versions.server.ts';
import { printData } from './print-words.ts';
import { printsOf, type Print, type PrintedRecord } from './prints.server.ts';

/** The one state of which a version is stored: whatever comes after the last approval does not change the print. */
const STORED: PrintState = 'approved';
const STANDARD_TEMPLATE = 'documents/prints/standard.typ';

/** The version stored of a print, with what it says. */
export type StoredPrint<C extends object = object> = PrintVersion<PrintHead & C>;

export const templateOf = ({ template }: Pick<Print, 'template'>): string => template ?? STANDARD_TEMPLATE;

const beingStored = new Map<string, Promise<StoredPrint<any> | null>>();

/**
 * The stored version of an approved document in its present revision, made now when nobody has yet; null while the
 * document is not approved. May be called any number of times. Throws Refusal `document-missing-glyph` (422) or
 * `document-unavailable` (503) when it cannot be made.
 */
export function storePrint<R extends PrintedRecord, C extends object>(
  print: Print<R, C>,
  id: string,
): Promise<StoredPrint<C> | null> {
  const place = `${print.store.of.docType} ${print.name} ${id}`;
  const known = beingStored.get(place);
  if (known) return known;
  const making = findOrStore(print, id).finally(() => beingStored.delete(place));
  beingStored.set(place, making);
  return making;
}

/**
 * To be called when an approval has been given and its transaction is over: makes the versions of the document's prints
 * if that was the last one. Never fails; a version that cannot be made now is made when somebody first asks for it.
 */
export async function storePrintAfterApproval(docType: string, id: string): Promise<void> {
  for (const print of printsOf(docType)) {
    await storePrint(print, id).catch((error: unknown) =>
      log.warn({ err: error, docType, print: print.name, id }, 'a print could not be stored after the approval'),
    );
  }
}

/** The version stored of this revision, if there is one. */
export async function storedPrintOf<C extends object>(
  { name, store: { of } }: Pick<Print<any, C>, 'name' | 'store' | 'content'>,
  docId: string,
  revision: number,
): Promise<StoredPrint<C> | null> {
  const found = await printVersionOf({ docType: of.docType, name, docId, revision, status: STORED });
  return (found as StoredPrint<C> | undefined) ?? null;
}

/** What leads a reader of the print to its public verification. */
export function checkOf(code: string, t: Translate): PrintCheck {
  const address = config.publicOrigin + verifyPath(code);
  return {
    label: t('prints.common.check'),
    code,
    url: address.replace(/^https?:\/\//, ''),
    qrSvg: qrSvg(address),
    qrAlt: t('prints.common.checkSquare'),
  };
}

async function findOrStore<R extends PrintedRecord, C extends object>(
  print: Print<R, C>,
  id: string,
): Promise<StoredPrint<C> | null> {
  const record = await print.store.get(systemActor(), id);
  if (printStateOf(record.status, print.states) !== STORED) return null;
  return (await storedPrintOf(print, id, record.revision)) ?? makeVersion(print, record);
}

/**
 * Renders and stores a version, in the language of whoever asked for the document. Two processes may do so at once: the
 * row decides, the other's file goes.
 */
async function makeVersion<R extends PrintedRecord, C extends object>(
  print: Print<R, C>,
  record: R,
): Promise<StoredPrint<C> | null> {
  const {
    name,
    store: { of },
  } = print;
  const data = await readPrintContent(print, record, { signed: true });
  const language = await languageOf(record[of.requester as keyof R] as string);
  const code = newCheckCode();
  const t = translatorFor(language);
  const printed = t('prints.common.stored', { at: formatInstant(instantNow()) });
  const document = await renderDocument(
    templateOf(print),
    printData(print, data, { t, language, printed, check: checkOf(code, t) }),
  );
  const storageKey = await writePrintFile(document);
  const { id: docId, revision } = record;
  const { sha256 } = document;
  const added = await transaction(async (tx) => {
    const version = {
      id: uuid(),
      docType: of.docType,
      name,
      docId,
      revision,
      status: STORED,
      code,
      language,
      sha256,
      storageKey,
    };
    const first = await addPrintVersion(tx, { ...version, data });
    if (first) {
      await logSignatures(data, tx);
      await logPrint(systemActor(), print, record, 'print-stored', { revision, code }, tx);
    }
    return first;
  });
  if (!added) await removePrintFile(storageKey);
  return storedPrintOf(print, docId, revision);
}

async function languageOf(userId: string): Promise<Language> {
  const { language } = await db
    .selectFrom('users')
    .select('language')
    .where('id', '=', userId)
    .executeTakeFirstOrThrow();
  return language;
}

async function logSignatures({ number, revision, approvals }: PrintHead, tx: Tx): Promise<void> {
  for (const { userId, name } of approvals.filter(({ signature }) => signature)) {
    await logActivity(
      systemActor(),
      {
        event: 'user.signature-used',
        subject: 'User',
        entity: 'user',
        entityId: userId,
        entityNumber: name,
        params: { number, revision },
      },
      tx,
    );
  }
}
