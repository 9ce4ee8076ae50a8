/**
 * Keeps what is typed in a form that an island sends by itself; the same care as plain forms get from
 * components/records/form/form.ts: a draft two seconds after the last key, a question before leaving, and what a tab kept
 * when the session ended is handed over after the next sign-in.
 */
import { sessionPath } from '#lib/access/paths.ts';
import { draftApi } from '#lib/records/paths.ts';
import { formatTime } from '#lib/values/time.ts';
import type { FlushDrafts } from './flush-drafts.ts';

const AFTER_TYPING_MS = 2_000;
/** How long what a tab kept may be handed over: it was meant for this sign-in, not for one next week. */
const FRESH_MS = 3_600_000;

export interface DraftKeeper {
  /** Something changed that is no key press: a row was added. */
  touched(): void;
  /** What was typed is saved: nothing is kept and nobody is asked. */
  forget(): Promise<void>;
  /** The page is left on purpose. */
  leaveNow(): void;
  stop(): void;
}

interface Options {
  /** The path under which the draft is kept; it may change when a new record gets its address. */
  place: () => string;
  person: string;
  /** The form shows something that is not saved yet. */
  changed: boolean;
  /** Told the time of day when a draft was kept. */
  saved: (time: string) => void;
}

export function keepDraft(form: HTMLFormElement, { place, person, changed, saved }: Options): DraftKeeper {
  let dirty = changed;
  let leaving = false;
  let timer = 0;
  const stopping = new AbortController();
  const { signal } = stopping;
  const inTab = () => `draft:${person}:${place()}`;
  const address = () => draftApi(place());

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
  void handOver();

  async function save(): Promise<void> {
    const body = typed(form);
    const answer = await put(body);
    if (!answer) return sessionStorage.setItem(inTab(), body);
    saved(formatTime(((await answer.json()) as { savedAt: string }).savedAt));
  }

  async function put(body: string): Promise<Response | null> {
    const answer = await fetch(address(), {
      method: 'PUT',
      headers: { 'content-type': 'application/json' },
      body,
    }).catch(() => null);
    return answer?.ok ? answer : null;
  }

  async function handOver(): Promise<void> {
    const left = sessionStorage.getItem(inTab());
    sessionStorage.removeItem(inTab());
    const isFresh = left !== null && Date.now() - (JSON.parse(left) as { at: number }).at < FRESH_MS;
    if (isFresh && !dirty && document.referrer.includes(sessionPath.signIn) && (await put(left)))
      location.replace(`${place()}?restore`);
  }

  async function forget(): Promise<void> {
    clearTimeout(timer);
    dirty = false;
    await fetch(address(), { method: 'DELETE' }).catch(() => null);
  }

  return { touched, forget, leaveNow, stop: () => (clearTimeout(timer), stopping.abort()) };
}

function typed(form: HTMLFormElement): string {
  const data: Record<string, string[]> = {};
  for (const [name, value] of new FormData(form)) if (typeof value === 'string') (data[name] ??= []).push(value);
  return JSON.stringify({ data, at: Date.now() });
}
