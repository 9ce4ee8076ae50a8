import { beforeAll, expect, test } from 'vitest';
import { buildCompany } from '#db/seed/builders.ts';
import { seedFoundations } from '#db/seed/foundations.ts';
import { publicPhone } from '#lib/directory/public-phone.server.ts';
import { db } from '#lib/process/database/database.server.ts';

beforeAll(async () => {
  await seedFoundations();
  await buildCompany();
});

test('the number shown to visitors is that of the first open business entity that has one', async () => {
  const entity = (code: string) => db.updateTable('businessEntities').where('shortCode', '=', code);
  expect(await publicPhone()).toBe('+65\u00a061234567');

  await entity('SWG').set({ status: 'inactive' }).execute();
  expect(await publicPhone()).toBe('+65\u00a061234568');

  await entity('SCS').set({ phone: null }).execute();
  expect(await publicPhone()).toBeNull();
});
