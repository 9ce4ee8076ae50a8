import { expect, test } from 'vitest';
import { rightsByModule } from '#lib/directory/rights/rights-by-module.ts';
import { catalogue } from '#lib/values/rights-catalogue.ts';

const all = Object.values(catalogue).flatMap((subjects: Record<string, readonly string[]>) =>
  Object.entries(subjects).flatMap(([subject, actions]) => actions.map((action) => ({ subject, action }))),
);

test('a short list of rights stays one list', () => {
  const few = all.slice(0, 12);
  expect(rightsByModule(few)).toEqual([{ module: null, rights: few }]);
});

test('a long list is divided by module, and no right is lost', () => {
  const groups = rightsByModule(all);
  expect(groups[0]!.module).toBe('purchase');
  expect(groups.length).toBeGreaterThan(5);
  expect(new Set(groups.flatMap(({ rights }) => rights))).toEqual(new Set(all));
});
