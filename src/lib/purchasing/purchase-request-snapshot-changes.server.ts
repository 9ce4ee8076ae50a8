import type { SnapshotChange } from '#lib/approvals/preview.ts';
import { labels } from '#lib/kernel/entity.ts';
import { formatQuantity, formatUnitPrice } from '#lib/kernel/money.ts';
import { shownValue, type Reader as Words } from '#lib/kernel/shown.ts';
import { titlesOf } from '#lib/kernel/titles.server.ts';
import type { RequestSnapshot, SnapshotLine } from './purchase-request-snapshot.server.ts';
import { purchaseRequest } from './purchase-request.ts';

const FIELDS = ['departmentId', 'purchasePath', 'preferredVendor', 'estimatedNetCents', 'estimatedGstCents'] as const;

/** What differs between two states that approvers were asked about: of the request, then item by item. */
export async function snapshotChanges(was: unknown, is: unknown, words: Words): Promise<SnapshotChange[]> {
  const [before, after] = [was as RequestSnapshot, is as RequestSnapshot];
  const titles = await titlesOf([...referencesIn(before), ...referencesIn(after)]);
  const shown = (snapshot: RequestSnapshot, name: string) =>
    shownValue(
      purchaseRequest,
      name,
      { ...snapshot, titles: { departmentId: titles.get(snapshot.departmentId) ?? '' } },
      words,
    );
  const ofRequest = FIELDS.filter((name) => before[name] !== after[name]).map((name) => ({
    label: words.t(labels.field(purchaseRequest, name)),
    before: shown(before, name),
    after: shown(after, name),
  }));
  return [...ofRequest, ...lineChanges(before.lines, after.lines, titles, words)];
}

/** Items are the same when they are called the same, in their order; any other is gone or new. */
function lineChanges(
  before: readonly SnapshotLine[],
  after: readonly SnapshotLine[],
  titles: Map<string, string>,
  words: Words,
): SnapshotChange[] {
  const left = [...before];
  const pairs = after.map((line): [SnapshotLine | null, SnapshotLine] => {
    const at = left.findIndex(({ description }) => description === line.description);
    return [at < 0 ? null : left.splice(at, 1)[0]!, line];
  });
  const told = (line: SnapshotLine | null) => (line ? lineText(line, titles, words) : '');
  return [...pairs, ...left.map((line): [SnapshotLine, null] => [line, null])]
    .map(([was, is]) => ({ label: (is ?? was)!.description, before: told(was), after: told(is) }))
    .filter(({ before: was, after: is }) => was !== is);
}

/** '40 Piece(s), 395.00, Standard rate, 5310 Stonework, OPS-COL Columbarium, Honed grey'. */
function lineText(line: SnapshotLine, titles: Map<string, string>, { t, language }: Words): string {
  const tax =
    t(`purchasing.line.choices.gstCode.${line.gstCode}`) +
    (line.priceIncludesGst ? ` (${t('purchasing.line.included')})` : '');
  const amount = `${formatQuantity(line.quantity, language)} ${t(`purchasing.units.${line.unit}`)}`;
  return [
    amount,
    formatUnitPrice(line.unitPriceE4, language),
    tax,
    titles.get(line.expenseCategoryId),
    titles.get(line.costCenterId),
    line.specification,
  ]
    .filter(Boolean)
    .join(', ');
}

function referencesIn({ departmentId, lines }: RequestSnapshot): [string, string][] {
  return [
    ['department', departmentId],
    ...lines.flatMap(({ expenseCategoryId, costCenterId }): [string, string][] => [
      ['expense-category', expenseCategoryId],
      ['cost-center', costCenterId],
    ]),
  ];
}
