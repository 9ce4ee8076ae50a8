import { pricedLines, type PricedLine, type PricedTotals } from '#lib/documents/prints/priced-lines.ts';
import type { PrintBody } from '#lib/documents/prints/print-data.ts';
import type { Reader } from '#lib/records/shown.ts';
import { formatDate } from '#lib/values/time.ts';

/** What the purchase request form (PRF; purchasing model, 0.9 and 1.15) says of its request, as it is stored with each version. */
export interface PrfContent extends PricedTotals {
  title: string;
  purpose: string;
  requester: string;
  department: string;
  neededBy: string;
  purchasePath: string;
  requiredQuotations: number | null;
  /** Each code with its name; several when the lines differ. */
  costCenters: string[];
  expenseCategories: string[];
  deliverTo: string;
  preferredVendor: string | null;
  lines: PrfLine[];
}

export interface PrfLine extends PricedLine {
  costCenter: string;
  expenseCategory: string;
}

/** The form in a language. */
export function prfBody(content: PrfContent, words: Reader): PrintBody {
  const { t } = words;
  const { requester, department, deliverTo, preferredVendor, costCenters, expenseCategories } = content;
  const facts = {
    requestedBy: requester,
    department,
    neededBy: formatDate(content.neededBy),
    purchasePath: pathOf(content, words),
    costCenter: oneOrSeveral(costCenters, words),
    expenseCategory: oneOrSeveral(expenseCategories, words),
    deliverTo,
    preferredVendor: preferredVendor ?? '–',
  };
  const chargedTo = ({ expenseCategory, costCenter }: PrfLine): string =>
    [...(expenseCategories.length > 1 ? [expenseCategory] : []), ...(costCenters.length > 1 ? [costCenter] : [])].join(
      ', ',
    );
  return {
    facts: Object.entries(facts).map(([name, value]) => ({ label: t(`prints.prf.fields.${name}`), value })),
    texts: [{ label: t('prints.prf.fields.purpose'), value: `${content.title}\n${content.purpose}` }],
    ...pricedLines(content, words, chargedTo),
    approvalWords: { none: t('prints.prf.nobodyYet') },
  };
}

function pathOf({ purchasePath, requiredQuotations: count }: PrfContent, { t }: Reader): string {
  const path = t(`prints.prf.paths.${purchasePath}`);
  return purchasePath === 'quotation' && count ? t('prints.prf.quotations', { path, count }) : path;
}

function oneOrSeveral(charged: string[], { t }: Reader): string {
  return charged.length > 1 ? t('prints.prf.several') : (charged[0] ?? '–');
}
