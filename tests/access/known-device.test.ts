import type { AstroCookies } from 'astro';
import { v7 as uuid } from 'uuid';
import { afterEach, expect, test, vi } from 'vitest';
import { DEVICE_COOKIE, knownDevice, rememberDevice } from '#lib/access/session/known-device.server.ts';

// The browser at the counter, which several people share.
afterEach(() => void vi.useRealTimers());

function browser() {
  const stored = new Map<string, { value: string; options: object }>();
  const cookies = {
    get: (name: string) => stored.get(name),
    set: (name: string, value: string, options: object) => stored.set(name, { value, options }),
  } as unknown as AstroCookies;
  return { cookies, stored };
}

test('a browser keeps its id and learns each person who comes in, the latest first, ten at the most', () => {
  const { cookies, stored } = browser();
  expect(knownDevice(cookies)).toBeNull();
  const people = [...Array(12)].map(() => uuid());
  rememberDevice(cookies, people[0]!);
  const { id } = knownDevice(cookies)!;
  for (const person of [...people.slice(1), people[5]!]) rememberDevice(cookies, person);
  expect(knownDevice(cookies)!.id).toBe(id);
  expect(knownDevice(cookies)!.people).toEqual([people[5], ...[11, 10, 9, 8, 7, 6, 4, 3, 2].map((n) => people[n])]);
  expect(stored.get(DEVICE_COOKIE)!.options).toMatchObject({ httpOnly: true, path: '/', sameSite: 'lax' });
  expect(stored.get(DEVICE_COOKIE)!.value.length).toBeLessThan(1_000);
});

test('a cookie that we did not sign, or not like this, or a year ago, is that of a stranger', () => {
  const { cookies, stored } = browser();
  rememberDevice(cookies, uuid());
  const [payload, signature] = stored.get(DEVICE_COOKIE)!.value.split('.');
  const forged = Buffer.from(JSON.stringify({ id: 'x', people: [uuid()], until: Date.now() + 1e9 })).toString(
    'base64url',
  );
  for (const value of [
    '',
    'x',
    payload!,
    `${payload}.`,
    `${forged}.${signature}`,
    `${payload}.${signature!.slice(1)}`,
  ]) {
    stored.set(DEVICE_COOKIE, { value, options: {} });
    expect(knownDevice(cookies), value).toBeNull();
  }
  stored.set(DEVICE_COOKIE, { value: `${payload}.${signature}`, options: {} });
  expect(knownDevice(cookies)).not.toBeNull();
  vi.useFakeTimers({ now: Date.now() + 366 * 86_400_000 });
  expect(knownDevice(cookies)).toBeNull();
});
