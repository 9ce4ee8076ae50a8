import { expect, test } from 'vitest';
import '#lib/modules.server.ts';
import { apiDocument, type OpenApi } from '#lib/records/api/api-document.server.ts';
import { undescribed } from '#lib/records/api/api-endpoints.server.ts';
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
  expect(await undescribed()).toEqual([]);
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
