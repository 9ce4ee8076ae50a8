import { expect, test } from 'vitest';
import { safePath } from '#lib/access/session/safe-path.ts';

test.each([
  ['/', '/'],
  ['/directory/users', '/directory/users'],
  [
    '/purchasing/purchase-requests/all-requests?page=2&sort=-createdAt#list',
    '/purchasing/purchase-requests/all-requests?page=2&sort=-createdAt#list',
  ],
  ['/directory/users?q=陈美玲', '/directory/users?q=%E9%99%88%E7%BE%8E%E7%8E%B2'],
  ['/a/../b', '/b'],
  ['/%0d%0aset-cookie:x=1', '/%0d%0aset-cookie:x=1'],
])('%s leads to a page of ours', (path, expected) => {
  expect(safePath(path)).toBe(expected);
});

test.each([
  '//evil.example',
  '///evil.example',
  '/\\evil.example',
  '\\\\evil.example',
  '/\t/evil.example',
  '/\r\n/evil.example',
  '/page\u0000',
  'https://evil.example',
  'https:evil.example',
  'javascript:alert(1)',
  'data:text/html,x',
  'evil.example',
  'login',
  ' /login',
  '?to=/',
  '#x',
  '/.//evil.example',
  '/a/..//evil.example',
  '/%2e//evil.example',
  '/./\\evil.example',
  '',
  `/${'a'.repeat(1_000)}`,
])('%j does not', (path) => {
  expect(safePath(path)).toBeNull();
});

test('nothing at all does not either', () => {
  expect(safePath(null)).toBeNull();
  expect(safePath(undefined)).toBeNull();
});
