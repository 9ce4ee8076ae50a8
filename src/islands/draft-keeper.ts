/**
 * Keeps what a person types as a draft: two seconds after the last change, one save at a time, the newest content after
 * it. What could not be saved is tried again until it is. Knows neither the form nor the server: draft-form.ts does.
 */
import { atom, type ReadableAtom } from 'nanostores';
import type { ApiError } from './api-error.ts';

const AFTER_TYPING_MS = 2_000;
const FIRST_RETRY_MS = 5_000;
const LAST_RETRY_MS = 60_000;
/** A save that is not answered for so long is shown as one that has not succeeded. */
const SLOW_MS = 20_000;
/** How long a form that is sent, or a draft that is discarded, waits for a save under way. */
const PATIENCE_MS = 5_000;
/** Refusals that say nothing about the content: the same content may be accepted later. */
const PASSING = [401, 408, 429];

export interface DraftState {
  is: 'clean' | 'changed' | 'saving' | 'saved' | 'failed' | 'conflict' | 'not-discarded';
  /** When what was typed here was last saved, an ISO instant. */
  savedAt: string | null;
  /** Of a failed save that is not tried again until something changes: why, in the reader's language. */
  reason: string | null;
}

interface Options {
  /** Something is typed already and saved nowhere. */
  changed: boolean;
  /** What is typed now. */
  read: () => string;
  /** Saves it; rejects with an ApiError, of status 409 where a newer draft was saved elsewhere. */
  save: (typed: string) => Promise<{ savedAt: string }>;
  /** Deletes what was saved. */
  remove: () => Promise<unknown>;
  /** Notes in the tab what could not be saved; null: nothing is waiting any more. */
  remember: (typed: string | null) => void;
}

export interface DraftKeeper {
  $state: ReadableAtom<DraftState>;
  /** Something was typed, chosen, added. */
  touched(): void;
  /** Whether something is typed that the server does not have yet. */
  isUnsaved(): boolean;
  /** Whether something was typed since the form was opened, or the draft discarded; a draft of it may be saved. */
  isChanged(): boolean;
  /** Saves at once what is not saved; resolves when the attempt has ended, however it ended. */
  saveNow(): Promise<void>;
  /** In a conflict: what is typed here replaces what was saved elsewhere. */
  keepMine(): Promise<void>;
  /** Waits for a save under way, five seconds at most; null where there is none. */
  settled(): Promise<unknown> | null;
  /** Deletes the draft; false where that did not succeed, which the state then says. */
  discard(): Promise<boolean>;
  stop(): void;
}

/**
 * Saves what is typed, one save at a time: two seconds after the last change, again after a failure, never over what
 * another window saved since (a conflict, which the person decides). `$state` says which of it is the case.
 */
export function keepDraft({ changed, read, save, remove, remember }: Options): DraftKeeper {
  const $state = atom<DraftState>({ is: changed ? 'changed' : 'clean', savedAt: null, reason: null });
  /** Changes so far, and how many of them are saved. */
  let edits = changed ? 1 : 0;
  let saved = 0;
  let discarded = 0;
  let failures = 0;
  let timer: ReturnType<typeof setTimeout> | undefined;
  let underWay: Promise<void> | null = null;
  /** A save was asked for while another one was under way. */
  let isWanted = false;
  /** Counts discards: what a save begun before one answers is no longer of interest. */
  let round = 0;

  const become = (is: DraftState['is'], more: Partial<DraftState> = {}) =>
    $state.set({ ...$state.get(), reason: null, ...more, is });
  const isIn = (is: DraftState['is']) => $state.get().is === is;
  const isUnsaved = () => saved < edits;
  const isChanged = () => discarded < edits;
  const saveIn = (ms: number) => {
    clearTimeout(timer);
    timer = setTimeout(() => void saveNow(), ms);
  };

  function touched(): void {
    edits += 1;
    if (isIn('conflict')) return;
    if (!underWay && !isIn('failed')) become('changed');
    saveIn(AFTER_TYPING_MS);
  }

  async function saveNow(): Promise<void> {
    clearTimeout(timer);
    if (isIn('conflict') || !isUnsaved()) return underWay ?? undefined;
    isWanted = true;
    return (underWay ??= saveAll(round));
  }

  async function saveAll(mine: number): Promise<void> {
    while (isWanted && isUnsaved() && mine === round) {
      isWanted = false;
      if (!(await saveOnce(mine))) break;
    }
    if (mine === round) underWay = null;
  }

  /** Whether it succeeded. Never rejects. */
  async function saveOnce(mine: number): Promise<boolean> {
    const [upTo, typed] = [edits, read()];
    if (failures === 0) become('saving');
    const slow = setTimeout(() => become('failed'), SLOW_MS);
    try {
      const { savedAt } = await save(typed);
      if (mine !== round) return false;
      [saved, failures] = [upTo, 0];
      remember(null);
      become(isUnsaved() ? 'changed' : 'saved', { savedAt });
      return true;
    } catch (error) {
      if (mine === round) failed(error as ApiError, typed);
      return false;
    } finally {
      clearTimeout(slow);
    }
  }

  function failed({ status, message, retryAfter }: ApiError, typed: string): void {
    if (status === 409) {
      clearTimeout(timer);
      return become('conflict');
    }
    remember(typed);
    const isRefused = status >= 400 && status < 500 && !PASSING.includes(status);
    become('failed', { reason: isRefused ? message : null });
    const pause = Math.min(FIRST_RETRY_MS * 2 ** failures, LAST_RETRY_MS);
    failures += 1;
    if (!isRefused) saveIn(Math.max(pause, (retryAfter ?? 0) * 1_000));
  }

  async function keepMine(): Promise<void> {
    if (!isIn('conflict')) return;
    edits += 1;
    become('changed');
    await saveNow();
  }

  const settled = () =>
    underWay && Promise.race([underWay, new Promise((resolve) => setTimeout(resolve, PATIENCE_MS))]);

  async function discard(): Promise<boolean> {
    const upTo = edits;
    clearTimeout(timer);
    isWanted = false;
    remember(null);
    await settled();
    clearTimeout(timer);
    round += 1;
    underWay = null;
    try {
      await remove();
    } catch {
      become('not-discarded');
      return false;
    }
    [saved, discarded, failures] = [upTo, upTo, 0];
    become(isUnsaved() ? 'changed' : 'clean', { savedAt: null });
    if (isUnsaved()) saveIn(AFTER_TYPING_MS);
    return true;
  }

  const stop = () => clearTimeout(timer);
  return { $state, touched, isUnsaved, isChanged, saveNow, keepMine, settled, discard, stop };
}
