import { readLines } from '#lib/documents/lines/lines.server.ts';
import { pricedLines, type PricedLine, type PricedTotals } from '#lib/documents/prints/priced-lines.ts';
import type { PrintBody } from '#lib/documents/prints/print-data.ts';
import { registerPrint } from '#lib/documents/prints/prints.server.ts';
import { isOpenLine } from '#lib/documents/lines/priced-lines.ts';
import type { Reader } from '#lib/records/shown.ts';
import type { ReadRow } from '#lib/records/store-reading.server.ts';
import { formatDate } from '#lib/values/time.ts';
import { CHARGED, purchaseRequestLines } from './line.ts';
import { requestPath } from './paths.ts';
import { purchaseRequests } from './purchase-request.server.ts';
import type { purchaseRequest } from './purchase-request.ts';

export const prf = registerPrint({
  name: 'prf',
  store: purchaseRequests,
  paths: requestPath,
  linkDays: 'purchasing.print-link-days',
  content: readContent,
  body: prfBody,
  amendable: ['title', 'neededBy', 'deliverTo'],
  total: ({ grossCents }) => grossCents,
});

async function readContent(request: ReadRow<typeof purchaseRequest>): Promise<PrfContent> {
  const { title, purpose, neededBy, purchasePath, requiredQuotations, preferredVendor, titles } = request;
  const read = await readLines(purchaseRequestLines, request.id);
  const lines = read.filter(isOpenLine).map((line) => ({
    description: line.description,
    specification: line.specification,
    quantity: line.quantity,
    unit: line.unit,
    unitPriceE4: line.unitPriceE4,
    gstCode: line.gstCode,
    gstRate: line.gstRate,
    priceIncludesGst: line.priceIncludesGst,
    netCents: line.netCents,
    costCenter: line.titles['costCenterId']!,
    expenseCategory: line.titles['expenseCategoryId']!,
  }));
  // What the lines say, each once; what the request says where it has no lines yet.
  const chargedTo = (name: (typeof CHARGED)[number], charge: 'costCenter' | 'expenseCategory') => {
    const named = [...new Set(lines.map((line) => line[charge]))];
    return named.length > 0 || !titles[name] ? named : [titles[name]];
  };
  return {
    title,
    purpose,
    requester: titles.requesterId!,
    department: titles.departmentId!,
    neededBy,
    purchasePath,
    requiredQuotations,
    costCenters: chargedTo('costCenterId', 'costCenter'),
    expenseCategories: chargedTo('expenseCategoryId', 'expenseCategory'),
    deliverTo: titles.deliverToAddressId!,
    preferredVendor,
    lines,
    netCents: request.estimatedNetCents,
    gstCents: request.estimatedGstCents,
    grossCents: request.estimatedGrossCents,
  };
}

/** What the purchase request form (PRF; purchasing model, 0.9 and 1.15) says of its request, as it is stored with each version. */
interface PrfContent extends PricedTotals {
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

interface PrfLine extends PricedLine {
  costCenter: string;
  expenseCategory: string;
}

/** The form in a language. */
function prfBody(content: PrfContent, words: Reader): PrintBody {
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
