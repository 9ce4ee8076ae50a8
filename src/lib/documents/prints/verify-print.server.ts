import { systemActor, type Actor } from '#lib/values/actor.ts';
import { networkOf } from '#lib/values/network.ts';
import { notFound } from '#lib/values/refusal.ts';
import { formatCents } from '#lib/values/money.ts';
import { formatDate, formatInstant } from '#lib/values/time.ts';
import type { Language } from '#lib/values/languages.ts';
import { consumePoint, type Limit } from '#lib/process/database/rate-limit.server.ts';
import { readCheckCode } from './check-code.ts';
import { isEnded, printStateOf, type EndedState, type PrintState } from './print-content.ts';
import { amendedSince } from './print-reading.server.ts';
import { printVersionByCode } from './print-versions.server.ts';
import { printNamed, type Print } from './prints.server.ts';
import type { StoredPrint } from './stored-prints.server.ts';

/** Checks from one address; a code has 60 random bits, so that trying them out leads nowhere even without this. */
const LIMIT: Limit = { name: 'print-check', points: 30, seconds: 60 };

export type Verdict = 'unchanged' | 'amended' | 'superseded' | 'withdrawn' | EndedState;

/** What anybody holding a print may know of it: enough to compare, and nobody's name. Ready to show. */
export interface VerifiedPrint {
  /** Which print it is: its words are in locales `prints.<name>`. */
  name: string;
  verdict: Verdict;
  /** Of the document, now. */
  state: PrintState;
  /** The revision that took its place, like 'R2'. */
  supersededBy: string | null;
  /** What was changed since without a new approval: names of `prints.<name>.fields`. */
  amended: string[];
  code: string;
  number: string;
  revision: string;
  date: string;
  storedAt: string;
  /** In S$, with GST; null where there is no amount. */
  total: string | null;
  entity: string;
  entityChinese: string | null;
}

/**
 * What the product knows of the print with this code, read as tolerantly as people copy. 404 for a code that no print
 * has; 429 `too-many-requests`.
 */
export async function verifyPrint(actor: Actor, typed: string, language: Language): Promise<VerifiedPrint> {
  await consumePoint(LIMIT, networkOf(actor.ip));
  const code = readCheckCode(typed);
  const version = code && (await printVersionByCode(code));
  const print = version && printNamed(version.docType, version.name);
  if (!version || !print) throw notFound();
  const { data, revision, createdAt, docId } = version as StoredPrint;
  const now = await print.store.get(systemActor(actor.requestId), docId);
  const amended = await amendedSince(print, data, now);
  const total = print.total(data);
  return {
    name: print.name,
    verdict: verdictOf(print, revision, now, amended),
    state: printStateOf(now.status, print.states),
    supersededBy: now.revision > revision ? `R${now.revision}` : null,
    amended,
    code: version.code,
    number: data.number ?? '',
    revision: `R${revision}`,
    date: formatDate(data.date),
    storedAt: formatInstant(createdAt),
    total: total === null ? null : formatCents(total, language),
    entity: data.entity.name,
    entityChinese: data.entity.nameChinese,
  };
}

function verdictOf(
  { states }: Print,
  revision: number,
  now: { revision: number; status: string },
  amended: readonly string[],
): Verdict {
  const state = printStateOf(now.status, states);
  if (now.revision > revision) return 'superseded';
  if (isEnded(state)) return state;
  if (state !== 'approved') return 'withdrawn';
  return amended.length > 0 ? 'amended' : 'unchanged';
}
