import { validate } from 'uuid';
import type { Actor } from '#lib/access/actor.ts';
import { createToken, useToken } from '#lib/access/public-tokens.server.ts';
import { logActivity } from '#lib/activity/activity.server.ts';
import { Refusal, notFound } from '#lib/kernel/refusal.ts';
import { formatInstant } from '#lib/kernel/time.ts';
import { businessSetting } from '#lib/platform/business-settings.server.ts';
import { config } from '#lib/platform/config.server.ts';
import { db, transaction, type Tx } from '#lib/platform/database.server.ts';
import { bodyOf } from '#lib/platform/body.server.ts';
import { translatorFor } from '#lib/platform/i18n/translator.server.ts';
import { consume, type Limit } from '#lib/platform/rate-limit.server.ts';
import { prfData } from './purchase-request-prf.ts';
import { requestPath } from './purchase-request-paths.ts';
import { checkOf, keepPrf, keptPrfOf } from './purchase-request-prf-versions.server.ts';
import { prfStateOf } from './purchase-request-prf-content.ts';
import { downloadPrf, prfFile, type PrfFile } from './purchase-request-prf.server.ts';
import { SHOW } from './purchase-request-rights.ts';
import { purchaseRequests } from './purchase-request.server.ts';

const PURPOSE = 'prf-download';
/** Papers opened without signing in, from one address (note on the public side, 5.5). */
const LIMIT: Limit = { name: 'print-link', points: 30, seconds: 60 };

/** A link somebody has made, as it may be shown later: without its address, of which only the hash is kept. */
export interface PrfLink {
  id: string;
  createdAt: string;
  createdBy: string;
  expiresAt: string;
  revokedAt: string | null;
  useCount: number;
  lastUsedAt: string | null;
  /** Still opens the form. */
  live: boolean;
}

/**
 * Makes an address under which the approved form can be fetched without signing in, for as many days as
 * `purchasing.print-link-days` says. It is told here and never again. 409 `print-not-approved` before the last approval.
 */
export async function createPrfLink(actor: Actor, id: string): Promise<{ url: string; expiresAt: string }> {
  const request = await purchaseRequests.get(actor, id, SHOW);
  if (!(await keepPrf(request.id))) throw new Refusal('print-not-approved', 409);
  const hours = 24 * (await businessSetting('purchasing.print-link-days'));
  const expiresAt = new Date(Date.now() + hours * 3_600_000).toISOString();
  const token = await transaction(async (tx) => {
    const made = await createToken(tx, actor, { purpose: PURPOSE, subjectId: request.id, hours });
    await logLink(actor, request, 'print-link-created', tx, { until: expiresAt });
    return made;
  });
  return { url: `${config.publicOrigin}${requestPath.download(token)}`, expiresAt };
}

/** The links made for a request, newest first. */
export async function prfLinksOf(actor: Actor, id: string): Promise<PrfLink[]> {
  const request = await purchaseRequests.get(actor, id, SHOW);
  const rows = await db.selectFrom('publicTokens as l').leftJoin('users as u', 'u.id', 'l.createdBy')
    .select(['l.id', 'l.createdAt', 'u.fullName as createdBy', 'l.expiresAt', 'l.revokedAt', 'l.useCount', 'l.lastUsedAt'])
    .where('l.purpose', '=', PURPOSE).where('l.subjectId', '=', request.id).orderBy('l.createdAt', 'desc').limit(50).execute();
  const now = new Date().toISOString();
  return rows.map((row) => ({ ...row, createdBy: row.createdBy ?? '', live: row.revokedAt === null && row.expiresAt > now }));
}

/** Ends one link at once; 404 for one of another request. */
export async function revokePrfLink(actor: Actor, id: string, linkId: string): Promise<void> {
  const request = await purchaseRequests.get(actor, id, SHOW);
  if (!validate(linkId)) throw notFound();
  await transaction(async (tx) => {
    const revoked = await tx.updateTable('publicTokens').set({ revokedAt: new Date().toISOString() }).where('id', '=', linkId).where('purpose', '=', PURPOSE)
      .where('subjectId', '=', request.id).where('revokedAt', 'is', null).returning('id').execute();
    if (revoked.length === 0) throw notFound();
    await logLink(actor, request, 'print-link-revoked', tx, { link: linkId });
  });
}

/** The buttons of the preview: answers the link that was just made, to be shown this once. */
export async function postedPrfLink({ request, locals }: { request: Request; locals: App.Locals }, id: string): Promise<{ url: string; expiresAt: string } | undefined> {
  if (request.method !== 'POST') return undefined;
  const { act, link } = await bodyOf(request);
  if (act !== 'revoke') return createPrfLink(locals.actor, id);
  await revokePrfLink(locals.actor, id, String(link));
  return undefined;
}

/**
 * The form behind `/purchase-request/download/prf/{id}`: `key` is the token of a link, or, for somebody signed in who
 * may open it, the id of the request. Everything else is 404, noted in the log, and 429 after a few in a minute.
 */
export async function openPrf(actor: Actor, key: string, locals: Pick<App.Locals, 't' | 'language'>): Promise<PrfFile> {
  if (validate(key) && (await purchaseRequests.reaches(actor, key, SHOW))) return downloadPrf(actor, key, locals.t, locals.language);
  await consume(LIMIT, actor.ip ?? 'unknown');
  try {
    return await openLink(actor, key);
  } catch (error) {
    if (error instanceof Refusal && error.status === 404) {
      await logActivity(actor, { event: 'purchase-request.print-link-refused', subject: 'PurchaseRequest', outcome: 'refused', reasonCode: error.code });
    }
    throw error;
  }
}

/** What a link opens: the approved form, or that form marked as cancelled. While a request is being changed, nothing. */
async function openLink(actor: Actor, token: string): Promise<PrfFile> {
  const request = await transaction(async (tx) => {
    const { subjectId } = await useToken(tx, PURPOSE, token);
    const opened = await tx.selectFrom('purchaseRequests').select(['id', 'number', 'revision', 'status', 'businessEntityId', 'departmentId']).where('id', '=', subjectId).executeTakeFirst();
    if (!opened || !['approved', 'cancelled'].includes(prfStateOf(opened.status))) throw notFound();
    await logLink(actor, opened, 'print-link-used', tx);
    return opened;
  });
  const state = prfStateOf(request.status);
  const kept = state === 'approved' ? await keepPrf(request.id) : await keptPrfOf(request.id, request.revision);
  if (!kept) throw notFound();
  const { language, code } = kept;
  const t = translatorFor(language);
  const data = prfData({ ...kept.data, state }, { t, language, printed: t('prints.paper.opened', { at: formatInstant(new Date()) }), check: checkOf(code, t) });
  return prfFile({ request, data, kept }, t);
}

interface LinkedRequest {
  id: string;
  number: string | null;
  businessEntityId: string;
  departmentId: string;
}

async function logLink(actor: Actor, { id, number, businessEntityId, departmentId }: LinkedRequest, event: string, tx: Tx, params?: Record<string, unknown>): Promise<void> {
  await logActivity(actor, {
    event: `purchase-request.${event}`, subject: 'PurchaseRequest', entity: 'purchase-request', entityId: id, entityNumber: number, businessEntityId, departmentId, params,
  }, tx);
}
