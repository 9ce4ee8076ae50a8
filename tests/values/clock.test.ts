import { readdirSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { instantNow, today, withClock } from '#lib/values/time.ts';

test('work with a clock of its own takes its instants from it, and the time of the machine counts afterwards', async () => {
  const days = await withClock('2025-12-31T15:59:00.000Z', async (clock) => {
    const before = today();
    clock.set('2025-12-31T16:00:00.000Z');
    return [before, today(), instantNow()];
  });
  expect(days).toEqual(['2025-12-31', '2026-01-01', '2025-12-31T16:00:00.000Z']);
  expect(Math.abs(Date.parse(instantNow()) - Date.now())).toBeLessThan(5_000);
});

test('such a clock never runs backwards, there is one at a time, and a failure ends it', async () => {
  const start = '2026-01-01T00:00:00.000Z';
  await expect(withClock(start, async (clock) => clock.set('2025-12-31T23:59:59.999Z'))).rejects.toThrow('run back');
  await expect(withClock(start, () => withClock(start, async () => {}))).rejects.toThrow('already');
  expect(instantNow() > start).toBe(true);
});

test('nothing that serves people can set the clock', () => {
  const files = readdirSync('src', { recursive: true, encoding: 'utf8' }).filter((file) =>
    /\.(ts|tsx|astro)$/.test(file),
  );
  const setting = files.filter((file) => readFileSync(`src/${file}`, 'utf8').includes('withClock'));
  expect(setting).toEqual(['lib/values/time.ts']);
});
