import { beforeAll, expect, test } from 'vitest';
import { actorNamed, buildGarden } from '#db/seed/builders.ts';
import { seedFoundations } from '#db/seed/foundations.ts';
import type { Actor } from '#lib/access/actor.ts';
import { departments } from '#lib/directory/department.server.ts';
import { db } from '#lib/platform/database.server.ts';
import { exportList } from '#lib/platform/export.server.ts';
import { translatorFor } from '#lib/platform/i18n/translator.server.ts';
import { readSpreadsheet } from '#lib/platform/spreadsheet.server.ts';
import { refusal } from '#tests/support/refusal.ts';

// Helen exports what she may read, in German; Hannah may read no departments.
let helen: Actor;
let hannah: Actor;
const german = { t: translatorFor('de'), language: 'de' };
const ask = (search: string, actor = helen) => exportList(actor, departments, new URLSearchParams(search), german);

beforeAll(async () => {
  await seedFoundations();
  await buildGarden();
  [helen, hannah] = (await Promise.all(['auditor', 'requester'].map(actorNamed))) as [Actor, Actor];
});

test('a list is exported as it is shown: its rows, order and columns, all pages of it, with words in the reader’s language', async () => {
  const answer = await ask('format=csv&cols=code,headUserId,status,members&sort=-code&perPage=10&page=2&q=o');
  expect(answer.headers.get('content-type')).toBe('text/csv; charset=utf-8');
  expect(decodeURIComponent(answer.headers.get('content-disposition')!)).toMatch(/Abteilungen \d{4}-\d\d-\d\d\.csv$/);
  const { header, rows } = await readSpreadsheet(new Uint8Array(await answer.arrayBuffer()), 'list.csv');
  expect(header).toEqual(['Kürzel', 'Leitung', 'Status', 'Mitglieder']);
  expect(rows.map(([code]) => code)).toEqual(['OPS', 'GRD', 'CUS']);
  expect(rows[0]).toEqual(['OPS', 'Daniel Koh', 'Aktiv', '6']);
});

test('a workbook holds the same', async () => {
  const answer = await ask('cols=code,name&q=kit');
  const { header, rows } = await readSpreadsheet(new Uint8Array(await answer.arrayBuffer()), 'list.xlsx');
  expect([header, rows]).toEqual([['Kürzel', 'Name'], [['KIT', 'Kitchen']]]);
  expect(answer.headers.get('content-type')).toContain('spreadsheetml');
});

test('rows that were chosen are exported alone, whatever the list shows, within reach and in its order', async () => {
  const ids = Object.fromEntries((await db.selectFrom('departments').select(['id', 'code']).execute()).map(({ id, code }) => [code, id]));
  const rows = ['OPS', 'KIT', 'FIN'].map((code) => `row=${ids[code]}%3A1`).join('&');
  const read = async (search: string) => (await readSpreadsheet(new Uint8Array(await (await ask(search)).arrayBuffer()), 'list.csv')).rows;
  expect(await read(`format=csv&cols=code,name&sort=-code&q=kit&shown=10&${rows}&row=no-id`)).toMatchObject([['OPS', 'Operations'], ['KIT', 'Kitchen'], ['FIN', 'Finance']]);
  const entry = await db.selectFrom('activityLog').selectAll().where('eventCode', '=', 'department.exported').orderBy('seq', 'desc').executeTakeFirstOrThrow();
  expect(entry.params).toEqual({ count: 3, format: 'csv', chosen: 4, query: { format: 'csv', cols: 'code,name', sort: '-code', q: 'kit' } });
  expect(await read(`format=csv&cols=code&q=kit&shown=3&${rows}&all=${new Date().toISOString()}`)).toEqual([['KIT']]);
  expect(await refusal(ask(`format=csv&${rows}`, hannah))).toMatchObject({ status: 403 });
});

test('each export is in the log with its rows and its question', async () => {
  await ask('format=csv&q=ops');
  const entry = await db.selectFrom('activityLog').selectAll().where('eventCode', '=', 'department.exported').orderBy('seq', 'desc').executeTakeFirstOrThrow();
  expect(entry).toMatchObject({ actorName: 'Helen Goh', params: { count: 1, format: 'csv', query: { q: 'ops' } } });
});

test('what may not be read is not exported', async () => {
  expect(await refusal(ask('format=csv', hannah))).toMatchObject({ status: 403 });
});
