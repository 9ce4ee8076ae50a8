import { beforeAll, describe, expect, test } from 'vitest';
import { actorNamed, buildCompany, draftRequest, type Company } from '#db/seed/builders.ts';
import { seedFoundations } from '#db/seed/foundations.ts';
import { Ability } from '#lib/values/ability.ts';
import { systemActor, type Actor } from '#lib/values/actor.ts';
import { addresses } from '#lib/directory/address.server.ts';
import { departments } from '#lib/directory/department.server.ts';
import { createTeam, teams } from '#lib/directory/team.server.ts';
import { updateUser, users } from '#lib/directory/user/user.server.ts';
import { translatorFor } from '#lib/process/i18n/translator.server.ts';
import { readListQuery } from '#lib/records/list/list-query.ts';
import { searchAnswer } from '#lib/records/search/search-answer.server.ts';
import { searchPage } from '#lib/records/search/search-page.server.ts';
import { recentRecords, recordNamed, searchEverything } from '#lib/records/search/search.server.ts';
import { counting, db } from '#lib/process/database/database.server.ts';
import { recordOpened } from '#lib/on-records/recent-records.server.ts';
import { submitPurchaseRequest } from '#lib/purchasing/purchase-request/life.server.ts';
import { myPurchaseRequests, purchaseRequests } from '#lib/purchasing/purchase-request/purchase-request.server.ts';
import type { PurchaseRequest } from '#lib/purchasing/purchase-request/purchase-request.ts';
import '#lib/modules.server.ts';

// Siti administers; Hannah and Wei Jie 陈伟杰 raise requests in operations, which Daniel heads; Farid raises them in the grounds;
// Helen audits; Adam has no right at all.
let company: Company;
let siti: Actor;
let hannah: Actor;
let weiJie: Actor;
let daniel: Actor;
let farid: Actor;
let helen: Actor;
let adam: Actor;
let sent: PurchaseRequest;

beforeAll(async () => {
  await seedFoundations();
  company = await buildCompany();
  [siti, hannah, weiJie, daniel, farid, helen, adam] = (await Promise.all(
    ['admin', 'requester', 'operations', 'head', 'requester2', 'auditor', 'nobody'].map(actorNamed),
  )) as [Actor, Actor, Actor, Actor, Actor, Actor, Actor];
  sent = await submitPurchaseRequest(hannah, await draftRequest(hannah, company));
  await draftRequest(weiJie, company, { title: 'Lanterns 灯笼 for the Qing Ming gate' });
  await draftRequest(farid, company, {
    title: 'Mower blades, granite cutter',
    expenseCategoryId: company.categoryId('5410'),
    costCenterId: company.costCenterId('GRD-ALL'),
  });
});

/** 'user: Hannah Lim' for everything that is found, the recent ones too. */
async function found(actor: Actor, q: string): Promise<string[]> {
  const { recent, lists } = await searchEverything(actor, q);
  return [...recent, ...lists.flatMap(({ records }) => records)].map(
    ({ of, row }) =>
      `${of.name}: ${row['title'] ?? row['fullName'] ?? row['name'] ?? row['label'] ?? row['legalName']}`,
  );
}

describe('the search finds', () => {
  test('names in Chinese and Tamil by a single character, wherever it stands', async () => {
    for (const part of ['陈', '伟', '伟杰', '陈伟杰'])
      expect(await found(siti, part), part).toContain('user: Tan Wei Jie 陈伟杰');
    for (const part of ['கு', 'மார்', 'ராமன்'])
      expect(await found(siti, part), part).toEqual(['user: Kumar Raman குமார் ராமன்']);
    expect(await found(siti, '灯笼')).toEqual(['purchase-request: Lanterns 灯笼 for the Qing Ming gate']);
    expect(await found(siti, '杰伟')).toEqual([]);
    expect(await found(siti, '静水园')).toEqual(['business-entity: Stillwater Garden Pte Ltd']);
  });

  test('words with and without their accents, in small letters and capitals', async () => {
    await createTeam(siti, {
      name: 'Équipe du Café Müller',
      purpose: 'Straßenfest, Łódź, Nguyễn',
      leadId: siti.id,
      members: [],
    });
    for (const q of [
      'equipe',
      'ÉQUIPE',
      'café',
      'cafe',
      'muller',
      'Müller',
      'strassen',
      'straße',
      'lodz',
      'nguyen',
      'cafe muller',
    ])
      expect(await found(siti, q), q).toContain('team: Équipe du Café Müller');
    expect(await found(siti, 'caffe')).toEqual([]);
  });

  test('a telephone number however it is spaced', async () => {
    for (const q of [
      '61234511',
      '6123 4511',
      '+65 61234511',
      '+6561234511',
      '(65) 6123-4511',
      '0065 6123 4511',
      '6123.4511',
    ])
      expect(await found(siti, q), q).toEqual(['user: Hannah Lim']);
    expect(await found(siti, '+65 6123 4520')).toEqual(['address: Site store']);
    expect(await found(siti, '6123 9999')).toEqual([]);
  });

  test('a part of a word; of one or two letters the beginning, of more any part', async () => {
    expect(await found(siti, 'peration')).toContain('department: Operations');
    expect(await found(siti, 'op')).toContain('department: Operations');
    expect(await found(siti, 'pe')).not.toContain('department: Operations');
    expect(await found(siti, 'hannah lim')).toContain('user: Hannah Lim');
    expect(await found(siti, 'lim hann')).toContain('user: Hannah Lim');
  });

  test('signs as they are: none of them stands for anything else', async () => {
    for (const q of ['%', '_', '100%', '\\', "'; drop table users --", '%%%'])
      expect(await found(siti, q), q).not.toContain('user: Hannah Lim');
  });

  test('requests by the name of who asks, and by the new name once it has changed', async () => {
    expect(await found(siti, 'farid rahman')).toContain('purchase-request: Mower blades, granite cutter');
    const { version } = await users.get(siti, farid.id);
    await updateUser(siti, { id: farid.id, version }, { fullName: 'Farid Zulkifli' });
    expect(await found(siti, 'zulkifli mower')).toEqual(['purchase-request: Mower blades, granite cutter']);
    expect(await found(siti, 'rahman')).toEqual([]);
  });
});

test('lists in which something is called so stand before those in which it is mentioned', async () => {
  const reader = { t: translatorFor('en'), language: 'en' } as const;
  const labels = async (q: string) => (await searchAnswer(siti, reader, q)).groups.map(({ label }) => label);
  expect((await labels('hannah lim'))[0]).toBe('Users');
  expect(await labels('hannah lim')).toContain('Purchase requests');
  expect((await labels('plaque'))[0]).toBe('Teams');
  expect((await labels('lanterns'))[0]).toBe('Purchase requests');
});

describe('a slip of the keyboard', () => {
  const meant = async (actor: Actor, q: string) => {
    const answer = await searchAnswer(actor, { t: translatorFor('en'), language: 'en' }, q);
    return [answer.meant, ...answer.groups.flatMap(({ items }) => items.map(({ title }) => title))];
  };

  test('is put right where nothing has the words as they are', async () => {
    expect(await meant(siti, 'hanah')).toEqual(
      expect.arrayContaining(['hannah', expect.stringContaining('Granite'), 'Hannah Lim']),
    );
    expect(await meant(siti, 'lanterms qing')).toEqual(['lanterns qing', expect.stringContaining('Lanterns')]);
    expect(await meant(siti, 'qing lantrens')).toEqual(['qing lanterns', expect.stringContaining('Lanterns')]);
    expect((await meant(siti, 'opertaions'))[0]).toBe('operations');
  });

  test('leads to the list with the words that were meant, and the same count', async () => {
    const { groups } = await searchAnswer(siti, { t: translatorFor('en'), language: 'en' }, 'kitchne');
    const [found] = groups.filter(({ href }) => href.startsWith('/directory/departments'));
    expect(found!.href).toBe('/directory/departments?q=kitchen');
    expect(
      (await departments.list(siti, readListQuery(departments.of, new URLSearchParams({ q: 'kitchen' })))).total,
    ).toBe(found!.total);
  });

  test('is left alone where something has the words, and where nothing comes near', async () => {
    expect((await meant(siti, 'hannah'))[0]).toBeNull();
    expect(await meant(siti, 'zzxqv')).toEqual([null]);
    expect(await meant(siti, 'hanah qing ming mower')).toEqual([null]);
    expect(await meant(siti, `${sent.number!.slice(0, -1)}9`)).toEqual([null]);
  });

  test('tells nobody a word of what is not theirs to read', async () => {
    expect(await meant(farid, 'mowre')).toEqual(['mower', 'Mower blades, granite cutter']);
    expect(await meant(hannah, 'mowre')).toEqual([null]);
    expect(await meant(farid, 'lanterms')).toEqual([null]);
    expect(await meant(adam, 'hanah')).toEqual([null]);
  });
});

describe('whoever searches', () => {
  const words = ['granite', 'a', 'operations', '陈', '6123', 'qing ming', 'swg', 'hannah', 'nothing like it'];

  test('finds what the list shows for the same words: the same rows first, the same count', async () => {
    const sources = { User: users, Department: departments, Team: teams, Address: addresses } as const;
    for (const actor of [siti, helen]) {
      for (const q of words) {
        const { lists } = await searchEverything(actor, q);
        for (const [subject, source] of Object.entries(sources)) {
          const shown = await source.list(actor, readListQuery(source.of, new URLSearchParams({ q })));
          const list = lists.find(({ of }) => of.subject === subject);
          expect([q, subject, list?.total ?? 0]).toEqual([q, subject, shown.total]);
          expect(list?.records.map(({ row }) => row.id) ?? []).toEqual(shown.items.slice(0, 5).map(({ id }) => id));
        }
        const requests = await purchaseRequests.list(
          actor,
          readListQuery(purchaseRequests.of, new URLSearchParams({ q })),
        );
        expect(lists.find(({ of }) => of.name === 'purchase-request')?.total ?? 0).toBe(requests.total);
      }
    }
  });

  test('without the list of all, has one’s own and the department’s, each as its tab shows it', async () => {
    for (const q of words) {
      const { lists } = await searchEverything(daniel, q);
      expect(new Set(lists.map(({ of }) => of.name))).toEqual(new Set(lists.length > 0 ? ['purchase-request'] : []));
      for (const tab of ['all-my-requests', 'my-department-requests']) {
        const shown = await myPurchaseRequests.list(
          daniel,
          readListQuery(myPurchaseRequests.of, new URLSearchParams({ q }), tab),
        );
        expect([q, tab, lists.find((list) => list.tab === tab)?.total ?? 0]).toEqual([q, tab, shown.total]);
      }
    }
    expect((await searchEverything(daniel, 'granite')).lists.map(({ tab, total }) => [tab, total])).toEqual([
      ['my-department-requests', 1],
    ]);
    expect((await searchEverything(hannah, 'granite')).lists.map(({ tab, total }) => [tab, total])).toEqual([
      ['all-my-requests', 1],
    ]);
  });

  test('finds nobody else’s, not even their number', async () => {
    expect(await found(farid, 'plaques')).toEqual([]);
    expect(await found(farid, 'granite')).toEqual(['purchase-request: Mower blades, granite cutter']);
    expect(await found(farid, sent.number!)).toEqual([]);
    expect((await searchEverything(farid, 'granite')).lists.map(({ total }) => total)).toEqual([1]);
    expect(await found(hannah, 'hannah lim')).not.toContain('user: Hannah Lim');
  });

  test('without any right finds nothing, and no count tells that there is something', async () => {
    for (const q of [...words, sent.number!, 'admin']) {
      expect(await searchEverything(adam, q)).toEqual({ q, recent: [], lists: [] });
      expect(await recordNamed(adam, q)).toBeNull();
    }
  });

  test('who may not open a record is led to the list that shows it', async () => {
    const team = await createTeam(siti, { name: 'Night desk', leadId: company.userId('head') });
    const listing: Actor = { ...helen, ability: new Ability([{ subject: 'Team', action: 'read', condition: 'none' }]) };
    const found = async (actor: Actor) =>
      (await searchEverything(actor, 'night desk')).lists.find(({ of }) => of.name === 'team')!.records[0]!.href;
    expect(await found(listing)).toBe('/directory/teams?q=Night+desk');
    expect(await found(helen)).toBe(`/directory/teams/${team.id}/show`);
  });

  test('sends three statements, however many kinds of records there are', async () => {
    const statements = { count: 0 };
    await counting.run(statements, () => searchAnswer(siti, { t: translatorFor('en'), language: 'en' }, 'granite'));
    expect(statements.count).toBe(3);
  });
});

describe('a number or a user name', () => {
  test('leads straight to its record, in capitals or not, and of a revision to the document', async () => {
    for (const q of [sent.number!, sent.number!.toLowerCase(), ` ${sent.number} `, `${sent.number}-R1`]) {
      expect((await recordNamed(hannah, q))?.href, q).toBe(`/purchasing/purchase-requests/${sent.id}/show`);
    }
    expect((await recordNamed(siti, 'Requester2'))?.href).toBe(`/directory/users/${farid.id}/show`);
    expect(await recordNamed(siti, 'requester3')).toBeNull();
    expect(await recordNamed(siti, sent.number!.slice(0, -1))).toBeNull();
  });

  test('leads nobody to what they may not open, but an approver to what he is asked about', async () => {
    expect(await recordNamed(farid, sent.number!)).toBeNull();
    expect(await recordNamed(hannah, 'requester2')).toBeNull();
    expect((await recordNamed(daniel, sent.number!))?.href).toBe(`/purchasing/purchase-requests/${sent.id}/show`);
  });
});

describe('what was opened lately', () => {
  const titles = async (actor: Actor, q = '') =>
    (await recentRecords(actor, q)).map(({ row }) => row['title'] ?? row['fullName'] ?? row['name']);

  test('stands first, the latest before the others, and is not told twice', async () => {
    for (const [entity, id] of [
      ['user', hannah.id],
      ['department', company.departmentId('OPS')],
      ['purchase-request', sent.id],
      ['user', hannah.id],
    ] as const)
      await recordOpened(siti, entity, id);
    expect(await titles(siti)).toEqual(['Hannah Lim', sent.title, 'Operations']);
    expect(await titles(siti, 'granite')).toEqual([sent.title]);
    const { recent, lists } = await searchEverything(siti, 'granite');
    expect(recent.map(({ row }) => row.id)).toEqual([sent.id]);
    expect(lists[0]!.total).toBe(2);
    expect(lists[0]!.records.map(({ row }) => row.id)).not.toContain(sent.id);
  });

  test('stands on the search page in its list as well, so that a count is never shown without its rows', async () => {
    const { answer } = await searchPage({
      locals: { actor: siti, t: translatorFor('en'), language: 'en' } as App.Locals,
      url: new URL('http://garden.invalid/search?q=granite&all'),
      redirect: () => new Response(),
    });
    const [requests] = answer.groups;
    expect(answer.recent.map(({ id }) => id)).toEqual([sent.id]);
    expect(requests!.items).toHaveLength(requests!.total!);
    expect(requests!.items.map(({ id }) => id)).toContain(sent.id);
  });

  test('is each person’s own, and gone when it can no longer be reached', async () => {
    expect(await titles(hannah)).toEqual([]);
    await recordOpened(daniel, 'purchase-request', sent.id);
    expect(await titles(daniel)).toEqual([sent.title]);
    await recordOpened(farid, 'purchase-request', sent.id);
    expect(await titles(farid)).toEqual([]);
  });

  test('shows the last twenty there still are, with words the last eight beside what else is found', async () => {
    const ids = (await users.list(siti, { ...readListQuery(users.of, new URLSearchParams()), perPage: 50 })).items.map(
      ({ id }) => id,
    );
    expect(ids.length).toBeGreaterThan(20);
    const [gone, ...others] = ids.slice(0, 22);
    for (const id of [gone!, ...others, '01900000-0000-7000-8000-000000000000']) await recordOpened(siti, 'user', id);
    const shown = await recentRecords(siti);
    expect(shown.map(({ row }) => row.id)).toEqual(others.toReversed().slice(0, 20));
    expect(await recentRecords(siti, 'garden.example')).toHaveLength(8);
    await db.deleteFrom('recentRecords').where('userId', '=', siti.id).execute();
  });

  test('is forgotten beyond fifty, and of what is no record nothing is stored', async () => {
    await recordOpened(helen, 'user', 'not-an-id');
    const people = Array.from(
      { length: 60 },
      (_, index) => `01900000-0000-7000-8000-0000000000${String(index).padStart(2, '0')}`,
    );
    for (const id of people) await recordOpened(helen, 'user', id);
    const kept = await db
      .selectFrom('recentRecords')
      .select('recordId')
      .where('userId', '=', helen.id)
      .orderBy('openedAt')
      .execute();
    expect(kept.map(({ recordId }) => recordId)).toEqual(people.slice(10));
  });

  test('of two opened at once both are stored', async () => {
    await Promise.all(
      [company.departmentId('FIN'), company.departmentId('KIT'), company.departmentId('FIN')].map((id) =>
        recordOpened(siti, 'department', id),
      ),
    );
    expect((await titles(siti)).slice(0, 2).toSorted()).toEqual(['Finance', 'Kitchen']);
  });
});

test('the product itself searches through nobody’s eyes', async () => {
  expect(await searchEverything(systemActor(), 'granite')).toEqual({ q: 'granite', recent: [], lists: [] });
});
