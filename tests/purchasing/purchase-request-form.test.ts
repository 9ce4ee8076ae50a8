import { describe, expect, test } from 'vitest';
import { checkBy } from '#islands/documents/check.ts';
import { translateWith } from '#islands/translate-with.ts';
import type { ChainPerson, ChainStep } from '#lib/approvals/approval-chain.server.ts';
import { RULES } from '#lib/approvals/policy/approval-policy.ts';
import type { Reason } from '#lib/approvals/policy/policy-choice.ts';
import { policyText, reasonText, routeLines } from '#lib/approvals/route.ts';
import { translatorFor } from '#lib/process/i18n/translator.server.ts';
import { faultOf, faultsOf, lineFaults, sendingFaults, totalsOf } from '#lib/documents/form/check.ts';
import { isFieldShown } from '#lib/documents/form/rules.ts';
import { linesView, sectionViews } from '#lib/documents/form/views.server.ts';
import { formWords } from '#lib/documents/form/form-words.server.ts';
import { isBlank, lineInput, type Typed, type TypedRow } from '#lib/documents/form/form.ts';
import { isPriceable } from '#lib/documents/lines/line-pricing.ts';
import { pastedRows } from '#lib/documents/form/paste.ts';
import { purchaseRequestRules as rules } from '#lib/purchasing/purchase-request/form.ts';
import { purchaseRequestLines } from '#lib/purchasing/purchase-request/line.ts';
import { purchaseRequest } from '#lib/purchasing/purchase-request/purchase-request.ts';
import type { Language } from '#lib/values/languages.ts';

const linesIn = (language: Language) =>
  linesView(purchaseRequestLines, rules, {}, { t: translatorFor(language), language });
const lines = linesIn('en');
const blankLine = (): TypedRow => ({ ...lines.first });
const request = (typed: Record<string, string>): Typed => ({ ...typed, lines: [] });
const known = { language: 'en', today: '2026-11-21', gstMethod: 'on-total', limits: {} } as const;
const form = {
  ...known,
  lines,
  sections: sectionViews(purchaseRequest, purchaseRequest.form, rules, {}, translatorFor('en'), lines),
};
const plaques = { ...blankLine(), description: 'Granite plaque', quantity: '40', unitPriceE4: '395' };

describe('what is typed', () => {
  test('is checked by the declaration: missing, too long, no date, no number', () => {
    expect(faultOf({ kind: 'text', optional: false, max: 5 }, '  ', 'en')).toBe('required');
    expect(faultOf({ kind: 'text', optional: true, max: 5 }, '  ', 'en')).toBeNull();
    expect(faultOf({ kind: 'text', optional: false, max: 5 }, 'plaques', 'en')).toBe('too-long');
    expect(faultOf({ kind: 'reference', optional: false }, '', 'en')).toBe('not-a-choice');
    expect(faultOf({ kind: 'date', optional: false }, '31/02/2026', 'en')).toBe('not-a-date');
    expect(faultOf({ kind: 'date', optional: false }, '1/2/2026', 'en')).toBeNull();
    expect(faultOf({ kind: 'quantity', optional: false }, '0', 'en')).toBe('not-above-zero');
    expect(faultOf({ kind: 'quantity', optional: false }, 'forty', 'en')).toBe('not-a-number');
    expect(faultOf({ kind: 'unit-price', optional: false }, '1,23,4', 'en')).toBe('not-an-amount');
  });

  test('is read in the reader’s own format', () => {
    expect(lineInput(lines, { ...plaques, quantity: '1.250', unitPriceE4: '3,5' }, 'de')).toMatchObject({
      quantity: 1250,
      unitPriceE4: 35_000,
    });
    expect(lineInput(lines, { ...plaques, quantity: '1,250', unitPriceE4: '3.5' }, 'en')).toMatchObject({
      quantity: 1250,
      unitPriceE4: 35_000,
    });
  });

  test('a reason is asked for only where there is one to give', () => {
    expect(isFieldShown(rules, 'priorityReason', request({ priority: 'normal' }))).toBe(false);
    expect(isFieldShown(rules, 'priorityReason', request({ priority: 'urgent' }))).toBe(true);
    expect(isFieldShown(rules, 'pathReason', request({ purchasePath: 'emergency' }))).toBe(true);
    expect(isFieldShown(rules, 'title', request({}))).toBe(true);
  });

  test('a row that was opened and left is blank; one with a price is not', () => {
    expect(isBlank(lines, blankLine())).toBe(true);
    expect(isBlank(lines, { ...blankLine(), unitPriceE4: '1' })).toBe(false);
  });

  test('a line needs an account, its own or the request’s', () => {
    expect([...lineFaults(lines, rules, plaques, {}, 'en')]).toEqual([
      ['expenseCategoryId', 'not-a-choice'],
      ['costCenterId', 'not-a-choice'],
    ]);
    expect([...lineFaults(lines, rules, { ...plaques, costCenterId: 'b' }, { expenseCategoryId: 'a' }, 'en')]).toEqual(
      [],
    );
  });

  test('the request’s account is optional only while each line says its own; what is missing is named there, once', () => {
    const said = (rows: TypedRow[], more: Record<string, string> = {}) =>
      faultsOf({ ...request(more), lines: rows }, rules, form, null)
        .map(({ path }) => path)
        .filter((path) => /expenseCategoryId|costCenterId/.test(path));
    expect(said([plaques, plaques, blankLine()])).toEqual(['expenseCategoryId', 'costCenterId']);
    expect(said([plaques, { ...plaques, costCenterId: 'b' }], { costCenterId: 'c' })).toEqual(['expenseCategoryId']);
    expect(said([{ ...plaques, costCenterId: 'b', expenseCategoryId: 'a' }])).toEqual([]);
    const names = ['expenseCategoryId', 'preferredVendor'];
    expect(
      form.sections.flatMap(({ fields }) => fields).filter(({ name, passedOn }) => passedOn && names.includes(name)),
    ).toMatchObject([{ name: 'expenseCategoryId' }]);
  });

  test('without an item the account that one would need is missing with it, when the request is sent', () => {
    const said = (kinds: string[] | null, more: Record<string, string> = {}) =>
      faultsOf({ ...request(more), lines: [blankLine()] }, rules, form, kinds)
        .map(({ path, code }) => `${path} ${code}`)
        .filter((fault) => /^(expenseCategoryId|costCenterId|lines)/.test(fault));
    expect(said([])).toEqual(['expenseCategoryId not-a-choice', 'costCenterId not-a-choice', 'lines no-lines']);
    expect(said([], { costCenterId: 'c' })).toEqual(['expenseCategoryId not-a-choice', 'lines no-lines']);
    expect(said([], { costCenterId: 'c', expenseCategoryId: 'a' })).toEqual(['lines no-lines']);
    expect(said(null)).toEqual([]);
  });

  test('all that sending needs is named in one round: path, limits, files, what is out of use', () => {
    const place = { name: 'deliverToAddressId', value: 'old', label: 'Old store', outOfUse: true } as const;
    const sections = form.sections.map(({ fields }) => ({
      fields: fields.map((field) => (field.name === place.name ? { ...field, choices: [place] } : field)),
    }));
    const faults = (more: Record<string, string>, kinds: string[] | null = []) =>
      faultsOf(
        {
          ...request({ title: 'Plaques', purpose: 'Level 5', departmentId: 'd', requesterId: 'h', ...more }),
          lines: [plaques],
        },
        rules,
        { ...form, sections, limits: { direct: 100_000, specification: 1_500_000 } },
        kinds,
      ).map(({ path, code }) => `${path} ${code}`);
    const account = { expenseCategoryId: 'a', costCenterId: 'b', neededBy: '30/11/2026', priority: 'normal' };
    expect(faults({ ...account, purchasePath: 'direct', deliverToAddressId: 'old', neededBy: '' })).toEqual([
      'neededBy required',
      'deliverToAddressId out-of-use',
      'purchasePath above-direct-limit',
      'attachments specification-needed',
    ]);
    const right = { ...account, deliverToAddressId: 'store' };
    expect(faults({ ...right, purchasePath: 'agreement' }, ['specification'])).toEqual([
      'purchasePath no-price-contract',
    ]);
    expect(faults({ ...right, purchasePath: 'quotation' }, ['specification'])).toEqual([]);
    expect(faults({ ...right, purchasePath: 'direct' }, null)).toEqual([]);
  });

  test('sending wants a day to come, the reasons and at least one item; saving does not', () => {
    const faults = (typed: Typed) => sendingFaults(typed, rules, form, []).map(({ path, code }) => [path, code]);
    const typed = request({ neededBy: '12/10/2026', purchasePath: 'emergency', priority: 'critical' });
    expect(faults({ ...typed, lines: [blankLine()] })).toEqual([
      ['neededBy', 'in-the-past'],
      ['pathReason', 'reason-needed'],
      ['priorityReason', 'reason-needed'],
      ['lines', 'no-lines'],
    ]);
    const inTime = request({ neededBy: '21/11/2026', purchasePath: 'quotation', priority: 'normal' });
    expect(faults({ ...inTime, lines: [plaques] })).toEqual([]);
  });
});

describe('amounts', () => {
  test('are those of the print: forty plaques, their fixings and the delivery', () => {
    const rows = [
      plaques,
      { ...plaques, unitPriceE4: '25' },
      { ...plaques, quantity: '1', unitPriceE4: '301' },
      blankLine(),
    ];
    expect(totalsOf(lines, rules, rows, { language: 'en', today: '2026-11-21', gstMethod: 'on-total' })).toEqual({
      netCents: 1_710_100,
      sums: [
        { key: 'documents.totals.items', cents: 1_710_100 },
        { key: 'documents.totals.gst', params: { rate: '9' }, cents: 153_909 },
        { key: 'documents.totals.gross', cents: 1_864_009 },
      ],
    });
  });

  test('too large to be exact are refused, not rounded', () => {
    expect(isPriceable({ quantity: 1e5, unitPriceE4: 1e10 })).toBe(true);
    expect(isPriceable({ quantity: 1e5, unitPriceE4: 1e11 })).toBe(false);
    expect(
      lineFaults(
        lines,
        rules,
        { ...plaques, quantity: '99,999,999', unitPriceE4: '999,999,999' },
        { expenseCategoryId: 'a', costCenterId: 'b' },
        'en',
      ).get('unitPriceE4'),
    ).toBe('amount-too-large');
  });
});

describe('rows from a spreadsheet', () => {
  const rowsOf = (...from: Parameters<typeof pastedRows>) => pastedRows(...from)?.map(({ row }) => row);

  test('a unit that is none of ours is asked about; an abbreviation of one is it', () => {
    expect(pastedRows(lines, 'Gloves\t20\tctn\t12.90\nSeals\t5\tpcs\t1\nPaint\t1\t\t9')).toEqual([
      {
        row: { description: 'Gloves', quantity: '20', unit: '', unitPriceE4: '12.90' },
        unknown: [{ name: 'unit', text: 'ctn' }],
      },
      { row: { description: 'Seals', quantity: '5', unit: 'Piece(s)', unitPriceE4: '1' }, unknown: [] },
      { row: { description: 'Paint', quantity: '1', unit: 'Piece(s)', unitPriceE4: '9' }, unknown: [] },
    ]);
  });

  test('become lines by the number of their columns', () => {
    expect(rowsOf(lines, 'Plaque\t40\nFixing set\t80')).toEqual([
      { description: 'Plaque', quantity: '40' },
      { description: 'Fixing set', quantity: '80' },
    ]);
    expect(rowsOf(lines, 'Plaque\tHoned\t40\tpcs\t395.00\r\n')).toEqual([
      { description: 'Plaque', specification: 'Honed', quantity: '40', unit: 'Piece(s)', unitPriceE4: '395.00' },
    ]);
    expect(rowsOf(linesIn('de'), 'Delivery\t1\tPosten\t301')).toEqual([
      { description: 'Delivery', quantity: '1', unit: 'Lot(s)', unitPriceE4: '301' },
    ]);
  });

  test('several lines of words are several items; one cell is pasted as it is', () => {
    expect(rowsOf(lines, 'Plaque\nFixing set\n\n')).toEqual([{ description: 'Plaque' }, { description: 'Fixing set' }]);
    expect(pastedRows(lines, 'Plaque')).toBeNull();
    expect(pastedRows(lines, '')).toBeNull();
  });
});

test.each([
  ['en', 'S$ 30,000.00'],
  ['de', 'S$ 30.000,00'],
  ['fr', 'S$ 30\u202f000,00'],
  ['pt', 'S$ 30\u00a0000,00'],
] as const)('a limit in what the form refuses is written as an amount (%s: %s)', async (language, amount) => {
  const t = translatorFor(language);
  const props = { ...form, language, limits: { direct: 3_000_000, specification: 3_000_000 } };
  const check = checkBy(props, rules, translateWith(formWords(t, purchaseRequest, rules)), () => []);
  const typed = { ...request({ purchasePath: 'direct' }), lines: [{ ...plaques, unitPriceE4: '1000' }] };
  const { errors } = await check(typed, undefined, {} as never);
  expect(errors['purchasePath']?.message).toBe(t('validation.above-direct-limit', { limit: 3_000_000 }));
  expect(errors['attachments']?.message).toBe(t('validation.specification-needed', { limit: 3_000_000 }));
  expect(errors['attachments']?.message).toContain(amount);
});

test.each(['en', 'de', 'fr', 'pt'] as const)(
  'the form says who will be asked, and why, as the page of the request does (%s)',
  (language) => {
    const t = translatorFor(language);
    const inForm = translateWith(formWords(t, purchaseRequest));
    const person = (more: Partial<ChainPerson> = {}): ChainPerson => ({
      taskId: null,
      userId: more.fullName ?? 'daniel',
      fullName: 'Daniel Koh',
      jobTitle: null,
      status: 'later',
      note: null,
      comment: null,
      onBehalfOf: null,
      openedAt: null,
      dueAt: null,
      decidedAt: null,
      ...more,
    });
    const people = [
      person(),
      person({ fullName: 'Priya', onBehalfOf: 'Daniel Koh', note: 'stands-in' }),
      person({ fullName: 'Kai Wen', note: 'parent-head' }),
      person({ fullName: 'Siti', note: 'fallback' }),
    ];
    const steps = (['any', 'all', 'n-of'] as const).flatMap((mode) =>
      RULES.map((rule, index): ChainStep => ({ seq: index + 1, mode, n: 2, rule, ruleName: null, people })),
    );
    const all = {
      steps: [...steps, { ...steps[0]!, people: [] }, { ...steps[0]!, people: [person({ status: 'skipped' })] }],
    };
    expect(routeLines(all, inForm, null)).toEqual(routeLines(all, t, null));
    for (const [minCents, maxCents] of [
      [0, null],
      [0, 100_000],
      [100_000, null],
      [100_000, 600_000],
    ] as const) {
      expect(policyText({ name: 'A rule', minCents, maxCents }, 'PR', inForm, language)).toBe(
        policyText({ name: 'A rule', minCents, maxCents }, 'PR', t, language),
      );
    }
    const reasons: Reason[] = [
      { code: 'split', params: { cents: 700_000, numbers: ['PR-1'], limitCents: 600_000 } },
      { code: 'split', params: { cents: 700_000, numbers: [], limitCents: 600_000 } },
      { code: 'raised', params: { flag: 'emergency', policy: 'A rule' } },
      { code: 'added', params: { flag: 'split', policy: 'A rule' } },
    ];
    for (const reason of reasons)
      expect(reasonText(reason, { t: inForm, language })).toBe(reasonText(reason, { t, language }));
  },
);
