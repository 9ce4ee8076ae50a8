import { plainSample } from '../sample.ts';
import { quoted, withArticle, words } from '../names.ts';
import type { RequestedField } from '../wished-field.ts';
import type { DocumentWish } from './document-wish.ts';

/** `tests/<module>/<name>.test.ts`: its own rules, and that it lives. */
export function testFile(wish: DocumentWish): { text: string; missing: string[] } {
  const { module, name, key, type, pluralKey, isPriced } = wish;
  const one = words(name).toLowerCase();
  const lib = `#lib/${module}/${name}`;
  const missing = [...wish.fields, ...wish.lineFields].filter(({ to, optional }) => to && !optional && !IN_GARDEN[to]);
  const mine = `my${pluralKey[0]!.toUpperCase()}${pluralKey.slice(1)}`;
  const text = `import { beforeAll, expect, test } from 'vitest';
import { actorNamed, buildCompany, type Company } from '#db/seed/builders.ts';
import { ensureDefaultMatrix } from '#db/seed/policies.ts';
import { allowUsual } from '#db/seed/examples.ts';
import { ${key}Input, ${key}LineInput } from '#db/seed/examples/${name}.ts';
import { seedFoundations } from '#db/seed/foundations.ts';
import { activityOf } from '#lib/activity/activity.server.ts';
import { storePrint } from '#lib/documents/prints/stored-prints.server.ts';
import { verifyPrint } from '#lib/documents/prints/verify-print.server.ts';
import { readDocument } from '#lib/documents/reading.server.ts';
${columnsOf(wish) ? "import { previewImport, runImport } from '#lib/on-records/import/import.server.ts';\n" : ''}import { transaction } from '#lib/process/database/database.server.ts';
import { readListQuery } from '#lib/records/list/list-query.ts';
import { ${key}Life } from '${lib}/life.server.ts';
import { ${key}Print } from '${lib}/print.server.ts';
import { my${type}${columnsOf(wish) ? `, ${key}` : ''} } from '${lib}/${name}.ts';
import { ${mine}, ${pluralKey} } from '${lib}/${name}.server.ts';
import { ${key}Writing } from '${lib}/writing.server.ts';
import type { Actor } from '#lib/values/actor.ts';
import '#lib/modules.server.ts';
import { refusal } from '#tests/support/refusal.ts';

// Hannah asks for ${withArticle(one)} for Operations; Daniel heads it and decides; Adam may do nothing.
let company: Company;
let hannah: Actor;
let daniel: Actor;
let adam: Actor;

beforeAll(async () => {
  await seedFoundations();
  company = await buildCompany();
  await transaction(ensureDefaultMatrix);
  await allowUsual('${wish.subject}');
  [hannah, daniel, adam] = (await Promise.all(['requester', 'head', 'nobody'].map(actorNamed))) as [Actor, Actor, Actor];
});

const input = (more: object = {}) => ${key}Input(company, more);

test('Hannah writes ${withArticle(one)} with its lines and sends it, and Daniel approves it', async () => {
  const draft = await ${key}Writing.create(hannah, input());
  expect(draft).toMatchObject({ status: 'draft', number: null, requesterId: hannah.id${isPriced ? ', netCents: 18_000' : ''} });
  const sent = await ${key}Life.submit(hannah, draft);
  expect(sent).toMatchObject({ status: 'pending-approval', number: expect.stringMatching(/^${wish.docType}-\\w+-\\d{4}-\\d{5}$/) });
  const { lines } = await readDocument(daniel, ${key}Life, sent.id);
  expect(lines.map(({ description }) => description)).toEqual(['Granite plaque', 'Bronze plaque']);
  expect(await ${key}Life.approve(daniel, sent)).toMatchObject({ status: 'approved', number: sent.number });
  expect((await activityOf(sent.id)).map(({ eventCode }) => eventCode)).toEqual(
    ['approve', 'approve-step', 'submit', 'created'].map((event) => \`${name}.\${event}\`),
  );
});

test('it is not sent without a line, and every fault is named', async () => {
  const draft = await ${key}Writing.create(hannah, input({ lines: [] }));
  expect(await refusal(${key}Life.submit(hannah, draft))).toMatchObject({ status: 422, errors: [{ path: 'lines', code: 'no-lines' }] });
  const wrong = await refusal(${key}Writing.create(hannah, input({ lines: [${key}LineInput('', { quantity: 0 })] })));
  expect(wrong.errors.map(({ path }) => path)).toEqual(['lines.0.description', 'lines.0.quantity']);
});

test('what was sent is not changed, and a draft is deleted', async () => {
  const sent = await ${key}Life.submit(hannah, await ${key}Writing.create(hannah, input()));
  expect(await refusal(${key}Writing.update(hannah, sent, { lines: [] }))).toMatchObject({ code: 'locked-while-deciding', status: 409 });
  const draft = await ${key}Writing.create(hannah, input());
  await ${key}Life.delete(hannah, draft);
  expect(await refusal(${pluralKey}.get(hannah, draft.id))).toMatchObject({ status: 404 });
});

test('its print is kept when it is approved, and its code says that nothing was changed', async () => {
  const sent = await ${key}Life.submit(hannah, await ${key}Writing.create(hannah, input()));
  const approved = await ${key}Life.approve(daniel, sent);
  const { code } = (await storePrint(${key}Print, approved.id))!;
  expect(await verifyPrint(adam, code, 'en')).toMatchObject({ verdict: 'unchanged', number: approved.number });
  expect(await refusal(verifyPrint(adam, '2222-2222-2222', 'en'))).toMatchObject({ status: 404 });
});
${imported(wish)}
test('Adam makes none and reads none, and nobody has in the own list what another asks for', async () => {
  const siti = await actorNamed('admin');
  const [hers, sitis] = [await ${key}Writing.create(hannah, input()), await ${key}Writing.create(siti, input())];
  expect(await refusal(${key}Writing.create(adam, input()))).toMatchObject({ status: 403 });
  expect(await refusal(${pluralKey}.get(adam, hers.id))).toMatchObject({ status: 403 });
  const own = (await ${mine}.list(hannah, readListQuery(my${type}, new URLSearchParams()))).items.map(({ id }) => id);
  expect(own).toContain(hers.id);
  expect(own).not.toContain(sitis.id);
  const all = await ${pluralKey}.list(siti, readListQuery(${pluralKey}.of, new URLSearchParams()));
  expect(all.items.map(({ id }) => id)).toEqual(expect.arrayContaining([hers.id, sitis.id]));
});
`;
  return { text, missing: missing.map(({ name: field }) => field) };
}

/** What a file says of one, column by column; null where a field cannot be said without looking something up. */
function columnsOf({ fields }: DocumentWish): [label: string, cell: string][] | null {
  const needed = fields.filter(({ optional }) => !optional);
  if (needed.some(({ kind }) => !['text', 'long-text', 'choice'].includes(kind))) return null;
  return needed.map(({ name, values }) => [words(name), values ? words(values[0]!) : 'Brought in']);
}

function imported(wish: DocumentWish): string {
  const columns = columnsOf(wish);
  if (!columns) return '';
  const { key, pluralKey, called } = wish;
  return `
test('drafts are brought in from a file', async () => {
  const importing = { of: ${key}, make: ${key}Writing.create, usual: ${key}Writing.first(hannah) };
  const file = new File(['${columns.map(([label]) => label).join(',')}\\n${columns.map(([, cell]) => cell).join(',')}'], 'list.csv', { type: 'text/csv' });
  const { id, faults } = await previewImport(hannah, importing, file);
  expect(faults).toEqual([]);
  await runImport(hannah, importing, id, false);
  const { items } = await ${pluralKey}.list(await actorNamed('admin'), readListQuery(${pluralKey}.of, new URLSearchParams('q=brought')));
  expect(items).toMatchObject([{ ${called}: 'Brought in', status: 'draft', requesterId: hannah.id }]);
});
`;
}

/** `db/seed/examples/<name>.ts`: one with two lines, for the demonstration company and for stories. */
export function exampleFile(wish: DocumentWish): string {
  const { module, name, key, isPriced } = wish;
  const header = entered(wish.fields);
  const company = header.includes('company.');
  return `import { actorNamed, type Company } from '#db/seed/builders.ts';
import { allowUsual } from '#db/seed/examples.ts';
import { ${key}Writing } from '#lib/${module}/${name}/writing.server.ts';

export const ${key}LineInput = (description: string, more: object = {}) => ({
  description,
${entered(wish.lineFields)}  quantity: 2,
  unit: 'Piece(s)',
${isPriced ? "  unitPriceE4: 450_000,\n  gstCode: 'SR',\n  priceIncludesGst: false,\n" : ''}  ...more,
});

export const ${key}Input = (${company ? 'company' : '_company'}: Company, more: object = {}) => ({
${header}  lines: [${key}LineInput('Granite plaque'), ${key}LineInput('Bronze plaque')],
  ...more,
});

/** A draft of Hannah's. */
export async function demonstrate(company: Company): Promise<void> {
  await allowUsual('${wish.subject}');
  await ${key}Writing.create(await actorNamed('requester'), ${key}Input(company));
}
`;
}

/** `tests/<module>/<name>.e2e.ts`: one story in a browser. */
export function storyFile(wish: DocumentWish): string {
  const { path, name, called, isPriced } = wish;
  const one = words(name).toLowerCase();
  return `import { expect, test } from '@playwright/test';
import { expectCalm, signedIn } from '#tests/support/pages.ts';

// Hannah writes ${withArticle(one)} in the browser and finds it in her own list.
test('${withArticle(one)} is written, saved and found again', async ({ browser }) => {
  const hannah = await signedIn(browser, 'requester');
  await hannah.goto('${path}/create');
  await hannah.waitForFunction(() => document.querySelector('astro-island:not([ssr])') !== null);
  await expectCalm(hannah);
  const called = \`Plaques \${Date.now()}\`;
  await hannah.getByLabel('${words(called)}', { exact: true }).fill(called);
${chosen(wish)}  await hannah.getByLabel('Item 1: Item').fill('Granite plaque');
  await hannah.getByLabel('Item 1: Quantity').fill('2');
${isPriced ? "  await hannah.getByLabel('Item 1: Unit price').fill('45');\n" : ''}  await hannah.getByRole('button', { name: 'Save and close' }).click();
  await expect(hannah.getByRole('heading', { level: 1 })).toContainText(called);
  await hannah.goto('${wish.ownPath}');
  await expect(hannah.getByRole('cell', { name: called, exact: true })).toBeVisible();
});
`;
}

/** What must be chosen before it is saved: a few choices stand side by side, as the form of documents draws them. */
const chosen = ({ fields }: DocumentWish): string =>
  fields
    .filter(({ values, optional }) => values && !optional)
    .map(({ name, values }) =>
      values!.length <= SEGMENTS
        ? `  await hannah.getByRole('group', { name: '${words(name)}' }).getByText('${words(values![0]!)}', { exact: true }).click();\n`
        : `  await hannah.getByLabel('${words(name)}', { exact: true }).selectOption('${values![0]}');\n`,
    )
    .join('');

/** As many choices as the island shows side by side (islands/documents/HeaderField). */
const SEGMENTS = 4;

/** What the demonstration company has of each kind. */
const IN_GARDEN: Record<string, string> = {
  user: "company.userId('stores')",
  address: "company.addressId('Site store')",
  department: "company.departmentId('OPS')",
  'business-entity': 'company.entityId',
  'expense-category': "company.categoryId('5310')",
  'cost-center': "company.costCenterId('OPS-COL')",
};

const entered = (fields: readonly RequestedField[]): string =>
  fields
    .map((field) => {
      const value = field.to ? (IN_GARDEN[field.to] ?? (field.optional ? 'null' : quoted(''))) : plainSample(field);
      return `  ${field.name}: ${value},\n`;
    })
    .join('');
