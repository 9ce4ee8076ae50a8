import { expect, test } from 'vitest';
import { translatorFor } from '#lib/process/i18n/translator.server.ts';
import { urgencyMarks, type MarkedBeside } from '#lib/records/urgency.ts';
import { purchaseRequest } from '#lib/purchasing/purchase-request/purchase-request.ts';
import { languages } from '#lib/values/languages.ts';

// A purchase request on 23/11/2026, a Monday.
const request = {
  status: 'pending-approval',
  purchasePath: 'quotation',
  priority: 'normal',
  neededBy: '2026-12-14',
  deletedAt: null as string | null,
};
const marks = (more: Partial<typeof request>, beside: MarkedBeside = {}, language = 'en') =>
  urgencyMarks(purchaseRequest, { ...request, ...more }, translatorFor(language as 'en'), {
    now: '2026-11-23',
    ...beside,
  }).map(({ urgency, text }) => [urgency, text]);

test('a request with time is not marked', () => {
  expect(marks({})).toEqual([]);
  expect(marks({ neededBy: '2026-11-27' })).toEqual([]);
});

test('the day marks it: some days before, on the day, and after it', () => {
  expect(marks({ neededBy: '2026-11-26' })).toEqual([['soon', 'Due in 3 days']]);
  expect(marks({ neededBy: '2026-11-24' })).toEqual([['soon', 'Due tomorrow']]);
  expect(marks({ neededBy: '2026-11-23' })).toEqual([['soon', 'Due today']]);
  expect(marks({ neededBy: '2026-11-22' })).toEqual([['late', '1 day overdue']]);
  expect(marks({ neededBy: '2026-11-20' })).toEqual([['late', '3 days overdue']]);
});

test('the heaviest comes first, and two are enough', () => {
  expect(marks({ priority: 'urgent', neededBy: '2026-11-20' })).toEqual([
    ['late', '3 days overdue'],
    ['urgent', 'Urgent'],
  ]);
  expect(marks({ purchasePath: 'emergency', priority: 'critical', neededBy: '2026-11-24' })).toEqual([
    ['emergency', 'Emergency'],
    ['soon', 'Due tomorrow'],
  ]);
  expect(marks({ purchasePath: 'emergency', priority: 'critical' })).toEqual([['emergency', 'Emergency']]);
});

test('nothing presses where nothing more happens', () => {
  const late = { purchasePath: 'emergency', neededBy: '2026-11-20' };
  expect(marks({ ...late, status: 'ordered' })).toHaveLength(2);
  for (const status of purchaseRequest.final) expect(marks({ ...late, status })).toEqual([]);
  expect(marks({ ...late, deletedAt: '2026-11-22T00:00:00.000Z' })).toEqual([]);
});

test('a decision that is due after the day of the goods says so, and one that is not does not', () => {
  expect(marks({ neededBy: '2026-11-30' }, { decideBy: '2026-12-01' })).toEqual([
    ['soon', 'Needed on 30/11/2026, before the decision is due'],
  ]);
  expect(marks({ neededBy: '2026-12-01' }, { decideBy: '2026-12-01' })).toEqual([]);
});

test('a late decision and late goods are told apart, unless the place tells of the decision itself', () => {
  const late = { neededBy: '2026-11-20' };
  expect(marks(late, { decideBy: '2026-11-22' })).toEqual([
    ['late', '3 days overdue'],
    ['late', 'Decision 1 day overdue'],
  ]);
  expect(marks(late, { decideBy: '2026-11-22', tellsDecision: true })).toEqual([['late', '3 days overdue']]);
  expect(marks({}, { decideBy: '2026-11-23' })).toEqual([['soon', 'Decide today']]);
  expect(marks({}, { decideBy: '2026-11-24' })).toEqual([]);
});

test('each language says it in its own words', () => {
  const said = languages.map(
    (language) => marks({ purchasePath: 'emergency', neededBy: '2026-11-20' }, {}, language).map(([, text]) => text)[1],
  );
  expect(said).toEqual(['3 days overdue', '3 Tage überfällig', '3 jours de retard', '3 dias de atraso']);
});
