import { readFileSync, readdirSync } from 'node:fs';
import { expect, test } from 'vitest';
import '#lib/budgeting/cost-center.ts';
import '#lib/budgeting/expense-category.ts';
import { allEntities } from '#lib/records/entity.ts';
import { sourceFiles } from '#tests/support/source-imports.ts';
import { isExempt } from '#islands/api-exempt.ts';

/**
 * Scripts in the browser call the API in one way (specification, section 7): by `islands/api.ts`, with token, loading
 * indicator, time-out, retry and the configured base.
 */

/** Where a request is written nonetheless, and why. */
const MAY: Record<string, string> = {
  'src/islands/api.ts': 'it is that one way',
  'src/islands/session-call.ts': 'login, refresh and logout, which never retry themselves',
  'src/islands/upload.ts': 'the PUT to a signed address, which is no call of the API and reports its progress',
  'src/islands/page-text.ts': 'pages, of which a part is taken: a navigation, by the cookie alone',
};
const REQUEST =
  /(?<!\.)\b(?:fetch|ofetch)\s*(?:<[^>]*>)?\(|[=(,]\s*fetch\b|window\.fetch|XMLHttpRequest|EventSource|WebSocket|sendBeacon/;
const isOfBrowser = (file: string) =>
  !/\.server\.ts$|^src\/(middleware|pages\/api)\b/.test(file) && /\.(ts|tsx|astro)$/.test(file);
const withoutComments = (code: string) => code.replaceAll(/\/\*[\s\S]*?\*\/|^\s*\/\/.*$/gm, '');

test('a script in the browser sends no request of its own', () => {
  const sending = sourceFiles
    .filter(isOfBrowser)
    .filter((file) => REQUEST.test(withoutComments(readFileSync(file, 'utf8'))));
  expect(sending.toSorted()).toEqual(Object.keys(MAY).toSorted());
});

/** The addresses of the API as the client calls it, parameters with a value. */
const endpoints = readdirSync('src/pages/api', { recursive: true, encoding: 'utf8' })
  .filter((name) => name.endsWith('.ts'))
  .map(
    (name) =>
      `/${name
        .replaceAll('\\', '/')
        .replace(/(\/index)?\.ts$/, '')
        .replaceAll(/\[(\w+)\]/g, ':$1')}`,
  );

test('several requests to one address may run beside each other where the specification says so, and nowhere else', () => {
  expect(endpoints.filter(isExempt).toSorted()).toEqual([
    '/apps/email/recipients',
    '/file-presigned-url',
    '/generate-presigned-url',
    '/notifications/reading',
    '/purchasing/my-purchase-requests',
    '/records/:entity/:id/attachments',
  ]);
  const lists = ['all-requests', 'pending-my-approval', 'department-requests', 'approved'];
  expect(lists.filter((type) => isExempt(`/purchasing/purchase-requests?type=${type}`))).toEqual([
    'pending-my-approval',
    'department-requests',
  ]);
  const ofBudgets = allEntities().filter(({ path }) => path.startsWith('/budgeting/'));
  expect(ofBudgets.map(({ path }) => [path, isExempt(path)])).toEqual([
    ['/budgeting/cost-center', true],
    ['/budgeting/expense-categories', true],
  ]);
});
