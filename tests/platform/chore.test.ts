import { afterEach, expect, test, vi } from 'vitest';
import { startChore } from '#lib/platform/chore.server.ts';

afterEach(() => void vi.useRealTimers());

test('a chore is done after the start and then again and again, a failure notwithstanding, until it is ended', async () => {
  vi.useFakeTimers();
  const work = vi.fn(async () => {
    if (work.mock.calls.length === 1) throw new Error('the disk sleeps');
  });
  const stop = startChore(work, 10_000, 'the chore failed');
  expect(work).not.toHaveBeenCalled();
  await vi.advanceTimersByTimeAsync(60_000);
  expect(work).toHaveBeenCalledTimes(1);
  await vi.advanceTimersByTimeAsync(20_000);
  expect(work).toHaveBeenCalledTimes(3);
  await stop();
  await vi.advanceTimersByTimeAsync(60_000);
  expect(work).toHaveBeenCalledTimes(3);
});

test('its end waits for what is under way, after which nothing follows', async () => {
  vi.useFakeTimers();
  const done = Promise.withResolvers<void>();
  const work = vi.fn(() => done.promise);
  const stop = startChore(work, 10_000, 'the chore failed');
  await vi.advanceTimersByTimeAsync(60_000);
  let ended = false;
  const ending = stop().then(() => (ended = true));
  await vi.advanceTimersByTimeAsync(1_000);
  expect(ended).toBe(false);
  done.resolve();
  await ending;
  await vi.advanceTimersByTimeAsync(60_000);
  expect(work).toHaveBeenCalledTimes(1);
});
