import type { Actor } from '#lib/access/actor.ts';
import { logActivity } from '#lib/activity/activity.server.ts';
import { Refusal } from '#lib/kernel/refusal.ts';
import { formatInstant } from '#lib/kernel/time.ts';
import { readPrint } from '#lib/platform/documents/print-store.server.ts';
import { renderDocument } from '#lib/platform/documents/renderer.server.ts';
import type { Language, Translate } from '#lib/platform/i18n/languages.ts';
import { prfData } from './purchase-request-prf.ts';
import { TEMPLATE, checkOf, keepPrf, keptPrfOf, type KeptPrf } from './purchase-request-prf-versions.server.ts';
import { readPrfContent } from './purchase-request-prf-content.server.ts';
import { prfStateOf, type PrfContent } from './purchase-request-prf-content.ts';
import { SHOW } from './purchase-request-rights.ts';
import type { PrfData } from './purchase-request-prf-data.ts';
import { purchaseRequests, type ReadRequest } from './purchase-request.server.ts';

/** The form of a request, and what is to be said about it beside the paper. */
export interface Prf {
  request: ReadRequest;
  data: PrfData;
  /** The kept paper that this is; null while there is none. */
  kept: KeptPrf | null;
  /** What has been changed since it was kept, without a new approval: names of `prints.prf.fields`. */
  amended: string[];
  /** Why an approved form could not be kept; it is then shown as a draft. */
  unkept: Refusal | null;
}

export interface PrfFile {
  bytes: Uint8Array;
  fileName: string;
}

/**
 * The form of a request the actor may open, in a language: after the last approval what was kept then, else as it
 * stands now. Refuses with 403 and 404 as the request itself does.
 */
export async function readPrf(actor: Actor, id: string, t: Translate, language: Language): Promise<Prf> {
  const request = await purchaseRequests.get(actor, id, SHOW);
  const { kept, unkept } = await keptOf(request);
  const content = kept ? { ...kept.data, state: prfStateOf(request.status) } : await readPrfContent(request.id);
  const printed = t('prints.paper.printed', { name: actor.fullName, at: formatInstant(new Date()) });
  const data = prfData(content, {
    t,
    language,
    printed,
    check: kept ? checkOf(kept.code, t) : undefined,
    unkept: unkept !== null,
  });
  return { request, data, kept, amended: kept ? amendedSince(kept.data, request) : [], unkept };
}

/**
 * The form as a PDF, as an event of the request: the kept file of an approved one, else a draft made now. The same
 * refusals, and 503 `document-unavailable`.
 */
export async function downloadPrf(actor: Actor, id: string, t: Translate, language: Language): Promise<PrfFile> {
  const prf = await readPrf(actor, id, t, language);
  const file = await prfFile(prf, t);
  await logPrint(actor, prf.request, 'downloaded');
  return file;
}

/** Notes that somebody has sent the preview to a printer. */
export async function notePrinted(actor: Actor, id: string): Promise<void> {
  await logPrint(actor, await purchaseRequests.get(actor, id, SHOW), 'printed');
}

/** The PDF of a form that has been read. */
export async function prfFile(
  { request, data, kept }: Pick<Prf, 'data' | 'kept'> & { request: Pick<ReadRequest, 'number' | 'status'> },
  t: Translate,
): Promise<PrfFile> {
  const fileName = `PRF ${request.number ?? t('prints.prf.states.draft')}.pdf`;
  if (kept && prfStateOf(request.status) === 'approved') return { bytes: await readPrint(kept), fileName };
  return { bytes: (await renderDocument(TEMPLATE, data, { draft: true })).bytes, fileName };
}

/** What differs between a kept form and its request, among what may change without a new approval. */
export function amendedSince(
  kept: Pick<PrfContent, 'title' | 'purpose' | 'neededBy' | 'deliverTo'>,
  now: Pick<ReadRequest, 'title' | 'neededBy'> & { titles: Record<string, string> },
): string[] {
  return [
    ...(kept.title === now.title ? [] : ['title']),
    ...(kept.neededBy === now.neededBy ? [] : ['neededBy']),
    ...(kept.deliverTo === now.titles.deliverToAddressId ? [] : ['deliverTo']),
  ];
}

/** A form whose paper cannot be made is no reason to show none. */
async function keptOf(request: ReadRequest): Promise<Pick<Prf, 'kept' | 'unkept'>> {
  const state = prfStateOf(request.status);
  if (state === 'cancelled') return { kept: await keptPrfOf(request.id, request.revision), unkept: null };
  if (state !== 'approved') return { kept: null, unkept: null };
  try {
    return { kept: await keepPrf(request.id), unkept: null };
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    return { kept: null, unkept: error };
  }
}

async function logPrint(actor: Actor, request: ReadRequest, event: string): Promise<void> {
  await logActivity(actor, {
    event: `purchase-request.${event}`,
    subject: 'PurchaseRequest',
    entity: 'purchase-request',
    entityId: request.id,
    entityNumber: request.number,
    businessEntityId: request.businessEntityId,
    departmentId: request.departmentId,
    params: { revision: request.revision, status: request.status },
  });
}
