// @vitest-environment happy-dom
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { ApiError } from '#islands/api-error.ts';
import { keepDraft } from '#islands/draft-keeper.ts';
import { draftSays } from '#islands/draft-says.ts';

// Hannah writes a purchase request; what she typed is `typed`, what the server has is `stored`.
const words = {
  saved: 'Draft saved {time}',
  failed: 'Not saved. Trying again.',
  refused: 'Not saved: {reason}',
  elsewhere: 'A newer one was saved elsewhere.',
  left: 'Not discarded.',
};
let typed: string;
let stored: string[];
let noted: string | null;
let atOnce: number;
let mostAtOnce: number;
let answer: (() => Promise<{ savedAt: string }>)[];
const savedAt = '2026-11-23T08:12:00.000Z';
const well = async () => ({ savedAt });
const refused =
  (status: number, problem: object = {}) =>
  async () =>
    Promise.reject(new ApiError(status, problem));

beforeEach(() => {
  vi.useFakeTimers();
  [typed, stored, noted, atOnce, mostAtOnce, answer] = ['', [], null, 0, 0, []];
});
afterEach(() => void vi.useRealTimers());

function keeping(more: { changed?: boolean; remove?: () => Promise<unknown> } = {}) {
  const keeper = keepDraft({
    changed: false,
    read: () => typed,
    save: async (content) => {
      mostAtOnce = Math.max(mostAtOnce, (atOnce += 1));
      try {
        const answered = await (answer.shift() ?? well)();
        stored.push(content);
        return answered;
      } finally {
        atOnce -= 1;
      }
    },
    remove: async () => {},
    remember: (content) => (noted = content),
    ...more,
  });
  const type = (content: string) => {
    typed = content;
    keeper.touched();
  };
  return { ...keeper, type, says: () => draftSays(keeper.$state.get(), words), is: () => keeper.$state.get().is };
}

test('two seconds after the last key it is saved once, and says when in Singapore', async () => {
  const { type, says, is, isUnsaved } = keeping();
  expect([is(), says()]).toEqual(['clean', '']);
  type('Gran');
  await vi.advanceTimersByTimeAsync(1_500);
  type('Granite');
  await vi.advanceTimersByTimeAsync(1_900);
  expect([stored, is()]).toEqual([[], 'changed']);
  await vi.advanceTimersByTimeAsync(200);
  expect([stored, is(), says(), isUnsaved()]).toEqual([['Granite'], 'saved', 'Draft saved 04:12pm', false]);
  await vi.advanceTimersByTimeAsync(60_000);
  expect(stored).toEqual(['Granite']);
});

test('one save at a time, and after it only the newest', async () => {
  const { type, saveNow, is } = keeping();
  let letGo: (answered: { savedAt: string }) => void = () => {};
  answer.push(() => new Promise((resolve) => (letGo = resolve)));
  type('one');
  const first = saveNow();
  expect(is()).toBe('saving');
  type('two');
  void saveNow();
  type('three');
  const last = saveNow();
  await vi.advanceTimersByTimeAsync(5_000);
  expect([stored, atOnce]).toEqual([[], 1]);
  letGo({ savedAt });
  await Promise.all([first, last]);
  expect([stored, mostAtOnce, is()]).toEqual([['one', 'three'], 1, 'saved']);
});

test('what is typed during a save is not taken for saved', async () => {
  const { type, saveNow, is, isUnsaved } = keeping();
  let letGo: (answered: { savedAt: string }) => void = () => {};
  answer.push(() => new Promise((resolve) => (letGo = resolve)));
  type('one');
  void saveNow();
  type('one and two');
  letGo({ savedAt });
  await vi.advanceTimersByTimeAsync(10);
  expect([stored, is(), isUnsaved()]).toEqual([['one'], 'changed', true]);
  await vi.advanceTimersByTimeAsync(2_000);
  expect([stored, is()]).toEqual([['one', 'one and two'], 'saved']);
});

test('a failed save is said, noted in the tab and tried again until it succeeds', async () => {
  const { type, says, is, saveNow, isUnsaved } = keeping();
  answer.push(refused(0, { code: 'unreachable' }), refused(503));
  type('Granite');
  await saveNow();
  expect([is(), says(), noted, isUnsaved()]).toEqual(['failed', words.failed, 'Granite', true]);
  await vi.advanceTimersByTimeAsync(5_000);
  expect([stored, says()]).toEqual([[], words.failed]);
  await vi.advanceTimersByTimeAsync(9_000);
  expect(stored).toEqual([]);
  await vi.advanceTimersByTimeAsync(1_000);
  expect([stored, says(), noted]).toEqual([['Granite'], 'Draft saved 04:12pm', null]);
});

test('a save that nobody answers is said too, and is not sent twice', async () => {
  const { type, says, saveNow, settled } = keeping();
  answer.push(() => new Promise(() => {}));
  type('Granite');
  void saveNow();
  await vi.advanceTimersByTimeAsync(20_000);
  expect([says(), mostAtOnce]).toEqual([words.failed, 1]);
  // A form that is sent does not wait for it for ever.
  const sent = vi.fn();
  void settled()!.then(sent);
  await vi.advanceTimersByTimeAsync(4_900);
  expect(sent).not.toHaveBeenCalled();
  await vi.advanceTimersByTimeAsync(200);
  expect(sent).toHaveBeenCalledOnce();
});

test('what waits for a save goes on when the save fails', async () => {
  const { type, saveNow, settled } = keeping();
  answer.push(refused(500));
  type('Granite');
  void saveNow();
  await expect(settled()).resolves.toBeUndefined();
  expect(settled()).toBeNull();
});

test('what is refused for its content says why, and is tried again when that changes', async () => {
  const { type, says, saveNow } = keeping();
  answer.push(refused(422, { detail: 'Too long.' }));
  type('Granite…');
  await saveNow();
  expect(says()).toBe('Not saved: Too long.');
  await vi.advanceTimersByTimeAsync(600_000);
  expect(stored).toEqual([]);
  type('Granite');
  await vi.advanceTimersByTimeAsync(2_000);
  expect(stored).toEqual(['Granite']);
});

test('a newer draft of another window is not replaced before Hannah says so', async () => {
  const { type, says, is, saveNow, keepMine, isUnsaved } = keeping();
  answer.push(refused(409));
  type('mine');
  await saveNow();
  expect([is(), says()]).toEqual(['conflict', words.elsewhere]);
  type('mine and more');
  await vi.advanceTimersByTimeAsync(600_000);
  await saveNow();
  expect([stored, isUnsaved()]).toEqual([[], true]);
  await keepMine();
  expect([stored, is()]).toEqual([['mine and more'], 'saved']);
});

test('discarding waits for the save under way and comes last', async () => {
  const done: string[] = [];
  const { type, saveNow, discard, is } = keeping({ remove: async () => done.push(`removed after ${stored.length}`) });
  let letGo: (answered: { savedAt: string }) => void = () => {};
  answer.push(() => new Promise((resolve) => (letGo = resolve)));
  type('one');
  void saveNow();
  const discarded = discard();
  await vi.advanceTimersByTimeAsync(100);
  expect(done).toEqual([]);
  letGo({ savedAt });
  expect(await discarded).toBe(true);
  await vi.advanceTimersByTimeAsync(60_000);
  expect([done, stored, is()]).toEqual([['removed after 1'], ['one'], 'clean']);
});

test('a draft that could not be discarded says so, and what is typed then is saved', async () => {
  const { type, says, discard } = keeping({ remove: refused(503) });
  type('one');
  expect(await discard()).toBe(false);
  expect(says()).toBe(words.left);
  type('two');
  await vi.advanceTimersByTimeAsync(2_000);
  expect(stored).toEqual(['two']);
});
