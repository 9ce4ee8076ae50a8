import { validate } from 'uuid';
import type { Actor } from '#lib/access/actor.ts';
import { type MadeLink, type PublicLink, linksOf, revokeLink } from '#lib/access/public-links.server.ts';
import { createToken, useToken } from '#lib/access/public-tokens.server.ts';
import { logActivity } from '#lib/activity/activity.server.ts';
import { Refusal, notFound } from '#lib/kernel/refusal.ts';
import { formatInstant } from '#lib/kernel/time.ts';
import { businessSetting } from '#lib/platform/business-settings.server.ts';
import { config } from '#lib/platform/config.server.ts';
import { transaction, type Tx } from '#lib/platform/database.server.ts';
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

/**
 * Makes an address under which the approved form can be fetched without signing in, for as many days as
 * `purchasing.print-link-days` says. It is told here and never again. 409 `print-not-approved` before the last approval.
 */
export async function createPrfLink(actor: Actor, id: string): Promise<MadeLink> {
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
export async function prfLinksOf(actor: Actor, id: string): Promise<PublicLink[]> {
  return linksOf(PURPOSE, (await purchaseRequests.get(actor, id, SHOW)).id);
}

/** Ends one link at once; 404 for one of another request. */
export async function revokePrfLink(actor: Actor, id: string, linkId: string): Promise<void> {
  const request = await purchaseRequests.get(actor, id, SHOW);
  await transaction(async (tx) => {
    await revokeLink(tx, PURPOSE, request.id, linkId);
    await logLink(actor, request, 'print-link-revoked', tx, { link: linkId });
  });
}

/** The buttons of the preview: answers the link that was just made, to be shown this once. */
export async function postedPrfLink(
  { request, locals }: { request: Request; locals: App.Locals },
  id: string,
): Promise<MadeLink | undefined> {
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
  if (validate(key) && (await purchaseRequests.reaches(actor, key, SHOW)))
    return downloadPrf(actor, key, locals.t, locals.language);
  await consume(LIMIT, actor.ip ?? 'unknown');
  try {
    return await openLink(actor, key);
  } catch (error) {
    if (error instanceof Refusal && error.status === 404) {
      await logActivity(actor, {
        event: 'purchase-request.print-link-refused',
        subject: 'PurchaseRequest',
        outcome: 'refused',
        reasonCode: error.code,
      });
    }
    throw error;
  }
}

/** What a link opens: the approved form, or that form marked as cancelled. While a request is being changed, nothing. */
async function openLink(actor: Actor, token: string): Promise<PrfFile> {
  const request = await transaction(async (tx) => {
    const { subjectId } = await useToken(tx, PURPOSE, token);
    const opened = await tx
      .selectFrom('purchaseRequests')
      .select(['id', 'number', 'revision', 'status', 'businessEntityId', 'departmentId'])
      .where('id', '=', subjectId)
      .executeTakeFirst();
    if (!opened || !['approved', 'cancelled'].includes(prfStateOf(opened.status))) throw notFound();
    await logLink(actor, opened, 'print-link-used', tx);
    return opened;
  });
  const state = prfStateOf(request.status);
  const kept = state === 'approved' ? await keepPrf(request.id) : await keptPrfOf(request.id, request.revision);
  if (!kept) throw notFound();
  const { language, code } = kept;
  const t = translatorFor(language);
  const data = prfData(
    { ...kept.data, state },
    { t, language, printed: t('prints.paper.opened', { at: formatInstant(new Date()) }), check: checkOf(code, t) },
  );
  return prfFile({ request, data, kept }, t);
}

interface LinkedRequest {
  id: string;
  number: string | null;
  businessEntityId: string;
  departmentId: string;
}

async function logLink(
  actor: Actor,
  { id, number, businessEntityId, departmentId }: LinkedRequest,
  event: string,
  tx: Tx,
  params?: Record<string, unknown>,
): Promise<void> {
  await logActivity(
    actor,
    {
      event: `purchase-request.${event}`,
      subject: 'PurchaseRequest',
      entity: 'purchase-request',
      entityId: id,
      entityNumber: number,
      businessEntityId,
      departmentId,
      params,
    },
    tx,
  );
}
