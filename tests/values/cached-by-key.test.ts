import { expect, test } from 'vitest';
import { cachedByKey } from '#lib/values/cached-by-key.ts';

test('what a key decides is made once, and of too many the oldest goes', () => {
  const cached = cachedByKey<string>(2);
  let made = 0;
  const ask = (key: string) => cached(key, () => `${key} ${(made += 1)}`);
  expect([ask('lotus'), ask('lily'), ask('lotus'), ask('orchid')]).toEqual([
    'lotus 1',
    'lily 2',
    'lotus 1',
    'orchid 3',
  ]);
  expect([ask('lily'), ask('orchid')]).toEqual(['lily 2', 'orchid 3']);
  expect(ask('lotus')).toBe('lotus 4');
});

test('what failed is tried again', async () => {
  const cached = cachedByKey<Promise<string>>(5);
  await expect(cached('gate', () => Promise.reject(new Error('closed')))).rejects.toThrow('closed');
  expect(await cached('gate', async () => 'open')).toBe('open');
});
