/**
 * Keeps what is typed: a draft two seconds after the last key, a question before leaving, nothing after saving. When
 * the session has ended, the tab keeps it and hands it over after the next sign-in. Loaded by form.ts on first use.
 */
import { sessionPath } from '#lib/access/paths.ts';
import { draftApi } from '#lib/records/paths.ts';
import { callOf } from '#lib/values/paths.ts';
import type { ApiError } from '#islands/api-error.ts';
const AFTER_TYPING_MS = 2_000;
/** How long what a tab kept may be handed over: it was meant for this sign-in, not for one next week. */
const FRESH_MS = 3_600_000;

export interface DraftKeeper {
  /** Keeps at once what is typed and not kept yet; `isLast`: the page is left next, and nobody is asked about it. */
  flush(isLast: boolean): Promise<void>;
}

/** What is answered to what was kept; `version`: the one that keeping made, of a record that is a draft by itself. */
interface Kept {
  savedAt: string;
  version?: number;
}

/** `isTyped`: something was typed before this script had come. */
export function trackDraft(form: HTMLFormElement, isTyped: boolean): DraftKeeper {
  const { place = '', person = '', saved = '', required = '' } = form.dataset;
  // A form whose record is a draft by itself (a mail) is kept there; all others are kept beside their record.
  const { keepAt: draftUrl, discardTo = place, stale = '' } = form.dataset;
  const address = callOf(draftUrl ?? draftApi(place));
  const inTab = `draft:${person}:${place}`;
  const state = form.querySelector<HTMLElement>('[data-draft-state]');
  let dirty = form.dataset.changed !== undefined;
  let leaving = false;
  let timer = 0;
  /** What is being kept at this moment. */
  let underWay: Promise<void> | undefined;

  form.addEventListener('input', ({ target }) => {
    if ((target as HTMLElement).dataset.narrow === undefined) touched();
  });
  if (isTyped) touched();

  form.addEventListener('submit', (event) => {
    if (leaving) return event.preventDefault();
    leaving = true;
    clearTimeout(timer);
    if (!underWay) return sessionStorage.setItem(inTab, typed());
    // It changes the version that the form sends, or would come after the form and leave a draft behind.
    event.preventDefault();
    void underWay.then(() => {
      leaving = false;
      form.requestSubmit(event.submitter);
    });
  });

  form.addEventListener('focusout', ({ target }) => {
    const control = target as HTMLInputElement;
    const line = document.getElementById(`${control.id}-error`);
    if (!dirty || !control.required || !line) return;
    const missing = control.value.trim() === '';
    if (missing) line.textContent = required;
    else if (line.textContent === required) line.textContent = '';
    else return;
    control.setAttribute('aria-invalid', String(missing));
  });

  form.addEventListener('keydown', (event) => {
    if (event.key === 'Enter' && event.ctrlKey) form.requestSubmit();
  });

  form.addEventListener('click', ({ target }) => {
    if ((target as Element).closest('[data-leave]')) leaveNow();
    if ((target as Element).closest('[data-discard]')) void discard();
  });

  for (const list of form.querySelectorAll<HTMLElement>('[data-pick-list]')) narrowing(list);
  addEventListener('beforeunload', (event) => {
    if (dirty && !leaving) event.preventDefault();
  });
  addEventListener('pageshow', () => (leaving = false));
  void restoreEntries();
  return { flush };

  async function flush(isLast: boolean) {
    if (dirty && !leaving) save();
    if (isLast) leaveNow();
    await underWay;
  }

  function touched() {
    dirty = true;
    clearTimeout(timer);
    timer = window.setTimeout(save, AFTER_TYPING_MS);
  }

  function typed(): string {
    const data: Record<string, string[]> = {};
    for (const [name, value] of new FormData(form)) if (typeof value === 'string') (data[name] ??= []).push(value);
    return JSON.stringify({ data, at: Date.now() });
  }

  /** One after the other: each keeping needs the version that the one before it made. */
  function save() {
    const mine = Promise.resolve(underWay).then(saveTyped);
    underWay = mine;
    void mine.finally(() => {
      if (underWay === mine) underWay = undefined;
    });
  }

  async function saveTyped() {
    const body = typed();
    const kept = await put(body);
    if (!kept) return sessionStorage.setItem(inTab, body);
    const { savedAt, version } = kept;
    if (version !== undefined) {
      form.querySelector<HTMLInputElement>('[name=version]')!.value = String(version);
      dirty = JSON.stringify(JSON.parse(typed()).data) !== JSON.stringify(JSON.parse(body).data);
    }
    const time = new Date(savedAt).toLocaleTimeString('en-US', {
      timeZone: 'Asia/Singapore',
      hour: '2-digit',
      minute: '2-digit',
    });
    say(saved.replace('{time}', time.replace(' ', '').toLowerCase()));
  }

  function say(words: string) {
    state!.querySelector('span')!.textContent = words;
    state!.dataset.shown = '';
  }

  async function put(body: string): Promise<Kept | null> {
    try {
      const { api } = await import('#islands/api.ts');
      return await api<Kept>(address, { method: 'PUT', body: draftUrl ? asForm(body) : body, throws: 401 });
    } catch (error) {
      if ((error as ApiError).status === 409) say(stale);
      return null;
    }
  }

  async function restoreEntries() {
    const left = sessionStorage.getItem(inTab);
    sessionStorage.removeItem(inTab);
    const isFresh = left !== null && Date.now() - JSON.parse(left).at < FRESH_MS;
    if (isFresh && !dirty && document.referrer.includes(sessionPath.signIn) && (await put(left)))
      location.replace(`${place}?restore`);
  }

  async function discard() {
    const { api } = await import('#islands/api.ts');
    await api(address, { method: 'DELETE' });
    leaveNow();
    location.assign(discardTo);
  }

  function leaveNow() {
    leaving = true;
    clearTimeout(timer);
  }
}

/** What was typed, as the form itself would send it. */
function asForm(body: string): URLSearchParams {
  const { data } = JSON.parse(body) as { data: Record<string, string[]> };
  return new URLSearchParams(Object.entries(data).flatMap(([name, values]) => values.map((value) => [name, value])));
}

function narrowing(list: HTMLElement) {
  list.querySelector('[data-narrow]')?.addEventListener('input', ({ target }) => {
    const words = (target as HTMLInputElement).value.toLowerCase();
    for (const line of list.querySelectorAll<HTMLElement>('.check-line'))
      line.hidden = !line.textContent!.toLowerCase().includes(words);
  });
}
