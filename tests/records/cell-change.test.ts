import { sql } from 'kysely';
import { beforeAll, expect, test } from 'vitest';
import { actorNamed } from '#db/seed/builders.ts';
import { seedDemonstration } from '#db/seed/index.ts';
import { isWithin, reach } from '#lib/access/scope.server.ts';
import { closeTeam, createTeam } from '#lib/directory/team.server.ts';
import { db } from '#lib/process/database/database.server.ts';
import { cellOffer } from '#lib/records/list/cell-change.server.ts';
import { translatorFor } from '#lib/process/i18n/translator.server.ts';
import { EDIT, purchaseRequest } from '#lib/purchasing/purchase-request/purchase-request.ts';
import type { Actor } from '#lib/values/actor.ts';
import '#lib/modules.server.ts';
import { refusal } from '#tests/support/refusal.ts';

// Siti looks after the teams and changes their leads in the list; Helen audits, Hannah asks for what her work needs.
let siti: Actor;
let helen: Actor;
let hannah: Actor;
const inEnglish = { t: translatorFor('en'), language: 'en' };

beforeAll(async () => {
  await seedDemonstration();
  [siti, helen, hannah] = await Promise.all([actorNamed('admin'), actorNamed('auditor'), actorNamed('requester')]);
});

test('a cell offers what the form would, with the version to save', async () => {
  const made = await createTeam(siti, { name: 'Night calls', leadId: siti.id });
  const offer = await cellOffer(siti, 'team', made.id, 'leadId', inEnglish);
  expect(offer).toMatchObject({ version: 1, kind: 'reference', label: 'Lead', value: siti.id, optional: false });
  expect(offer.api).toBe(`/api/directory/teams/${made.id}`);
  expect(offer.choices).toContainEqual({ value: siti.id, label: 'Siti Aminah' });

  expect(await refusal(cellOffer(siti, 'team', made.id, 'name', inEnglish))).toMatchObject({ status: 404 });
  expect(await refusal(cellOffer(siti, 'user', siti.id, 'leadId', inEnglish))).toMatchObject({ status: 404 });
  expect(await refusal(cellOffer(siti, 'nothing', made.id, 'leadId', inEnglish))).toMatchObject({ status: 404 });
  expect(await refusal(cellOffer(helen, 'team', made.id, 'leadId', inEnglish))).toMatchObject({ status: 403 });

  await closeTeam(siti, { id: made.id, version: 1 });
  expect(await refusal(cellOffer(siti, 'team', made.id, 'leadId', inEnglish))).toMatchObject({ status: 409 });
});

test('a day is offered as people type it, while the request is a draft', async () => {
  const draft = await db
    .selectFrom('purchaseRequests')
    .select(['id', 'neededBy'])
    .where('status', '=', 'draft')
    .where('requesterId', '=', hannah.id)
    .executeTakeFirstOrThrow();
  const offer = await cellOffer(hannah, 'purchase-request', draft.id, 'neededBy', inEnglish);
  expect(offer).toMatchObject({ kind: 'date', value: draft.neededBy.split('-').toReversed().join('/') });
  expect(await refusal(cellOffer(helen, 'purchase-request', draft.id, 'neededBy', inEnglish))).toMatchObject({
    status: 403,
  });
});

test('a row that was read is within the same reach as the database says', async () => {
  const rows = await db.selectFrom('purchaseRequests').selectAll().execute();
  const people = ['admin', 'requester', 'requester2', 'head', 'purchasing', 'director', 'auditor'];
  let [inside, outside] = [0, 0];
  for (const actor of await Promise.all(people.map(actorNamed)))
    for (const actions of [EDIT, ['my-department-request-edit'], ['my-request-update']]) {
      const scopes = actor.ability.scopes('PurchaseRequest', actions);
      const { rows: reached } = await sql<{ id: string }>`
        select id from purchase_requests where ${reach(actor, scopes, purchaseRequest.scope!, 'purchaseRequests')}`.execute(
        db,
      );
      const ids = new Set(reached.map(({ id }) => id));
      const within = rows.filter((row) => isWithin(actor, scopes, purchaseRequest.scope!, row as never));
      expect(new Set(within.map(({ id }) => id))).toEqual(ids);
      inside += ids.size;
      outside += rows.length - ids.size;
    }
  expect(inside).toBeGreaterThan(0);
  expect(outside).toBeGreaterThan(0);
});
