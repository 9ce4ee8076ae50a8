import { beforeAll, expect, test } from 'vitest';
import { actorNamed, buildCompany } from '#db/seed/builders.ts';
import { seedFoundations } from '#db/seed/foundations.ts';
import type { Actor } from '#lib/values/actor.ts';
import { logFile } from '#lib/administration/activity-log/log-file.server.ts';
import { departments, makeDepartment } from '#lib/directory/department.server.ts';
import { department } from '#lib/directory/department.ts';
import { db } from '#lib/process/database/database.server.ts';
import { exportList } from '#lib/records/list/export.server.ts';
import { fileTurn } from '#lib/process/files/file-turns.server.ts';
import { translatorFor } from '#lib/process/i18n/translator.server.ts';
import { mapImport, previewImport, runImport } from '#lib/on-records/import/import.server.ts';
import { readSpreadsheet } from '#lib/process/spreadsheets/spreadsheet-reading.server.ts';
import { refusal } from '#tests/support/refusal.ts';

// Helen exports what she may read, in German; Hannah may read no departments.
let helen: Actor;
let hannah: Actor;
const german = { t: translatorFor('de'), language: 'de' };
const ask = (search: string, actor = helen) => exportList(actor, departments, new URLSearchParams(search), german);

beforeAll(async () => {
  await seedFoundations();
  await buildCompany();
  [helen, hannah] = (await Promise.all(['auditor', 'requester'].map(actorNamed))) as [Actor, Actor];
});

test('a list is exported as it is shown: its rows, order and columns, all pages of it, with words in the reader’s language', async () => {
  const answer = await ask('format=csv&cols=code,headUserId,status,members&sort=-code&perPage=10&page=2');
  expect(answer.headers.get('content-type')).toBe('text/csv; charset=utf-8');
  expect(decodeURIComponent(answer.headers.get('content-disposition')!)).toMatch(/Abteilungen \d{4}-\d\d-\d\d\.csv$/);
  const { header, rows } = await readSpreadsheet(new Uint8Array(await answer.arrayBuffer()), 'list.csv');
  expect(header).toEqual(['Kürzel', 'Leitung', 'Status', 'Mitglieder']);
  expect(rows.map(([code]) => code)).toEqual(['PUR', 'OPS', 'MGT', 'KIT', 'GRD', 'FIN', 'CUS']);
  expect(rows[1]).toEqual(['OPS', 'Daniel Koh', 'Aktiv', '6']);
});

test('a workbook holds the same', async () => {
  const answer = await ask('cols=code,name&q=kit');
  const { header, rows } = await readSpreadsheet(new Uint8Array(await answer.arrayBuffer()), 'list.xlsx');
  expect([header, rows]).toEqual([['Kürzel', 'Name'], [['KIT', 'Kitchen']]]);
  expect(answer.headers.get('content-type')).toContain('spreadsheetml');
});

test('rows that were chosen are exported alone, whatever the list shows, within reach and in its order', async () => {
  const ids = Object.fromEntries(
    (await db.selectFrom('departments').select(['id', 'code']).execute()).map(({ id, code }) => [code, id]),
  );
  const rows = ['OPS', 'KIT', 'FIN'].map((code) => `row=${ids[code]}%3A1`).join('&');
  const read = async (search: string) =>
    (await readSpreadsheet(new Uint8Array(await (await ask(search)).arrayBuffer()), 'list.csv')).rows;
  expect(await read(`format=csv&cols=code,name&sort=-code&q=kit&shown=10&${rows}&row=no-id`)).toMatchObject([
    ['OPS', 'Operations'],
    ['KIT', 'Kitchen'],
    ['FIN', 'Finance'],
  ]);
  const entry = await db
    .selectFrom('activityLog')
    .selectAll()
    .where('eventCode', '=', 'department.exported')
    .orderBy('seq', 'desc')
    .executeTakeFirstOrThrow();
  expect(entry.params).toEqual({
    count: 3,
    format: 'csv',
    chosen: 4,
    query: { format: 'csv', cols: 'code,name', sort: '-code', q: 'kit' },
  });
  expect(await read(`format=csv&cols=code&q=kit&shown=3&${rows}&all=${new Date().toISOString()}`)).toEqual([['KIT']]);
  expect(await refusal(ask(`format=csv&${rows}`, hannah))).toMatchObject({ status: 403 });
});

test('each export is in the log with its rows and its question', async () => {
  await ask('format=csv&q=ops');
  const entry = await db
    .selectFrom('activityLog')
    .selectAll()
    .where('eventCode', '=', 'department.exported')
    .orderBy('seq', 'desc')
    .executeTakeFirstOrThrow();
  expect(entry).toMatchObject({ actorName: 'Helen Goh', params: { count: 1, format: 'csv', query: { q: 'ops' } } });
});

test('what may not be read is not exported', async () => {
  expect(await refusal(ask('format=csv', hannah))).toMatchObject({ status: 403 });
});

test('files are made one after the other, two of one person at most, and who waits too long is told so', async () => {
  let beside = 0;
  let most = 0;
  const slow = (who: Actor) =>
    fileTurn(who, async () => {
      most = Math.max(most, (beside += 1));
      await new Promise((resolve) => setTimeout(resolve, 5));
      beside -= 1;
    });
  const person = (id: number): Actor => ({ ...helen, id: `person-${id}` });
  const asked = [
    ...Array.from({ length: 3 }, () => person(0)),
    ...Array.from({ length: 12 }, (_, index) => person(index + 1)),
  ];
  const answers = await Promise.allSettled(asked.map(slow));
  const refused = answers.flatMap((answer, index) =>
    answer.status === 'rejected' ? [{ index, ...answer.reason }] : [],
  );
  expect(refused.map(({ index, code, status }) => [index, code, status])).toEqual(
    [2, 13, 14].map((index) => [index, 'files-busy', 429]),
  );
  expect(refused[0].details.retryAfter).toBeGreaterThan(0);
  expect(most).toBe(1);
  await slow(person(0));
});

test('exports, the log as a file and imports take those turns', async () => {
  const file = new File(['code,name\nNEW,New'], 'departments.csv');
  const works = {
    list: () => ask('format=csv'),
    log: () => logFile(helen, new URLSearchParams('format=csv'), german),
    import: () => previewImport(helen, { of: department, make: makeDepartment }, file),
    map: () => mapImport(helen, { of: department, make: makeDepartment }, helen.id, []),
    run: () => runImport(helen, { of: department, make: makeDepartment }, helen.id, false),
  };
  for (const [name, work] of Object.entries(works)) {
    const { promise, resolve } = Promise.withResolvers<void>();
    const before = [fileTurn(helen, () => promise), fileTurn(helen, () => promise)];
    expect(await refusal(work()), name).toMatchObject({ code: 'files-busy', status: 429 });
    resolve();
    await Promise.all(before);
  }
});
