import { beforeAll, expect, test } from 'vitest';
import { buildCompany, type Company } from '#db/seed/builders.ts';
import { seedFoundations } from '#db/seed/foundations.ts';
import type { Asked } from '#lib/approvals/policy/policy-choice.ts';
import { policyFor } from '#lib/approvals/policy/policy.server.ts';
import { policyOf } from '#tests/support/policies.ts';
import { refusal } from '#tests/support/refusal.ts';

// A document of type T. The kitchen has two tiers of its own; for everybody else there are two others.
let company: Company;

beforeAll(async () => {
  await seedFoundations();
  company = await buildCompany();
  await policy('everybody to 1,000', 0, 100_000);
  await policy('everybody above', 100_000, null);
  await policy('kitchen to 500', 0, 50_000, [company.departmentId('KIT')]);
  await policy('kitchen to 2,000', 50_000, 200_000, [company.departmentId('KIT')]);
});

const policy = (name: string, minCents: number, maxCents: number | null, departments: string[] = []) =>
  policyOf({ name, minCents, maxCents, departments });

const asked = (department: string, netCents: number, more: Partial<Asked> = {}) =>
  policyFor({
    docType: 'T',
    businessEntityId: company.entityId,
    departmentId: company.departmentId(department),
    requesterId: company.userId('requester'),
    netCents,
    flags: [],
    ...more,
  });

test.each([
  ['OPS', 100_000, 'everybody to 1,000'],
  ['OPS', 100_001, 'everybody above'],
  ['KIT', 50_000, 'kitchen to 500'],
  ['KIT', 50_001, 'kitchen to 2,000'],
  ['KIT', 200_001, 'everybody above'],
])('%s, %i cents: %s', async (department, netCents, name) => {
  expect((await asked(department, netCents)).policy.name).toBe(name);
});

test('an emergency takes the next tier of its own scope, and stays where there is none above', async () => {
  expect((await asked('KIT', 40_000, { flags: ['emergency'] })).policy.name).toBe('kitchen to 2,000');
  expect((await asked('KIT', 150_000, { flags: ['emergency'] })).policy.name).toBe('kitchen to 2,000');
  expect((await asked('OPS', 40_000, { flags: ['emergency'] })).policy.name).toBe('everybody above');
});

test('where no policy fits nothing is approved silently', async () => {
  expect(await refusal(asked('OPS', 1, { docType: 'none' }))).toMatchObject({
    status: 409,
    code: 'no-approval-policy',
  });
});
