import { beforeAll, describe, expect, test } from 'vitest';
import { actorNamed, buildCompany } from '#db/seed/builders.ts';
import { seedFoundations } from '#db/seed/foundations.ts';
import type { Actor } from '#lib/values/actor.ts';
import { activityOf } from '#lib/activity/activity.server.ts';
import { department } from '#lib/directory/department.ts';
import { departments, makeDepartment, updateDepartment } from '#lib/directory/department.server.ts';
import { readListQuery } from '#lib/records/list/list-query.ts';
import { guessMapping } from '#lib/on-records/import/import-columns.server.ts';
import { undoImport } from '#lib/on-records/import/import-undoing.server.ts';
import { mapImport, previewImport, runImport } from '#lib/on-records/import/import.server.ts';
import { finishedImport } from '#lib/on-records/import/stored-import.server.ts';
import { db } from '#lib/process/database/database.server.ts';
import { refusal } from '#tests/support/refusal.ts';

// Siti imports departments; Helen the auditor may read them but not import; Priya is somebody else.
let siti: Actor;
let helen: Actor;
let priya: Actor;
const importing = { of: department, make: makeDepartment };

beforeAll(async () => {
  await seedFoundations();
  await buildCompany();
  [siti, helen, priya] = (await Promise.all(['admin', 'auditor', 'purchasing'].map(actorNamed))) as [
    Actor,
    Actor,
    Actor,
  ];
});

const csv = (...lines: string[]) => new File([lines.join('\n')], 'departments.csv', { type: 'text/csv' });
const HEAD = 'Code,Name,Business entity,Parent department,Head,E-mail,Remark';
const row = (code: string, more: Partial<Record<'name' | 'entity' | 'parent' | 'head' | 'email', string>> = {}) =>
  [
    code,
    more.name ?? `Department ${code}`,
    more.entity ?? 'SWG',
    more.parent ?? '',
    more.head ?? 'Daniel Koh',
    more.email ?? '',
    'x',
  ].join(',');
const codes = async (prefix: string) =>
  (
    await departments.list(siti, { ...readListQuery(department, new URLSearchParams()), q: prefix, perPage: 100 })
  ).items.map(({ code }) => code);

describe('the preview of a spreadsheet', () => {
  test('finds the columns by their labels in any language, tries every row and writes nothing', async () => {
    expect(
      guessMapping(department, [
        'Kürzel',
        'Nom',
        'businessEntityId',
        'parent department *',
        'Leitung',
        'Remark',
        'Code',
      ]),
    ).toEqual(['code', 'name', 'businessEntityId', 'parentId', 'headUserId', null, null]);
    const before = await db.selectFrom('activityLog').select('seq').execute();
    const preview = await previewImport(siti, importing, csv(HEAD, row('PV1'), row('PV2', { parent: 'pv1' })));
    expect(preview).toMatchObject({
      total: 2,
      good: 2,
      faults: [],
      mapping: ['code', 'name', 'businessEntityId', 'parentId', 'headUserId', 'email', null],
    });
    expect(await codes('PV')).toEqual([]);
    expect(await db.selectFrom('activityLog').select('seq').execute()).toHaveLength(before.length);
  });

  test('lists every fault with its row, its cell and its reason', async () => {
    const preview = await previewImport(
      siti,
      importing,
      csv(
        HEAD,
        row('FA1'),
        row('FA1'),
        row('OPS'),
        row('FA2', { head: 'Nobody Known', email: 'nope' }),
        row('', { name: '' }),
        row('FA3', { parent: 'Operations' }),
      ),
    );
    expect(preview).toMatchObject({ total: 6, good: 2 });
    expect(preview.faults.map(({ row: number, path, code, text }) => [number, path, code, text])).toEqual([
      [3, 'code', 'already-used', 'FA1'],
      [4, 'code', 'already-used', 'OPS'],
      [5, 'headUserId', 'unknown-name', 'Nobody Known'],
      [5, 'email', 'not-an-email', 'nope'],
      [6, 'code', 'required', ''],
      [6, 'name', 'required', ''],
    ]);
  });

  test('refuses a name that two records have', async () => {
    await db.updateTable('users').set({ fullName: 'Marie Lau' }).where('username', '=', 'director2').execute();
    const { faults } = await previewImport(
      siti,
      importing,
      csv(HEAD, row('AM1', { head: 'Marie Lau' }), row('AM2', { head: 'finance' })),
    );
    expect(faults).toMatchObject([{ row: 2, path: 'headUserId', code: 'ambiguous-name' }]);
    await db.updateTable('users').set({ fullName: 'Evelyn Ong' }).where('username', '=', 'director2').execute();
  });

  test('can be tried again with other columns', async () => {
    const first = await previewImport(siti, importing, csv('A,B,C,D', 'MP1,Mapped,SWG,head'));
    expect(first).toMatchObject({ good: 0, mapping: [null, null, null, null] });
    const again = await mapImport(siti, importing, first.id, ['code', 'name', 'businessEntityId', 'headUserId']);
    expect(again).toMatchObject({ good: 1, faults: [] });
    expect((await mapImport(siti, importing, first.id, ['code', 'code', 'status', 'nonsense'])).mapping).toEqual([
      'code',
      null,
      null,
      null,
    ]);
  });

  test('is not for Helen, and not somebody else’s', async () => {
    expect(await refusal(previewImport(helen, importing, csv(HEAD, row('NO1'))))).toMatchObject({ status: 403 });
    const { id } = await previewImport(siti, importing, csv(HEAD, row('NO2')));
    expect(await refusal(runImport(priya, importing, id, false))).toMatchObject({ status: 404 });
    expect(await refusal(runImport(siti, importing, 'no-id', false))).toMatchObject({ status: 404 });
  });

  test('needs rows', async () => {
    expect(await refusal(previewImport(siti, importing, csv(HEAD)))).toMatchObject({
      code: 'import-without-rows',
      status: 422,
    });
  });
});

describe('the import itself', () => {
  test('makes all records at once, each with its entry in the log, and only once', async () => {
    const { id } = await previewImport(siti, importing, csv(HEAD, row('IM1'), row('IM2', { parent: 'IM1' })));
    expect(await runImport(siti, importing, id, false)).toEqual({ made: 2 });
    expect(await codes('IM')).toEqual(['IM1', 'IM2']);
    const made = await db.selectFrom('departments').selectAll().where('code', '=', 'IM2').executeTakeFirstOrThrow();
    expect(await activityOf(made.id)).toMatchObject([{ eventCode: 'department.created', actorName: 'Siti Aminah' }]);
    expect(await refusal(runImport(siti, importing, id, false))).toMatchObject({
      code: 'import-finished',
      status: 409,
    });
    expect(await finishedImport(siti, importing, id)).toMatchObject({ made: 2, state: 'done' });
  });

  test('with faulty rows makes none, or the good ones when the others are to be left out', async () => {
    const { id } = await previewImport(siti, importing, csv(HEAD, row('LO1'), row('OPS'), row('LO2')));
    expect(await refusal(runImport(siti, importing, id, false))).toMatchObject({
      code: 'import-has-faults',
      details: { params: { count: 1 } },
    });
    expect(await codes('LO')).toEqual([]);
    expect(await runImport(siti, importing, id, true)).toEqual({ made: 2 });
    expect(await codes('LO')).toEqual(['LO1', 'LO2']);
  });

  test('can be taken back while nothing was changed or built upon', async () => {
    const { id } = await previewImport(siti, importing, csv(HEAD, row('UNDO1'), row('UNDO2', { parent: 'UNDO1' })));
    await runImport(siti, importing, id, false);
    expect(await undoImport(siti, importing, id)).toEqual({ removed: 2 });
    expect(await codes('UNDO')).toEqual([]);
    const told = await db
      .selectFrom('activityLog')
      .select(['entityNumber', 'before'])
      .where('eventCode', '=', 'department.deleted')
      .orderBy('entityNumber')
      .execute();
    expect(told).toMatchObject([
      { entityNumber: 'UNDO1', before: { code: 'UNDO1' } },
      { entityNumber: 'UNDO2', before: { code: 'UNDO2' } },
    ]);
    expect(await refusal(undoImport(siti, importing, id))).toMatchObject({ code: 'import-finished' });
  });

  test('stays when one of its records was changed, or is used', async () => {
    const { id } = await previewImport(siti, importing, csv(HEAD, row('ST1')));
    await runImport(siti, importing, id, false);
    const made = await db.selectFrom('departments').selectAll().where('code', '=', 'ST1').executeTakeFirstOrThrow();
    const nobody = await db.selectFrom('users').select('id').where('username', '=', 'nobody').executeTakeFirstOrThrow();
    const member = { userId: nobody.id, departmentId: made.id };
    await db.insertInto('userDepartments').values(member).execute();
    expect(await refusal(undoImport(siti, importing, id))).toMatchObject({ code: 'still-used', status: 409 });
    await db
      .deleteFrom('userDepartments')
      .where('userId', '=', member.userId)
      .where('departmentId', '=', made.id)
      .execute();
    await updateDepartment(siti, made, { name: 'Changed since' });
    expect(await refusal(undoImport(siti, importing, id))).toMatchObject({ code: 'import-changed', status: 409 });
    expect(await codes('ST1')).toEqual(['ST1']);
  });
});
