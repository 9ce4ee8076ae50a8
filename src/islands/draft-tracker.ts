/**
 * Saves drafts of a form that an island submits itself, like components/records/form/form.ts for plain forms: a draft
 * two seconds after the last key, a question before leaving, and restoring after the next sign-in what a tab saved when
 * the session ended.
 */
import { sessionPath } from '#lib/access/paths.ts';
import { draftApi } from '#lib/records/paths.ts';
import { formatTime } from '#lib/values/time.ts';
import { callOf } from '#lib/values/paths.ts';
import { api } from './api.ts';
import type { FlushDrafts } from './flush-drafts.ts';

const AFTER_TYPING_MS = 2_000;
/** How long saved entries may be restored: they are meant for this sign-in, not for one next week. */
const FRESH_MS = 3_600_000;

export interface DraftTracker {
  /** Something changed other than by a key press: a row was added. */
  touched(): void;
  /** The form was submitted: the draft is deleted and leaving needs no question. */
  discard(): Promise<void>;
  /** The page is left on purpose. */
  leaveNow(): void;
  stop(): void;
}

interface Options {
  /** The path under which the draft is saved; it may change when a new record gets its address. */
  place: () => string;
  person: string;
  /** The form shows unsaved changes. */
  changed: boolean;
  /** Called with the time of day when a draft was saved. */
  saved: (time: string) => void;
}

export function trackDraft(form: HTMLFormElement, { place, person, changed, saved }: Options): DraftTracker {
  let dirty = changed;
  let leaving = false;
  let timer = 0;
  const stopping = new AbortController();
  const { signal } = stopping;
  const inTab = () => `draft:${person}:${place()}`;
  const address = () => callOf(draftApi(place()));

  const touched = () => {
    dirty = true;
    clearTimeout(timer);
    timer = window.setTimeout(() => void save(), AFTER_TYPING_MS);
  };
  const leaveNow = () => {
    leaving = true;
    clearTimeout(timer);
  };
  form.addEventListener('input', touched, { signal });
  form.addEventListener(
    'click',
    ({ target }) => {
      if ((target as Element).closest('[data-leave]')) leaveNow();
      if ((target as Element).closest('[data-discard]')) void forget().then(() => location.assign(place()));
    },
    { signal },
  );
  document.addEventListener(
    'garden:flush-drafts',
    (event) => {
      const { waitUntil, leaving: isLast } = (event as CustomEvent<FlushDrafts>).detail;
      if (dirty && !leaving) waitUntil(save());
      if (isLast) leaveNow();
    },
    { signal },
  );
  addEventListener(
    'beforeunload',
    (event) => {
      if (dirty && !leaving) event.preventDefault();
    },
    { signal },
  );
  addEventListener(
    'pageshow',
    () => {
      leaving = false;
    },
    { signal },
  );
  void restoreEntries();

  async function save(): Promise<void> {
    const body = typed(form);
    const kept = await put(body);
    if (kept) saved(formatTime(kept.savedAt));
    else sessionStorage.setItem(inTab(), body);
  }

  function put(body: string): Promise<{ savedAt: string } | null> {
    return api<{ savedAt: string }>(address(), { method: 'PUT', body, throws: 401 }).catch(() => null);
  }

  async function restoreEntries(): Promise<void> {
    const left = sessionStorage.getItem(inTab());
    sessionStorage.removeItem(inTab());
    const isFresh = left !== null && Date.now() - (JSON.parse(left) as { at: number }).at < FRESH_MS;
    if (isFresh && !dirty && document.referrer.includes(sessionPath.signIn) && (await put(left)))
      location.replace(`${place()}?restore`);
  }

  async function forget(): Promise<void> {
    clearTimeout(timer);
    dirty = false;
    await api(address(), { method: 'DELETE' }).catch(() => null);
  }

  return { touched, discard: forget, leaveNow, stop: () => (clearTimeout(timer), stopping.abort()) };
}

function typed(form: HTMLFormElement): string {
  const data: Record<string, string[]> = {};
  for (const [name, value] of new FormData(form)) if (typeof value === 'string') (data[name] ??= []).push(value);
  return JSON.stringify({ data, at: Date.now() });
}
