import { sql } from 'kysely';
import { beforeAll, expect, test } from 'vitest';
import { actorNamed, buildCompany, draftRequest, type Company } from '#db/seed/builders.ts';
import { seedFoundations } from '#db/seed/foundations.ts';
import type { Actor } from '#lib/values/actor.ts';
import { chainOf } from '#lib/approvals/approval-chain.server.ts';
import { simulateApproval } from '#lib/approvals/policy/simulate.server.ts';
import { today } from '#lib/values/time.ts';
import '#lib/modules.server.ts';
import { db } from '#lib/process/database/database.server.ts';
import { submitPurchaseRequest } from '#lib/purchasing/purchase-request/life.server.ts';

// Siti asks the simulator for every tier of the matrix, and Hannah, Priya and Daniel send the same: the answers are one.
let company: Company;
let siti: Actor;

beforeAll(async () => {
  await seedFoundations();
  company = await buildCompany();
  siti = await actorNamed('admin');
});

const names = (steps: readonly { people: readonly { fullName: string }[] }[]) =>
  steps.map(({ people }) => people.map(({ fullName }) => fullName).toSorted());

test('the simulator names the very people who are asked, at and around every limit, for an emergency too, whoever asks', async () => {
  const { rows } = await sql<{
    maxCents: number;
  }>`select distinct max_cents from approval_policies where doc_type = 'PR' and max_cents is not null order by max_cents`.execute(
    db,
  );
  expect(rows.length).toBeGreaterThan(2);
  // Above these a specification is asked for before anything is sent; the tier above is reached by an emergency.
  const sums = rows
    .flatMap(({ maxCents }) => [maxCents - 1, maxCents, maxCents + 1])
    .filter((cents) => cents <= 3_000_000);
  const seen = new Set<string>();
  for (const username of ['requester', 'purchasing', 'head']) {
    const actor = await actorNamed(username);
    for (const netCents of sums) {
      for (const purchasePath of ['quotation', 'emergency']) {
        const draft = await draftRequest(actor, company, {
          netCents,
          purchasePath,
          ...(purchasePath === 'emergency' && { pathReason: 'The roof has come down.' }),
        });
        const { chain } = await simulateApproval(siti, {
          docType: 'PR',
          requesterId: actor.id,
          departmentId: draft.departmentId,
          netCents,
          flags: purchasePath === 'emergency' ? ['emergency'] : [],
          expenseCategoryIds: [company.categoryId('5310')],
          date: today(),
        });
        const sent = await submitPurchaseRequest(actor, draft);
        const real = (await chainOf('PR', sent.id))!;
        expect([username, netCents, purchasePath, names(chain!.steps), chain!.policy.name]).toEqual([
          username,
          netCents,
          purchasePath,
          names(real.steps),
          real.policy.name,
        ]);
        expect(names(real.steps).flat()).not.toContain(actor.fullName);
        seen.add(`${username} ${JSON.stringify(names(real.steps))}`);
      }
    }
  }
  // Not one answer for everything: the tiers and the requesters make a difference.
  expect(seen.size).toBeGreaterThan(6);
});
