import { sql } from 'kysely';
import { beforeAll, describe, expect, test } from 'vitest';
import { actorNamed, buildCompany, draftRequest } from '#db/seed/builders.ts';
import { seedFoundations } from '#db/seed/foundations.ts';
import type { Condition } from '#lib/values/ability.ts';
import { abilityOf } from '#lib/access/session/actor.server.ts';
import type { Actor } from '#lib/values/actor.ts';
import { MAIN_SUBJECT } from '#lib/values/rights-catalogue.ts';
import { snake } from '#lib/values/names.ts';
import { listCondition } from '#lib/records/list/list-condition.server.ts';
import { readListQuery, type ListQuery } from '#lib/records/list/list-query.ts';
import { suggestionsInLists, searchEverything } from '#lib/records/search/search.server.ts';
import { allStores, storeOf, type AnyStore } from '#lib/records/stores.server.ts';
import { db, transaction } from '#lib/process/database/database.server.ts';
import '#lib/modules.server.ts';

// Siti is the administrator; Hannah has raised a request. Each test defines their rights.
let siti: Actor;
let hannah: Actor;

beforeAll(async () => {
  await seedFoundations();
  const company = await buildCompany();
  siti = await actorNamed('admin');
  hannah = await actorNamed('requester');
  await draftRequest(hannah, company, { title: 'Lanterns for the gate' });
});

const stores = allStores();
const nameOf = ({ of }: AnyStore) => of.path;

/** Siti, for lists of one's own Hannah, were she to have these rights alone. */
const having = (store: AnyStore, condition: Condition): Actor => ({
  ...(storeOf(store.of.name) === store ? siti : hannah),
  ability: abilityOf(store.options.rights.list.map((action) => ({ subject: store.of.subject, action, condition }))),
});

/** Siti, had she no right but to be signed in. */
const nobody = (): Actor => ({ ...siti, ability: abilityOf([]) });

/** Siti, were everything about the subject taken from her. */
const without = (subject: string): Actor => ({
  ...siti,
  ability: abilityOf(
    siti.ability.permissions.filter((right) => right.subject !== subject && MAIN_SUBJECT[right.subject] !== subject),
  ),
});

/** A word in some record that the actor's list shows. */
async function wordIn({ of, options, parts }: AnyStore, actor: Actor): Promise<string | undefined> {
  const { reach } = parts(actor, options.rights.list);
  const { rows } = await sql<{
    search: string;
  }>`select search from ${sql.table(snake(of.table))} where ${reach} order by id limit 1`.execute(db);
  return rows[0]?.search.split(/[^a-z0-9]+/).toSorted((a, b) => b.length - a.length)[0];
}

/** Subjects of what is found, but for what everybody has who is signed in. */
async function subjectsFound(actor: Actor, q: string): Promise<string[]> {
  const { recent, lists } = await searchEverything(actor, q);
  return [...new Set([...recent, ...lists].map(({ of }) => of.subject))].filter((subject) => subject !== 'Auth');
}

describe.each(stores.filter(({ of }) => of.subject !== 'Auth').map((store) => [nameOf(store), store] as const))(
  '%s',
  (_, store) => {
    const {
      of,
      options: { rights },
    } = store;

    test('is found by who may list it, and by nobody who may not; nor is it counted, nor a word of it suggested', async () => {
      const actor = having(store, 'none');
      const word = await wordIn(store, actor);
      expect(await subjectsFound(actor, word ?? of.name)).toEqual(word ? [of.subject] : []);
      expect(await subjectsFound(without(of.subject), word ?? of.name)).not.toContain(of.subject);
      expect(await subjectsFound(nobody(), word ?? of.name)).toEqual([]);
      const slip = `${(word ?? of.name).slice(0, 2)}q${(word ?? of.name).slice(2)}`;
      expect(await suggestionsInLists(nobody(), slip)).toBeNull();
    });

    test.each(['own', 'department', 'none'] as const)(
      'is found as its list has it, for a right that reaches so far: %s',
      async (condition) => {
        const actor = having(store, condition);
        for (const q of [await wordIn(store, actor), 'a', 'operations', 'gate'].filter((word) => word !== undefined)) {
          const list = (
            store as AnyStore & {
              list(actor: Actor, query: ListQuery): Promise<{ total: number; items: { id: string }[] }>;
            }
          ).list;
          for (const found of (await searchEverything(actor, q)).lists.filter((one) => one.of.path === of.path)) {
            const { pathname, searchParams } = new URL(found.href, 'http://garden.invalid');
            const shown = await list(
              actor,
              readListQuery(of, searchParams, pathname.slice(of.path.length + 1) || null),
            );
            expect([q, found.total]).toEqual([q, shown.total]);
            expect(found.records.map(({ row }) => row.id)).toEqual(shown.items.slice(0, 5).map(({ id }) => id));
          }
        }
      },
    );

    test('looks words up in its index', async () => {
      const condition = listCondition(
        { ...store.parts(siti, rights.list), reach: sql`true` },
        { ...readListQuery(of, new URLSearchParams({ q: 'granite lanterns' })), type: null },
      );
      const plan = await transaction(async (tx) => {
        // Small tables are read completely; the question is whether larger ones need not be.
        await sql`select set_config(name, 'off', true) from unnest(array['enable_seqscan', 'enable_indexscan', 'enable_indexonlyscan']) name`.execute(
          tx,
        );
        const { rows } = await sql<
          Record<string, string>
        >`explain select 1 from ${sql.table(snake(of.table))} where ${condition}`.execute(tx);
        return rows.map((row) => Object.values(row)[0]).join('\n');
      });
      expect(plan).toMatch(/Index Cond: \(+(\w+\.)?search ~~ '%granite%'/);
      expect(plan).not.toContain('Seq Scan on ' + snake(of.table));
    });
  },
);

test('every kind of record can be found: its store is loaded with the modules', async () => {
  const texts = import.meta.glob<string>('../../src/lib/**/*.server.ts', {
    query: '?raw',
    import: 'default',
    eager: true,
  });
  const files = import.meta.glob('../../src/lib/**/*.server.ts');
  const making = Object.entries(texts)
    .filter(([, text]) => text.includes('= store('))
    .map(([file]) => file);
  expect(making.length).toBeGreaterThan(5);
  const known = stores.map(nameOf);
  for (const file of making) await files[file]!();
  expect(allStores().map(nameOf)).toEqual(known);
});
