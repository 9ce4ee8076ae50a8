import { readFileSync, readdirSync } from 'node:fs';
import { expect, test } from 'vitest';
import '#lib/modules.server.ts';
import { apiDocument, type OpenApi } from '#lib/records/api/api-document.server.ts';
import { undescribedMethods } from '#lib/records/api/api-endpoints.server.ts';
import { shownApi } from '#lib/records/api/api-docs.server.ts';
import { languages } from '#lib/values/languages.ts';
import { translatorFor } from '#lib/process/i18n/translator.server.ts';
import '../../src/middleware/page-table.ts';

const document = await apiDocument(translatorFor('en'));
const operations = Object.entries(document.paths).flatMap(([path, { parameters: _inPath, ...methods }]) =>
  Object.entries(methods).map(([method, operation]) => ({ path, method, operation })),
);

test('whatever a program may be let into is described', async () => {
  expect(operations.length).toBeGreaterThan(30);
  expect(await undescribedMethods()).toEqual([]);
});

test('every call names the scopes that let a program in, and none is a person’s own', () => {
  const scopes = Object.keys(document.components['securitySchemes'].appClient.flows.clientCredentials.scopes);
  expect(scopes).toContain('Department:read');
  expect(
    scopes.filter((scope) => /^(User|Role|AppClient|MailOutbox|ApprovalPolicy):|:(approve|release)$/.test(scope)),
  ).toEqual([]);
  const closed = operations.filter(
    ({ operation }) =>
      !operation.security.some(({ appClient, clientSecret }: Record<string, string[]>) => appClient ?? clientSecret),
  );
  expect(closed.map(({ method, path }) => `${method} ${path}`)).toEqual([]);
});

test('every call says what may come of any: no token, headers that are too large, too many calls, a server that is away', () => {
  const always = ['401', '422', '429', '431', '500', '503'];
  // The token endpoint answers as its standard says (RFC 6749).
  const ours = operations.filter(({ path }) => path !== '/api/oauth/token');
  const lacking = ours.flatMap(({ path, method, operation }) =>
    always.filter((status) => !(status in operation.responses)).map((status) => `${method} ${path} ${status}`),
  );
  expect(lacking).toEqual([]);
});

test('whatever makes a record takes a key that keeps it from being made twice', () => {
  const keyed = operations.filter(({ operation }) =>
    operation.parameters?.some(
      (one: { name: string; in: string }) => one.name === 'Idempotency-Key' && one.in === 'header',
    ),
  );
  const named = keyed.map(({ method, path }) => `${method} ${path}`);
  expect(named).toEqual(
    expect.arrayContaining(['post /api/directory/teams', 'post /api/purchasing/purchase-requests/{id}/copy']),
  );
  expect(named).not.toContain('post /api/directory/teams/{id}/closure');
  const creations = operations.filter(({ operation }) => '201' in operation.responses && operation.tags?.length);
  const without = creations.filter((one) => !keyed.includes(one)).map(({ method, path }) => `${method} ${path}`);
  // A link to a print is no record: each that is asked for has its own secret.
  expect(without).toEqual(['post /api/purchasing/purchase-requests/{id}/print-links']);
});

test('and does as it is described', () => {
  const files = readdirSync('src/pages/api', { recursive: true, encoding: 'utf8' }).filter((name) =>
    name.endsWith('.ts'),
  );
  const made = files.filter((name) =>
    /^export const POST =[^;]*\bcreated\(await (create|copy|make)/m.test(readFileSync(`src/pages/api/${name}`, 'utf8')),
  );
  expect(made).toEqual(['file/[id]/links.ts']);
});

test('names are used once, and every reference leads somewhere', () => {
  const names = operations.map(({ operation }) => operation.operationId);
  expect(new Set(names).size).toBe(names.length);
  const references = [...JSON.stringify(document).matchAll(/"\$ref":"#\/components\/(\w+)\/(\w+)"/g)];
  expect(references.length).toBeGreaterThan(100);
  expect(
    references
      .filter(([, part, name]) => !(document.components[part!] as OpenApi)?.[name!])
      .map(([reference]) => reference),
  ).toEqual([]);
});

test.each(languages)('has words for all of it in %s', async (language) => {
  const text = JSON.stringify(await apiDocument(translatorFor(language)));
  expect(
    [...text.matchAll(/"(?:api|common|access|directory|purchasing|settings)\.[a-zA-Z-]+\.[\w.:-]+"/g)].map(
      ([key]) => key,
    ),
  ).toEqual([]);
  const { groups } = await shownApi(translatorFor(language), 'Team:read');
  expect(groups.map(({ id }) => id)).toEqual(['Team']);
});
