/** Links that open a print without signing in: made, listed, ended, used. */
import { validate } from 'uuid';
import { networkOf } from '#lib/values/network.ts';
import { personId, systemActor, type Actor } from '#lib/values/actor.ts';
import {
  type MadeLink,
  type PublicLink,
  linksOf,
  openedByLink,
  revokeLink,
} from '#lib/access/tokens/public-links.server.ts';
import { createToken, useToken } from '#lib/access/tokens/public-tokens.server.ts';
import { Refusal, notAuthorized, notFound } from '#lib/values/refusal.ts';
import { formatInstant } from '#lib/values/time.ts';
import { businessSetting } from '#lib/process/settings/business-settings.server.ts';
import { config } from '#lib/process/config/config.server.ts';
import { transaction } from '#lib/process/database/database.server.ts';
import { translatorFor } from '#lib/process/i18n/translator.server.ts';
import type { Limit } from '#lib/process/database/rate-limit.server.ts';
import { usualRights } from '../usual/usual.ts';
import { isEnded, printStateOf } from './print-content.ts';
import { logPrint, logRefusedLink } from './print-log.server.ts';
import { downloadPrint, printFile, type PrintFile } from './print-reading.server.ts';
import { printData } from './print-words.ts';
import type { Print } from './prints.server.ts';
import { checkOf, storePrint, storedPrintOf } from './stored-prints.server.ts';

/** Prints opened without signing in, from one address (note on the public side, 5.5). */
const LIMIT: Limit = { name: 'print-link', points: 30, seconds: 60 };

const purposeOf = ({ name }: Print): string => `${name}-download`;

/**
 * Makes an address under which the approved print can be fetched without signing in, for as many days as the print's
 * setting says. It is told here and never again. 403 for whoever may open the document and not publish it, 409
 * `print-not-approved` before the last approval.
 */
export async function createPrintLink(actor: Actor, print: Print, id: string): Promise<MadeLink> {
  const record = await print.store.get(actor, id);
  if (!(await mayPublishPrint(actor, print, record.id))) throw notAuthorized();
  if (!(await storePrint(print, record.id))) throw new Refusal('print-not-approved', 409);
  const hours = 24 * (await businessSetting(print.linkDays));
  const { token, expiresAt } = await transaction(async (tx) => {
    const made = await createToken(tx, actor, { purpose: purposeOf(print), subjectId: record.id, hours });
    await logPrint(actor, print, record, 'print-link-created', { until: made.expiresAt }, tx);
    return made;
  });
  return { url: `${config.publicOrigin}${print.paths.download(token)}`, expiresAt };
}

/** Whether links to this document's print may be made by the actor: an act with rights of its own, unlike opening it. */
export function mayPublishPrint(actor: Actor, { store }: Print, id: string): Promise<boolean> {
  return store.reaches(actor, id, usualRights.publish);
}

/** The links made for a document's print, newest first. */
export async function printLinksOf(actor: Actor, print: Print, id: string): Promise<PublicLink[]> {
  const record = await print.store.get(actor, id);
  return linksOf(purposeOf(print), record.id, await endsLinksOf(actor, print, record.id));
}

/**
 * Ends one link at once: by who has made it or who may change the document. 403 for all others who may open that, 404 for
 * a link of another document.
 */
export async function revokePrintLink(actor: Actor, print: Print, id: string, linkId: string): Promise<void> {
  const record = await print.store.get(actor, id);
  const mayEnd = await endsLinksOf(actor, print, record.id);
  await transaction(async (tx) => {
    await revokeLink(tx, purposeOf(print), record.id, linkId, mayEnd);
    await logPrint(actor, print, record, 'print-link-revoked', { link: linkId }, tx);
  });
}

/** A program ends the links of its owner where it may publish itself. */
async function endsLinksOf(actor: Actor, print: Print, id: string): Promise<(makerId: string | null) => boolean> {
  const { reaches, options } = print.store;
  const edits = await reaches(actor, id, options.rights.update ?? []);
  const makes = actor.client === null || (await mayPublishPrint(actor, print, id));
  return (makerId) => edits || (makes && makerId !== null && makerId === personId(actor));
}

/**
 * The print behind its download address: `key` is the token of a link, or, for somebody signed in who may open it, the
 * id of the document. Everything else is 404, noted in the log, and 429 after a few in a minute.
 */
export async function openPrint(
  actor: Actor,
  print: Print,
  key: string,
  { t, language }: Pick<App.Locals, 't' | 'language'>,
): Promise<PrintFile> {
  if (validate(key) && (await print.store.reaches(actor, key))) return downloadPrint(actor, print, key, t, language);
  return openedByLink(
    actor,
    LIMIT,
    () => openLink(actor, print, key),
    (code) => logRefusedLink(actor, print, code),
  );
}

/**
 * What a link opens: the approved print, or that print with what ended it written across. While a document is being
 * changed, nothing.
 */
async function openLink(actor: Actor, print: Print, token: string): Promise<PrintFile> {
  const record = await transaction(async (tx) => {
    const { subjectId } = await useToken(tx, purposeOf(print), token);
    const opened = await print.store.get(systemActor(actor.requestId), subjectId, undefined, tx);
    const is = printStateOf(opened.status, print.states);
    if (is !== 'approved' && !isEnded(is)) throw notFound();
    await logPrint(actor, print, opened, 'print-link-used', {}, tx);
    return opened;
  });
  const state = printStateOf(record.status, print.states);
  const stored =
    state === 'approved' ? await storePrint(print, record.id) : await storedPrintOf(print, record.id, record.revision);
  if (!stored) throw notFound();
  const { language, code } = stored;
  const t = translatorFor(language);
  const printed = t('prints.common.opened', { at: formatInstant(new Date()) });
  const data = printData(print, { ...stored.data, state }, { t, language, printed, check: checkOf(code, t) });
  return printFile(print, { record, data, stored }, t, networkOf(actor.ip));
}
