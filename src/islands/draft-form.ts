/**
 * The draft of a form, of a plain one as of one that an island sends: saves what is typed in it, asks before the page is
 * left with something that is not saved, and restores what the tab noted when a save failed or the session ended.
 */
import { sessionPath } from '#lib/access/paths.ts';
import { draftApi } from '#lib/records/paths.ts';
import type { Translate } from '#lib/values/languages.ts';
import { callOf } from '#lib/values/paths.ts';
import type { ApiError } from './api-error.ts';
import type { FlushDrafts } from './flush-drafts.ts';
import { draftSays, isTrouble } from './draft-says.ts';
import { keepDraft, type DraftKeeper } from './draft-keeper.ts';

/** How long what a tab noted may be restored: it is meant for this sign-in, not for one next week. */
const FRESH_MS = 3_600_000;

export interface DraftOptions {
  /** The path under which the draft is saved; it may change when a new record gets its address. */
  place: () => string;
  person: string;
  /** The form shows what is saved nowhere. */
  changed: boolean;
  /** When the draft was saved that the page knows of, null for none; undefined where the page does not know. */
  known: string | null | undefined;
  /** The API address of a record that is a draft by itself (a mail); all others are kept beside their record. */
  keepAt?: string | undefined;
  /** Where discarding leads; to the form itself when left out. */
  discardTo?: string | undefined;
}

/** What a form shows of its draft. */
export interface DraftShown {
  says: string;
  isTrouble: boolean;
  isConflict: boolean;
}

export interface FormDraft extends DraftKeeper {
  /** The page is left on purpose. */
  leaveNow(): void;
  isLeaving(): boolean;
  /** Saves at once what is typed; `isLast`: the page is left next, and nobody is asked about it. */
  flush(isLast: boolean): Promise<void>;
  /** In a conflict: shows what was saved elsewhere. */
  takeOther(): void;
  /** Notes in the tab what is being sent: the session may have ended. */
  noteSent(): void;
}

interface Saved {
  savedAt: string;
  /** Of a record that is a draft by itself: the one that saving made. */
  version?: number;
}

interface Newer extends Partial<Saved> {
  data?: Record<string, string[]>;
}

interface Note {
  data: Record<string, string[]>;
  at: number;
  unsaved?: boolean;
}

/** Tracks the draft of a form from now on: saves it two seconds after the last key, restores what this tab noted, asks before the page is left. */
export function formDraft(form: HTMLFormElement, options: DraftOptions): FormDraft {
  const { place, person, changed, keepAt } = options;
  let { known } = options;
  let leaving = false;
  /** What was sent and not answered: it may have been saved all the same. */
  let unanswered: Note['data'] | null = null;
  /** What was saved elsewhere, in a conflict. A form that is sent meanwhile still says what it began with. */
  let other: Newer = {};
  const stopping = new AbortController();
  const { signal } = stopping;
  const inTab = () => `draft:${person}:${place()}`;
  const address = () => callOf(keepAt ?? draftApi(place()));

  const keeper = keepDraft({
    changed,
    read: () => JSON.stringify({ data: typedIn(form), at: Date.now() } satisfies Note),
    save: (typed) => put(JSON.parse(typed) as Note),
    remove: async () => {
      const { api } = await import('./api.ts');
      await api(address(), { method: 'DELETE' });
      known = undefined;
    },
    remember: (typed) => note(typed && { ...(JSON.parse(typed) as Note), unsaved: true }),
  });

  const leaveNow = () => {
    leaving = true;
    keeper.stop();
  };
  const flush = async (isLast: boolean) => {
    const saving = leaving ? keeper.settled() : keeper.saveNow();
    if (isLast) leaveNow();
    await saving;
  };
  const goTo = (to: string) => {
    leaveNow();
    location.assign(to);
  };

  form.addEventListener(
    'click',
    ({ target }) => {
      if ((target as Element).closest('[data-leave]')) leaveNow();
      if ((target as Element).closest('[data-discard]'))
        void keeper.discard().then((done) => done && goTo(options.discardTo ?? place()));
    },
    { signal },
  );
  addEventListener(
    'beforeunload',
    (event) => {
      // A mail is saved with its draft; of all others the record does not have yet what is typed.
      const isAsked = keepAt ? keeper.isUnsaved() : keeper.isChanged();
      if (isAsked && !leaving) event.preventDefault();
    },
    { signal },
  );
  addEventListener('pageshow', () => (leaving = false), { signal });
  addEventListener('online', () => keeper.$state.get().is === 'failed' && void keeper.saveNow(), { signal });
  void restoreEntries();

  async function put(typed: Note): Promise<Saved> {
    const isRetry = keeper.$state.get().is === 'failed';
    const body = keepAt ? asSent(typed.data) : { ...typed, replaces: known };
    try {
      const { api } = await import('./api.ts');
      const saved = await api<Saved>(address(), { method: 'PUT', body, throws: 401, background: isRetry });
      follow(saved);
      return saved;
    } catch (error) {
      const { status, newer } = error as ApiError;
      if (status !== 409) {
        if (!status || status >= 500) unanswered = typed.data;
        throw error;
      }
      other = (newer ?? {}) as Newer;
      // It is the one whose answer did not come.
      if (unanswered && isSame(unanswered, other.data)) {
        unanswered = null;
        follow(other);
        return put(typed);
      }
      throw error;
    }
  }

  /** The next save replaces this one. */
  function follow({ savedAt, version }: Newer): void {
    known = savedAt;
    const control = form.querySelector<HTMLInputElement>('[name=version]');
    if (keepAt && control && version !== undefined) control.value = String(version);
  }

  function note(left: Note | null | ''): void {
    try {
      if (left) sessionStorage.setItem(inTab(), JSON.stringify(left));
      else sessionStorage.removeItem(inTab());
    } catch {
      // The tab's store is full: the next attempt to save counts all the same.
    }
  }

  async function restoreEntries(): Promise<void> {
    const left = JSON.parse(sessionStorage.getItem(inTab()) ?? 'null') as Note | null;
    if (!left) return;
    const isMeant = left.unsaved === true || document.referrer.includes(sessionPath.signIn);
    if (changed || !isMeant || Date.now() - left.at > FRESH_MS) return note(null);
    // What could not be saved stays in the tab until it is.
    if (!(await put(left).catch(() => null))) return;
    note(null);
    leaveNow();
    location.replace(keepAt ? place() : `${place()}?restore`);
  }

  return {
    ...keeper,
    leaveNow,
    isLeaving: () => leaving,
    flush,
    keepMine() {
      follow(other);
      return keeper.keepMine();
    },
    takeOther: () => goTo(keepAt ? place() : `${place()}?restore`),
    noteSent: () => note({ data: typedIn(form), at: Date.now() }),
    stop() {
      keeper.stop();
      stopping.abort();
    },
  };
}

/** Tells `show` of every state of the draft, in words; what is typed now takes the place of what was kept before. */
export function showDraft(
  form: HTMLFormElement,
  draft: FormDraft,
  t: Translate,
  show: (shown: DraftShown) => void,
): void {
  const words = {
    saved: t('common.draftSaved', { time: '{time}' }),
    failed: t('common.draftFailed'),
    refused: t('common.draftRefused', { reason: '{reason}' }),
    elsewhere: t('common.draftElsewhere'),
    left: t('common.draftLeft'),
  };
  draft.$state.subscribe((state) => {
    show({ says: draftSays(state, words), isTrouble: isTrouble(state), isConflict: state.is === 'conflict' });
    if (state.is === 'saved') form.querySelector('[data-draft-notice]')?.remove();
  });
}

/** Lets an ending session wait for what the form keeps. */
export function followFlush(draft: FormDraft, signal: AbortSignal): void {
  document.addEventListener(
    'garden:flush-drafts',
    (event) => {
      const { waitUntil, leaving } = (event as CustomEvent<FlushDrafts>).detail;
      if (draft.isChanged()) waitUntil(draft.flush(leaving));
      else if (leaving) draft.leaveNow();
    },
    { signal },
  );
}

function typedIn(form: HTMLFormElement): Note['data'] {
  const data: Note['data'] = {};
  for (const [name, value] of new FormData(form)) if (typeof value === 'string') (data[name] ??= []).push(value);
  return data;
}

/** What was typed, as the form itself would send it. */
const asSent = (data: Note['data']): URLSearchParams =>
  new URLSearchParams(Object.entries(data).flatMap(([name, values]) => values.map((value) => [name, value])));

/** The database keeps the names in an order of its own. */
const isSame = (one: Note['data'], other: Note['data'] = {}): boolean => inOrder(one) === inOrder(other);

const inOrder = (data: Note['data']): string =>
  JSON.stringify(Object.entries(data).toSorted(([one], [other]) => (one < other ? -1 : 1)));
