import { systemActor, type Actor } from '#lib/access/actor.ts';
import { notFound } from '#lib/kernel/refusal.ts';
import { formatCents } from '#lib/kernel/money.ts';
import { formatDate, formatInstant } from '#lib/kernel/time.ts';
import { readCheckCode } from '#lib/platform/documents/check-code.ts';
import { printVersionByCode } from '#lib/platform/documents/print-versions.server.ts';
import type { Language } from '#lib/platform/i18n/languages.ts';
import { consume, type Limit } from '#lib/platform/rate-limit.server.ts';
import type { KeptPrf } from './purchase-request-prf-versions.server.ts';
import { prfStateOf, type PrfState } from './purchase-request-prf-content.ts';
import { amendedSince } from './purchase-request-prf.server.ts';
import { purchaseRequests } from './purchase-request.server.ts';
import { DOC_TYPE } from './purchase-request-snapshot.server.ts';

/** Checks from one address; a code has 60 random bits, so that trying them out leads nowhere even without this. */
const LIMIT: Limit = { name: 'print-check', points: 30, seconds: 60 };

export type Verdict = 'unchanged' | 'amended' | 'superseded' | 'withdrawn' | 'cancelled';

/** What anybody holding a paper may know of it: enough to compare, and nobody's name. Ready to show. */
export interface PrfCheck {
  verdict: Verdict;
  /** Of the request, now. */
  state: PrfState;
  /** The revision that took its place, like 'R2'. */
  supersededBy: string | null;
  code: string;
  number: string;
  revision: string;
  date: string;
  keptAt: string;
  /** In S$, with GST. */
  total: string;
  entity: string;
  entityChinese: string | null;
}

/**
 * What the product knows of the paper with this code, read as tolerantly as people copy. 404 for a code that no paper
 * has; 429 `too-many-requests`.
 */
export async function checkPrf(actor: Actor, typed: string, language: Language): Promise<PrfCheck> {
  await consume(LIMIT, actor.ip ?? 'unknown');
  const code = readCheckCode(typed);
  const found = code && (await printVersionByCode(code));
  if (!found || found.docType !== DOC_TYPE) throw notFound();
  const { data, revision, createdAt, docId } = found as KeptPrf;
  const now = await purchaseRequests.get(systemActor(actor.requestId), docId);
  return {
    verdict: verdictOf(found as KeptPrf, now),
    state: prfStateOf(now.status),
    supersededBy: now.revision > revision ? `R${now.revision}` : null,
    code: found.code,
    number: data.number ?? '',
    revision: `R${revision}`,
    date: formatDate(data.date),
    keptAt: formatInstant(createdAt),
    total: formatCents(data.grossCents, language),
    entity: data.entity.name,
    entityChinese: data.entity.nameChinese,
  };
}

function verdictOf({ revision, data }: KeptPrf, now: Awaited<ReturnType<typeof purchaseRequests.get>>): Verdict {
  const state = prfStateOf(now.status);
  if (now.revision > revision) return 'superseded';
  if (state === 'cancelled') return 'cancelled';
  if (state !== 'approved') return 'withdrawn';
  return amendedSince(data, now).length > 0 ? 'amended' : 'unchanged';
}
