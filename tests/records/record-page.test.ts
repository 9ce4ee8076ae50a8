import { beforeAll, describe, expect, test } from 'vitest';
import { actorNamed, buildCompany, type Company } from '#db/seed/builders.ts';
import { seedFoundations } from '#db/seed/foundations.ts';
import { addresses, closeAddress, createAddress, reopenAddress } from '#lib/directory/address.server.ts';
import {
  closeDepartment,
  createDepartment,
  departments,
  getDepartment,
  reopenDepartment,
  updateDepartment,
} from '#lib/directory/department.server.ts';
import { translatorFor } from '#lib/process/i18n/translator.server.ts';
import { recordPage, type RecordPage } from '#lib/records/page/record-page.server.ts';
import { Ability } from '#lib/values/ability.ts';
import type { Actor } from '#lib/values/actor.ts';
import { refusal } from '#tests/support/refusal.ts';
import '#lib/modules.server.ts';

// Siti keeps departments and addresses; Helen, who audits, reads them and changes nothing; Adam may not even read them.
let company: Company;
let siti: Actor;
let helen: Actor;
let adam: Actor;

beforeAll(async () => {
  await seedFoundations();
  company = await buildCompany();
  [siti, helen, adam] = (await Promise.all(['admin', 'auditor', 'nobody'].map(actorNamed))) as [Actor, Actor, Actor];
});

let count = 0;
function archive(more: object = {}) {
  count += 1;
  return createDepartment(siti, {
    code: `SHOW${count}`,
    name: `Archive ${count}`,
    businessEntityId: company.entityId,
    headUserId: company.userId('head'),
    ...more,
  });
}

/** What a page sees of a request, as far as a record's page needs it. */
function pageOf(actor: Actor, id: string, fields?: Record<string, string>) {
  const url = new URL(`http://garden.example/directory/departments/${id}/show`);
  const body = new FormData();
  for (const [name, value] of Object.entries(fields ?? {})) body.append(name, value);
  return {
    url,
    params: { id },
    request: fields ? new Request(url, { method: 'POST', body }) : new Request(url),
    response: { status: 200 },
    locals: { actor, language: 'en', t: translatorFor('en') },
    cookies: { set: () => {} },
    redirect: (to: string, status: number) => new Response(null, { status, headers: { location: to } }),
  } as never;
}

const ACTS = { close: closeDepartment, reopen: reopenDepartment };
const read = async (actor: Actor, id: string) =>
  (await recordPage(pageOf(actor, id), departments, { get: getDepartment, acts: ACTS })) as RecordPage;
const post = (actor: Actor, id: string, fields: Record<string, string>) =>
  recordPage(pageOf(actor, id, fields), departments, { get: getDepartment, acts: ACTS });

describe('the page of a department', () => {
  test('tells Helen what Siti entered, with the people by name, and offers her nothing to change it', async () => {
    const { id } = await archive({
      email: 'archive@garden.example',
      approvers: [{ userId: company.userId('approver'), limitCents: 150_000 }],
    });
    const shown = await read(helen, id);
    expect(shown).toMatchObject({
      title: `Archive ${count}`,
      code: `SHOW${count}`,
      edit: null,
      acts: [],
      attaches: false,
    });
    expect(shown.facts).toEqual(['code', 'name', 'businessEntityId', 'headUserId', 'email', 'members']);
    expect(shown.lists).toMatchObject([
      { name: 'approvers', rows: [{ limitCents: 150_000, titles: { userId: 'Nurul Huda' } }] },
    ]);
    expect(shown.carries).toBe(true);
  });

  test('leads to what it refers to, as far as the reader may open that', async () => {
    const { id } = await archive();
    expect((await read(helen, id)).hrefs).toEqual({
      businessEntityId: `/directory/business-entities/${company.entityId}/show`,
      headUserId: `/directory/users/${company.userId('head')}/show`,
    });
    const onlyThese: Actor = {
      ...helen,
      ability: new Ability([{ subject: 'Department', action: 'read', condition: 'none' }]),
    };
    expect((await read(onlyThese, id)).hrefs).toEqual({});
  });

  test('offers Siti what its state allows, and says why a closed one cannot be changed', async () => {
    const made = await archive();
    expect(await read(siti, made.id)).toMatchObject({
      edit: { href: `/directory/departments/${made.id}/edit`, reason: null },
      acts: ['close'],
      attaches: true,
    });
    await closeDepartment(siti, made);
    const closed = await read(siti, made.id);
    expect(closed.acts).toEqual(['reopen']);
    expect(closed.edit!.reason).toMatch(/Closed/i);
  });

  test('is not there for Adam, and a made-up one for nobody', async () => {
    const { id } = await archive();
    expect(await refusal(read(adam, id))).toMatchObject({ status: 403 });
    expect(await refusal(read(siti, crypto.randomUUID()))).toMatchObject({ status: 404 });
    expect(await refusal(read(siti, 'x'))).toMatchObject({ status: 404 });
  });

  test('shows what stands above it and below it', async () => {
    const top = await archive();
    const middle = await archive({ parentId: top.id });
    const low = await archive({ parentId: middle.id });
    const closed = await archive({ parentId: middle.id });
    await closeDepartment(siti, closed);
    const { tree, hrefs } = await read(helen, middle.id);
    expect(tree).toEqual({
      above: [{ title: top.name, status: 'active', href: `/directory/departments/${top.id}/show` }],
      below: [
        { title: low.name, status: 'active', href: `/directory/departments/${low.id}/show` },
        { title: closed.name, status: 'closed', href: `/directory/departments/${closed.id}/show` },
      ],
    });
    expect(hrefs['parentId']).toBe(`/directory/departments/${top.id}/show`);
    expect((await read(helen, low.id)).tree!.above.map(({ title }) => title)).toEqual([top.name, middle.name]);
  });
});

describe('an act posted to the page', () => {
  test('is done for Siti, who comes back to the page', async () => {
    const made = await archive();
    const { done } = await post(siti, made.id, { act: 'close', version: String(made.version) });
    expect(done!.status).toBe(303);
    expect(done!.headers.get('location')).toBe(`/directory/departments/${made.id}/show`);
    expect(await read(siti, made.id)).toMatchObject({ record: { status: 'closed' } });
  });

  test('is refused to Helen, and changes nothing', async () => {
    const made = await archive();
    expect(await refusal(post(helen, made.id, { act: 'close', version: '1' }))).toMatchObject({ status: 403 });
    expect(await read(helen, made.id)).toMatchObject({ record: { status: 'active' } });
  });

  test('says on the page why it cannot be done, and of one who looked at an older version too', async () => {
    const top = await archive();
    await archive({ parentId: top.id });
    const refused = (await post(siti, top.id, { act: 'close', version: '1' })) as RecordPage;
    expect(refused.posted.problem).toBe('1 active department is still part of it.');
    expect(refused.record.status).toBe('active');
    const made = await archive();
    await updateDepartment(siti, made, { name: 'Records' });
    const stale = (await post(siti, made.id, { act: 'close', version: '1' })) as RecordPage;
    expect(stale.posted.problem).toBeTruthy();
    expect(stale.record.status).toBe('active');
  });
});

test('the page of an address, on which nothing hangs, has its facts and its acts', async () => {
  const { id } = await createAddress(siti, {
    label: 'Gate house',
    kind: 'delivery',
    street: '1 Hill Road',
    postalCode: '098765',
    country: 'SG',
    businessEntityId: company.entityId,
  });
  const acts = { close: closeAddress, reopen: reopenAddress };
  const shown = (await recordPage(pageOf(helen, id), addresses, { acts })) as RecordPage;
  expect(shown).toMatchObject({ title: 'Gate house', code: null, carries: false, tree: null, lists: [], acts: [] });
  expect(shown.facts).toContain('street');
  expect(((await recordPage(pageOf(siti, id), addresses, { acts })) as RecordPage).acts).toEqual(['close']);
});
