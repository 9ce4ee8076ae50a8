import { v7 as uuid } from 'uuid';
import { systemActor } from '#lib/access/actor.ts';
import { logActivity } from '#lib/activity/activity.server.ts';
import { formatInstant } from '#lib/kernel/time.ts';
import { config } from '#lib/platform/config.server.ts';
import { db, transaction } from '#lib/platform/database.server.ts';
import { newCheckCode } from '#lib/platform/documents/check-code.ts';
import type { PaperCheck } from '#lib/platform/documents/paper.ts';
import { forgetPrint, keepPrint } from '#lib/platform/documents/print-store.server.ts';
import { addPrintVersion, printVersionOf, type PrintVersion } from '#lib/platform/documents/print-versions.server.ts';
import { qrSvg } from '#lib/platform/documents/qr.ts';
import { renderDocument } from '#lib/platform/documents/renderer.server.ts';
import type { Language, Translate } from '#lib/platform/i18n/languages.ts';
import { translatorFor } from '#lib/platform/i18n/translator.server.ts';
import { log } from '#lib/platform/log.server.ts';
import { prfData } from './purchase-request-prf.ts';
import { readPrfContent } from './purchase-request-prf-content.server.ts';
import { prfStateOf, type PrfContent } from './purchase-request-prf-content.ts';
import { DOC_TYPE } from './purchase-request-snapshot.server.ts';

export const TEMPLATE = 'purchasing/purchase-request.prf.typ';
/** The one status in which a request's form is kept: whatever comes after the last approval does not change its paper. */
const KEPT = 'approved';

/** The kept form of a request, with what it says. */
export type KeptPrf = PrintVersion & { data: PrfContent };

const beingKept = new Map<string, Promise<KeptPrf | null>>();

/**
 * The kept form of an approved request in its present revision, made now when nobody has yet; null while the request
 * is not approved. May be called any number of times. Throws Refusal `document-missing-glyph` (422) or
 * `document-unavailable` (503) when the form cannot be made.
 */
export function keepPrf(id: string): Promise<KeptPrf | null> {
  const known = beingKept.get(id);
  if (known) return known;
  const making = findOrKeep(id).finally(() => beingKept.delete(id));
  beingKept.set(id, making);
  return making;
}

/**
 * Called when an approval has been given and its transaction is over: makes the form if that was the last one. Neither
 * waits nor fails; a form that cannot be made now is made when somebody first asks for it. Answers what it was given.
 */
export function keepPrfAfterApproval<R extends { id: string; status: string }>(request: R): R {
  const { id, status } = request;
  if (prfStateOf(status) === KEPT) {
    keepPrf(id).catch((error: unknown) =>
      log.warn({ err: error, id }, 'the form of an approved request could not be kept yet'),
    );
  }
  return request;
}

/** The form kept of this revision, if there is one. */
export async function keptPrfOf(docId: string, revision: number): Promise<KeptPrf | null> {
  return ((await printVersionOf({ docType: DOC_TYPE, docId, revision, status: KEPT })) as KeptPrf | undefined) ?? null;
}

/** What leads a reader of the paper to the public check. */
export function checkOf(code: string, t: Translate): PaperCheck {
  const address = `${config.publicOrigin}/verify/${code}`;
  return {
    label: t('prints.paper.check'),
    code,
    url: address.replace(/^https?:\/\//, ''),
    qrSvg: qrSvg(address),
    qrAlt: t('prints.paper.checkSquare'),
  };
}

async function findOrKeep(id: string): Promise<KeptPrf | null> {
  const request = await db
    .selectFrom('purchaseRequests as r')
    .innerJoin('users as u', 'u.id', 'r.requesterId')
    .select(['r.revision', 'r.status', 'u.language'])
    .where('r.id', '=', id)
    .executeTakeFirst();
  if (!request || prfStateOf(request.status) !== KEPT) return null;
  return (await keptPrfOf(id, request.revision)) ?? keep(id, request.revision, request.language);
}

/** Renders and keeps the form in the requester's language. Two processes may do so at once: the row decides, the other's file goes. */
async function keep(id: string, revision: number, language: Language): Promise<KeptPrf | null> {
  const content = await readPrfContent(id, { signed: true });
  const code = newCheckCode();
  const t = translatorFor(language);
  const printed = t('prints.paper.kept', { at: formatInstant(new Date()) });
  const document = await renderDocument(TEMPLATE, prfData(content, { t, language, printed, check: checkOf(code, t) }));
  const storageKey = await keepPrint(document);
  const version = {
    id: uuid(),
    docType: DOC_TYPE,
    docId: id,
    revision,
    status: KEPT,
    code,
    language,
    sha256: document.sha256,
    storageKey,
    data: content,
  };
  const added = await transaction(async (tx) => {
    const first = await addPrintVersion(tx, version);
    if (first) await logKept(version, tx);
    return first;
  });
  if (!added) await forgetPrint(storageKey);
  return keptPrfOf(id, revision);
}

async function logKept(
  { docId, revision, code, data }: Pick<KeptPrf, 'docId' | 'revision' | 'code' | 'data'>,
  tx: Parameters<typeof addPrintVersion>[0],
): Promise<void> {
  const paper = { entity: 'purchase-request', entityId: docId, entityNumber: data.number };
  for (const { userId, name } of data.approvals.filter(({ signature }) => signature)) {
    await logActivity(
      systemActor(),
      {
        event: 'user.signature-used',
        subject: 'User',
        entity: 'user',
        entityId: userId,
        entityNumber: name,
        params: { number: data.number, revision },
      },
      tx,
    );
  }
  await logActivity(
    systemActor(),
    { ...paper, event: 'purchase-request.print-kept', subject: 'PurchaseRequest', params: { revision, code } },
    tx,
  );
}
