import { formatCents, formatQuantity, formatRate, formatUnitPrice } from '#lib/kernel/money.ts';
import { formatDate, formatInstant } from '#lib/kernel/time.ts';
import type { PaperCheck, PaperEntity } from '#lib/platform/documents/paper.ts';
import type { Language, Translate } from '#lib/platform/i18n/languages.ts';
import type { PrfContent, PrfContentApproval, PrfContentLine } from './purchase-request-prf-content.ts';
import type { PrfApproval, PrfData, PrfLine, PrfTotal } from './purchase-request-prf-data.ts';

export interface PrfWords {
  t: Translate;
  language: Language;
  /** Who printed it and when, as one sentence. */
  printed: string;
  check?: PaperCheck | undefined;
  /** Says DRAFT whatever the state: a paper that could not be kept. */
  unkept?: boolean;
}

/** The form in a language, as the preview and the PDF show it. */
export function prfData(content: PrfContent, { t, language, printed, check, unkept = false }: PrfWords): PrfData {
  const watermark = unkept ? 'draft' : content.state;
  return {
    language,
    title: t('prints.prf.title'),
    number: content.number ?? '',
    entity: letterhead(content.entity, t),
    identity: [
      { label: t('prints.prf.fields.number'), value: content.number ?? '–' },
      { label: t('prints.prf.fields.revision'), value: `R${content.revision}` },
      { label: t('prints.prf.fields.date'), value: formatDate(content.date) },
      { label: t('prints.prf.fields.status'), value: t(`prints.prf.states.${content.state}`) },
    ],
    facts: facts(content, t),
    purpose: { label: t('prints.prf.fields.purpose'), value: `${content.title}\n${content.purpose}` },
    columns: columns(t),
    lines: content.lines.map((line, index) => paperLine(content, line, index, t, language)),
    totals: totals(content, t, language),
    approvals: {
      title: t('prints.prf.approvedBy'),
      given: content.approvals.map((given) => approval(given, t)),
      none: t('prints.prf.nobodyYet'),
    },
    footnote: content.entity.printFooter || undefined,
    printed,
    pageOf: t('prints.paper.pageOf', { page: '{page}', pages: '{pages}' }),
    check,
    watermark: ['draft', 'rejected', 'cancelled'].includes(watermark)
      ? t(`prints.prf.watermarks.${watermark}`)
      : undefined,
  };
}

function letterhead(
  { name, nameChinese, uen, gstNo, addressLines, logo }: PrfContent['entity'],
  t: Translate,
): PaperEntity {
  const gst = gstNo ? [{ label: t('prints.paper.gstNo'), value: gstNo }] : [];
  return {
    name,
    nameZh: nameChinese ?? undefined,
    registrations: [{ label: t('prints.paper.uen'), value: uen }, ...gst],
    addressLines,
    ...(logo && { logo: { ...logo, alt: t('prints.paper.logoOf', { name }) } }),
  };
}

function facts(content: PrfContent, t: Translate): PrfData['facts'] {
  const path = t(`prints.prf.paths.${content.purchasePath}`);
  const asked =
    content.purchasePath === 'quotation' && content.requiredQuotations
      ? t('prints.prf.quotations', { path, count: content.requiredQuotations })
      : path;
  const values = {
    requestedBy: content.requester,
    department: content.department,
    neededBy: formatDate(content.neededBy),
    purchasePath: asked,
    costCenter: oneOrSeveral(content.costCenters, t),
    expenseCategory: oneOrSeveral(content.expenseCategories, t),
    deliverTo: content.deliverTo,
    preferredVendor: content.preferredVendor ?? '–',
  };
  return Object.entries(values).map(([name, value]) => ({ label: t(`prints.prf.fields.${name}`), value }));
}

function oneOrSeveral(charged: string[], t: Translate): string {
  return charged.length > 1 ? t('prints.prf.several') : (charged[0] ?? '–');
}

function columns(t: Translate): PrfData['columns'] {
  const names = ['no', 'item', 'quantity', 'unit', 'unitPrice', 'gst', 'amount'] as const;
  return Object.fromEntries(names.map((name) => [name, t(`prints.prf.columns.${name}`)])) as PrfData['columns'];
}

function paperLine(
  content: PrfContent,
  line: PrfContentLine,
  index: number,
  t: Translate,
  language: Language,
): PrfLine {
  const charged = [
    ...(content.expenseCategories.length > 1 ? [line.expenseCategory] : []),
    ...(content.costCenters.length > 1 ? [line.costCenter] : []),
  ];
  const notes = [
    line.specification,
    line.priceIncludesGst ? t('prints.prf.priceIncludesGst') : null,
    charged.join(', '),
  ].filter(Boolean);
  return {
    no: String(index + 1),
    item: line.description,
    specification: notes.join('\n') || undefined,
    quantity: formatQuantity(line.quantity, language),
    unit: line.unit,
    unitPrice: formatUnitPrice(line.unitPriceE4, language),
    gst: line.gstCode === 'SR' ? t('prints.prf.rate', { rate: formatRate(line.gstRate, language) }) : line.gstCode,
    amount: formatCents(line.netCents, language),
  };
}

function totals({ lines, netCents, gstCents, grossCents }: PrfContent, t: Translate, language: Language): PrfTotal[] {
  const rate = lines.find(({ gstCode }) => gstCode === 'SR')?.gstRate;
  return [
    { label: t('prints.prf.net'), amount: formatCents(netCents, language) },
    {
      label: rate ? t('prints.prf.gstAt', { rate: formatRate(rate, language) }) : t('prints.prf.columns.gst'),
      amount: formatCents(gstCents, language),
    },
    { label: t('prints.prf.total'), amount: formatCents(grossCents, language), strong: true },
  ];
}

function approval({ name, jobTitle, onBehalfOf, at, signature }: PrfContentApproval, t: Translate): PrfApproval {
  return {
    name,
    role: jobTitle ?? '',
    onBehalf: onBehalfOf ? t('prints.paper.onBehalf', { name: onBehalfOf }) : undefined,
    at: formatInstant(at),
    signature: signature ? { ...signature, alt: t('prints.paper.signatureOf', { name }) } : undefined,
  };
}
