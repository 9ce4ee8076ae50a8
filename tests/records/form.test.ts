import { sql } from 'kysely';
import { beforeAll, describe, expect, test } from 'vitest';
import '#lib/modules.server.ts';
import { actorNamed, buildCompany, type Company } from '#db/seed/builders.ts';
import { seedFoundations } from '#db/seed/foundations.ts';
import type { Actor } from '#lib/values/actor.ts';
import { department } from '#lib/directory/department.ts';
import {
  closeDepartment,
  createDepartment,
  getDepartment,
  updateDepartment,
} from '#lib/directory/department.server.ts';
import { postedActs } from '#lib/records/form/posted-acts.server.ts';
import { formPost, type Form } from '#lib/records/form/form.server.ts';
import { readForm, typedOf } from '#lib/records/form/form-values.ts';
import { db } from '#lib/process/database/database.server.ts';
import { draftOf, deleteDraft, saveDraft } from '#lib/on-records/drafts.server.ts';
import { translatorFor } from '#lib/process/i18n/translator.server.ts';
import { postedAct } from '#lib/documents/posted-act.server.ts';
import { purchaseRequestLife } from '#lib/purchasing/purchase-request/life.server.ts';
import { refusal } from '#tests/support/refusal.ts';

// Siti fills in forms; Marie reads German and types amounts as in German.
let company: Company;
let siti: Actor;
let hannah: Actor;

beforeAll(async () => {
  await seedFoundations();
  company = await buildCompany();
  [siti, hannah] = (await Promise.all(['admin', 'requester'].map(actorNamed))) as [Actor, Actor];
});

interface Sent {
  fields?: Record<string, string | string[]>;
  path?: string;
  language?: 'en' | 'de';
  actor?: Actor;
}

/** What a page sees of a request, as far as a form needs it. */
function pageOf({ fields, path = '/directory/departments/create', language = 'en', actor = siti }: Sent) {
  const body = new FormData();
  for (const [name, values] of Object.entries(fields ?? {}))
    for (const value of [values].flat()) body.append(name, value);
  const url = new URL(path, 'http://garden.example');
  const flashes: unknown[] = [];
  return {
    flashes,
    request: fields ? new Request(url, { method: 'POST', body }) : new Request(url),
    url,
    params: {},
    response: { status: 200 },
    locals: { actor, language, t: translatorFor(language) },
    cookies: { set: (_: string, value: string) => flashes.push(JSON.parse(value)) },
    redirect: (to: string, status: number) => new Response(null, { status, headers: { location: to } }),
  };
}

const open = (page: ReturnType<typeof pageOf>, initial?: Record<string, unknown>) =>
  formPost(
    page as never,
    department,
    initial ? (actor, input, seen) => updateDepartment(actor, seen, input) : createDepartment,
    { redirect: '/directory/departments', initial, acts: { close: closeDepartment } },
  );
let count = 0;
const typedIn = () => ({
  code: `FORM${(count += 1)}`,
  name: 'Records',
  businessEntityId: company.entityId,
  parentId: '',
  headUserId: company.userId('head'),
  deputyHeadId: '',
  email: '',
});
const made = async () =>
  getDepartment(
    siti,
    (
      await createDepartment(siti, {
        ...typedIn(),
        parentId: null,
        deputyHeadId: null,
        approvers: [{ userId: company.userId('approver'), limitCents: 100_000 }],
      })
    ).id,
  );
/** The form of a record as a browser sends it back, with some of it typed anew. */
const sentBack = (form: Form, typed: Record<string, string> = {}) => ({
  ...form.values,
  ...typed,
  seen: JSON.stringify(form.seen),
  version: String(form.version),
});

describe('a form that is opened', () => {
  test('shows the values as people of that language type them', async () => {
    const record = { name: 'Records', approvers: [{ userId: 'u', limitCents: 1_234_50 }], email: null };
    expect(typedOf(department, ['name', 'email', 'approvers'], record, 'de')).toEqual({
      name: 'Records',
      email: '',
      'approvers.0.userId': 'u',
      'approvers.0.limitCents': '1.234,50',
    });
  });

  test('reads what was typed back into cents and dates, and says what is no amount', () => {
    const data = new FormData();
    for (const [name, value] of [
      ['approvers.0.userId', 'a'],
      ['approvers.0.limitCents', '1.234,5'],
      ['approvers.1.userId', ''],
      ['approvers.1.limitCents', ' '],
      ['approvers.4.userId', 'b'],
      ['approvers.4.limitCents', '12x'],
      ['colour', 'red'],
    ] as const)
      data.append(name, value);
    const { input, typed, wrong } = readForm(department, ['name', 'approvers'], data, 'de');
    expect(input).toEqual({
      approvers: [
        { userId: 'a', limitCents: 123_450 },
        { userId: 'b', limitCents: Number.NaN },
      ],
    });
    expect(typed).toEqual({
      'approvers.0.userId': 'a',
      'approvers.0.limitCents': '1.234,5',
      'approvers.1.userId': 'b',
      'approvers.1.limitCents': '12x',
    });
    expect(wrong).toEqual({ 'approvers.1.limitCents': 'not-an-amount' });
  });
});

describe('a link to the form of a new record', () => {
  test('says what it belongs to, and nothing else; nothing of a record that is there', async () => {
    const query = `?businessEntityId=${company.entityId}&headUserId=nobody&name=Filled&code=X`;
    expect((await open(pageOf({ path: `/directory/departments/create${query}` }))).values).toMatchObject({
      businessEntityId: company.entityId,
      headUserId: '',
      name: '',
      code: '',
    });
    const record = await made();
    expect(
      (
        await open(
          pageOf({ path: `/directory/departments/${record.id}/edit?parentId=${company.departmentId('OPS')}` }),
          record,
        )
      ).values,
    ).toMatchObject({ parentId: '' });
  });
});

describe('a form that is sent', () => {
  test('makes the record, leads on and leaves a message', async () => {
    const page = pageOf({
      fields: {
        ...typedIn(),
        name: 'Plans',
        'approvers.0.userId': company.userId('approver'),
        'approvers.0.limitCents': '1,000.00',
      },
    });
    const form = await open(page);
    expect([form.done?.status, form.done?.headers.get('location')]).toEqual([303, '/directory/departments']);
    expect(page.flashes).toEqual([{ kind: 'success', text: '“Plans” has been saved.' }]);
  });

  test('with faults comes back with 422, every fault in words, and everything typed as it was', async () => {
    const page = pageOf({
      language: 'de',
      fields: {
        ...typedIn(),
        code: '',
        email: 'nope',
        headUserId: '',
        'approvers.0.userId': company.userId('approver'),
        'approvers.0.limitCents': '12x',
      },
    });
    const form = await open(page);
    expect(page.response.status).toBe(422);
    expect(form.done).toBeUndefined();
    expect(form.errors.map(({ path, code }) => [path, code])).toEqual([
      ['code', 'required'],
      ['headUserId', 'required'],
      ['email', 'not-an-email'],
      ['approvers.0.limitCents', 'not-an-amount'],
    ]);
    expect(form.errors[0]!.message).toBe(translatorFor('de')('validation.required'));
    expect(form.values).toMatchObject({ email: 'nope', name: 'Records', 'approvers.0.limitCents': '12x' });
  });

  test('takes away the rows that were emptied', async () => {
    const record = await made();
    const form = await open(pageOf({ path: `/directory/departments/${record.id}/edit` }), record);
    await open(pageOf({ fields: sentBack(form, { 'approvers.0.userId': '', 'approvers.0.limitCents': '' }) }), record);
    expect((await getDepartment(siti, record.id)).approvers).toEqual([]);
  });

  test('by somebody without the right goes its own way', async () => {
    expect(await refusal(open(pageOf({ fields: typedIn(), actor: hannah })))).toMatchObject({ status: 403 });
  });

  test('names only acts of the page: what every object has by itself is none', async () => {
    const record = await made();
    for (const act of ['constructor', '__proto__', 'hasOwnProperty']) {
      const page = pageOf({ fields: { act, version: '99' } });
      expect((await open(page, record)).conflict, act).not.toBeNull();
      const posted = await postedActs(pageOf({ fields: { act, version: '1' } }) as never, {
        close: async () => 'Closed.',
      });
      expect(posted, act).toMatchObject({ act: null, done: undefined });
      expect(
        await refusal(postedAct(pageOf({ fields: { act, version: '1' } }) as never, purchaseRequestLife, record.id)),
        act,
      ).toMatchObject({ code: 'unknown-act', status: 422 });
    }
  });

  test('that is no form is refused', async () => {
    const page = {
      ...pageOf({ fields: {} }),
      request: new Request('http://garden.example/', {
        method: 'POST',
        body: '{}',
        headers: { 'content-type': 'application/json' },
      }),
    };
    expect(await refusal(open(page as never))).toMatchObject({ status: 415 });
  });
});

describe('a record that somebody else saved meanwhile', () => {
  test('shows what they changed, keeps what was typed, takes over the rest, and saves the second time', async () => {
    const record = await made();
    const form = await open(pageOf({}), record);
    await updateDepartment(siti, record, { name: 'Records and plans', email: 'records@garden.example' });
    const page = pageOf({ fields: sentBack(form, { name: 'Archive of records' }) });
    const clash = await open(page, await getDepartment(siti, record.id));
    expect(page.response.status).toBe(409);
    expect(clash).toMatchObject({
      version: 2,
      values: { name: 'Archive of records', email: 'records@garden.example' },
      conflict: { by: 'Siti Aminah' },
    });
    expect(clash.conflict!.changes).toEqual([
      { name: 'name', from: { name: 'Records' }, to: { name: 'Records and plans' }, typedToo: true },
      { name: 'email', from: { email: '' }, to: { email: 'records@garden.example' }, typedToo: false },
    ]);
    const again = await open(pageOf({ fields: sentBack(clash) }), await getDepartment(siti, record.id));
    expect(again.done?.status).toBe(303);
    expect(await getDepartment(siti, record.id)).toMatchObject({
      name: 'Archive of records',
      email: 'records@garden.example',
      version: 3,
      approvers: [{ limitCents: 100_000 }],
    });
  });

  test('is merged even when the browser sends nonsense as what was seen', async () => {
    const record = await made();
    await updateDepartment(siti, record, { name: 'Newer' });
    for (const seen of ['', 'null', '[1,2]', '{"name":null,"code":{"a":1}}']) {
      const page = pageOf({ fields: { ...typedIn(), seen, version: '1' } });
      await open(page, await getDepartment(siti, record.id));
      expect(page.response.status).toBe(409);
    }
  });
});

describe('another act of the same page', () => {
  test('is done and leads back to the page', async () => {
    const record = await made();
    const form = await open(
      pageOf({ path: '/directory/departments/x/edit', fields: { act: 'close', version: '1' } }),
      record,
    );
    expect(form.done?.headers.get('location')).toBe('/directory/departments/x/edit');
    expect(await getDepartment(siti, record.id)).toMatchObject({ status: 'closed' });
  });

  test('that is refused says why above the form', async () => {
    const page = pageOf({ fields: { act: 'close', version: '1' } });
    const form = await open(page, await getDepartment(siti, company.departmentId('OPS')));
    expect(page.response.status).toBe(409);
    expect(form).toMatchObject({ act: 'close', problem: '6 people still belong to this department.', errors: [] });
  });
});

describe('a form of a record that nothing may be changed of now', () => {
  test('is there to be read and says why, also after it was closed while somebody typed', async () => {
    const made = await createDepartment(siti, typedIn());
    const path = `/directory/departments/${made.id}/edit`;
    const before = await getDepartment(siti, made.id);
    const shown = await open(pageOf({ path }), before);
    expect(shown).toMatchObject({ closed: null, locked: {} });
    await closeDepartment(siti, made);
    const late = pageOf({ path, fields: { ...typedIn(), version: '1', seen: JSON.stringify(shown.seen) } });
    const refused = await open(late, await getDepartment(siti, made.id));
    expect(late.response.status).toBe(409);
    expect(refused).toMatchObject({ closed: 'This cannot be changed while the status is “Closed”.', version: 2 });
    const again = pageOf({ path, fields: { ...typedIn(), version: '2' } });
    expect(await open(again, await getDepartment(siti, made.id))).toMatchObject({
      problem: 'This is no longer possible: the status has changed in the meantime.',
      closed: refused.closed,
    });
    expect(await getDepartment(siti, made.id)).toMatchObject({ name: made.name, version: 2 });
  });
});

describe('work that was not saved', () => {
  const place = '/directory/departments/create';

  test('is stored for the person, offered when the page is opened again, restored when asked for, and gone when saved', async () => {
    await saveDraft(siti, place, { data: { code: ['DRAFT'], name: ['Half a name'], 'approvers.0.limitCents': ['5'] } });
    expect((await open(pageOf({}))).draft).toMatchObject({ restored: false });
    const restored = await open(pageOf({ path: `${place}?restore` }));
    expect(restored).toMatchObject({
      draft: { restored: true },
      values: { code: 'DRAFT', name: 'Half a name', 'approvers.0.limitCents': '5' },
    });
    expect((await open(pageOf({ actor: hannah }))).draft).toBeNull();
    await open(pageOf({ fields: typedIn() }));
    expect(await draftOf(siti, place)).toBeNull();
  });

  test('is replaced by what is stored later, at most 64 KB, and deleted when asked', async () => {
    await saveDraft(siti, place, { data: { name: ['one'] } });
    await saveDraft(siti, place, { data: { name: ['two'] } });
    expect(await draftOf(siti, place)).toMatchObject({ data: { name: ['two'] } });
    expect((await refusal(saveDraft(siti, place, { data: { name: ['x'.repeat(70_000)] } }))).errors).toMatchObject([
      { path: 'data', code: 'too-long' },
    ]);
    expect((await refusal(saveDraft(siti, place, { data: 'text' }))).status).toBe(422);
    expect((await refusal(saveDraft(siti, 'https://elsewhere.example', { data: {} }))).errors).toMatchObject([
      { path: 'place' },
    ]);
    await deleteDraft(siti, place);
    expect(await draftOf(siti, place)).toBeNull();
  });

  test('of two windows, the second learns of what the first stored, and replaces it when asked to', async () => {
    const first = await saveDraft(siti, place, { data: { name: ['one'] }, replaces: null });
    const late = await refusal(saveDraft(siti, place, { data: { name: ['two'] }, replaces: null }));
    expect(late).toMatchObject({ status: 409, code: 'stale-version' });
    expect(late.details.newer).toEqual({ data: { name: ['one'] }, savedAt: first.savedAt });
    const second = await saveDraft(siti, place, { data: { name: ['two'] }, replaces: first.savedAt });
    expect((await refusal(saveDraft(siti, place, { data: {}, replaces: first.savedAt }))).status).toBe(409);
    expect(await draftOf(siti, place)).toEqual({ data: { name: ['two'] }, savedAt: second.savedAt });
    expect((await open(pageOf({}))).draftKnown).toBe(second.savedAt);
    expect((await refusal(saveDraft(siti, place, { data: {}, replaces: 'yesterday' }))).status).toBe(422);
    await deleteDraft(siti, place);
    expect((await open(pageOf({}))).draftKnown).toBe('');
    // What was discarded in the other window stands in nobody's way.
    await saveDraft(siti, place, { data: { name: ['three'] }, replaces: second.savedAt });
    await deleteDraft(siti, place);
  });

  test('of two windows that store at the same moment, one learns of the other', async () => {
    const store = (name: string) => saveDraft(siti, place, { data: { name: [name] }, replaces: null });
    const settled = await Promise.allSettled(['one', 'two', 'three'].map(store));
    expect(settled.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
    await deleteDraft(siti, place);
  });

  test('is stored for the fifty places that were left last', async () => {
    for (let page = 1; page <= 52; page += 1) await saveDraft(hannah, `/page/${page}`, { data: {} });
    await saveDraft(hannah, '/page/52', { data: { name: ['again'] } });
    const kept = await Promise.all([1, 2, 3, 51, 52].map((page) => draftOf(hannah, `/page/${page}`)));
    expect(kept.map((draft) => draft !== null)).toEqual([false, false, true, true, true]);
    await saveDraft(siti, place, { data: {} });
    expect(await draftOf(hannah, '/page/3')).not.toBeNull();
  });
});

describe('somebody else who writes in the same record', () => {
  const opened = (actor: Actor, path: string, initial: Record<string, unknown>) =>
    formPost(pageOf({ path, actor }) as never, department, async () => ({}), { initial, redirect: '/' });
  const writing = { data: { name: ['Half a name'] } };

  test('is named while he writes; what he typed is his own, and nobody is told of himself', async () => {
    const helen = await actorNamed('auditor');
    const record = await getDepartment(siti, company.departmentId('OPS'));
    const path = `/directory/departments/${record.id}/edit`;
    expect((await opened(siti, path, record)).others).toEqual([]);
    const { savedAt } = await saveDraft(helen, path, writing);
    const form = await opened(siti, path, record);
    expect(form.others).toEqual([{ fullName: helen.fullName, savedAt }]);
    expect([form.draft, form.values['name']]).toEqual([null, record.name]);
    expect((await opened(helen, path, record)).others).toEqual([]);
    await deleteDraft(helen, path);
    expect((await opened(siti, path, record)).others).toEqual([]);
  });

  test('is not named where he may not open the record: a draft can be saved at any place', async () => {
    const record = await getDepartment(siti, company.departmentId('GRD'));
    const path = `/directory/departments/${record.id}/edit`;
    await saveDraft(await actorNamed('nobody'), path, writing);
    expect((await opened(siti, path, record)).others).toEqual([]);
  });

  test('no more after ten minutes without a word, and not where everybody has a record of their own', async () => {
    const record = await getDepartment(siti, company.departmentId('KIT'));
    const path = `/directory/departments/${record.id}/edit`;
    await saveDraft(await actorNamed('auditor'), path, writing);
    await sql`update drafts set saved_at = now() - interval '11 minutes' where place = ${path}`.execute(db);
    expect((await opened(siti, path, record)).others).toEqual([]);
    await saveDraft(hannah, '/directory/my-profile/update', writing);
    expect((await opened(siti, '/directory/my-profile/update', record)).others).toEqual([]);
  });
});
