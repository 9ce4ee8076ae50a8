import { filePath } from '#lib/process/files/paths.ts';
import type { Actor } from '#lib/values/actor.ts';
import type { Preview } from '#lib/approvals/preview.ts';
import { formatCents, formatQuantity, formatUnitPrice } from '#lib/values/money.ts';
import type { Reader as Words } from '#lib/records/shown.ts';
import { dateOf, formatDate } from '#lib/values/time.ts';
import { attachmentsOf } from '#lib/on-records/attachments.server.ts';
import { isOpenLine } from '#lib/documents/priced-lines.ts';
import { lastPricesOf, type LastPrice } from './last-prices.server.ts';
import { readDocument, type FullDocument } from '#lib/documents/reading.server.ts';
import { purchaseRequestLife } from './life.server.ts';
import type { ReadLine } from './line.ts';
import { purchaseRequest } from './purchase-request.ts';

type FullRequest = FullDocument<typeof purchaseRequest, { lines: ReadLine[] }>;

const key = 'purchasing.purchaseRequest';

/** What an approver needs to decide on a request: what, how much, what for, item by item, and what is attached. */
export async function previewRequest(actor: Actor, docId: string, words: Words): Promise<Preview> {
  const request = await readDocument(actor, purchaseRequestLife, docId);
  const [files, lastPrices] = await Promise.all([attachmentsOf(purchaseRequest.name, docId), lastPricesOf(docId)]);
  const { t } = words;
  return {
    number: request.number,
    title: request.title,
    status: request.status,
    meta: [
      `${request.titles['requesterId']}, ${request.titles['departmentId']}`,
      t(`${key}.needed`, { date: formatDate(request.neededBy) }),
    ],
    figures: figuresOf(request, words),
    texts: [{ label: t(`${key}.fields.purpose`), text: request.purpose }],
    table: itemsOf(request, lastPrices, words),
    files: files.map(({ fileName, storageKey, contentType }) => ({
      name: fileName,
      href: filePath(storageKey),
      isImage: contentType.startsWith('image/'),
    })),
  };
}

function figuresOf(request: FullRequest, { t, language }: Words): Preview['figures'] {
  const {
    estimatedGrossCents,
    estimatedNetCents,
    estimatedGstCents,
    purchasePath,
    pathReason,
    requiredQuotations,
    priority,
    priorityReason,
  } = request;
  const quotations =
    purchasePath === 'quotation' && requiredQuotations ? t(`${key}.quotations`, { count: requiredQuotations }) : '';
  return [
    {
      label: t('purchasing.totals.gross'),
      value: formatCents(estimatedGrossCents, language),
      note: `${t('purchasing.totals.netOf', { amount: formatCents(estimatedNetCents, language) })}, ${t('purchasing.gst')} ${formatCents(estimatedGstCents, language)}`,
    },
    {
      label: t(`${key}.fields.purchasePath`),
      value: t(`${key}.choices.purchasePath.${purchasePath}`),
      note: pathReason ?? quotations,
    },
    { label: t(`${key}.fields.priority`), value: t(`${key}.choices.priority.${priority}`), note: priorityReason ?? '' },
  ];
}

function itemsOf({ lines }: FullRequest, lastPrices: readonly LastPrice[], { t, language }: Words): Preview['table'] {
  const before = (id: string) => {
    const last = lastPrices.find(({ lineId }) => lineId === id);
    return (
      last &&
      t('purchasing.line.lastPrice', {
        price: formatUnitPrice(last.unitPriceE4, language),
        date: formatDate(dateOf(last.at)),
      })
    );
  };
  const column = (name: string, isNumber = false) => ({ label: t(`purchasing.line.fields.${name}`), isNumber });
  return {
    heading: t('purchasing.line.many'),
    columns: [column('description'), column('quantity', true), column('unitPriceE4', true), column('amount', true)],
    rows: lines.filter(isOpenLine).map(({ id, description, specification, quantity, unitPriceE4, netCents }) => ({
      cells: [
        description,
        formatQuantity(quantity, language),
        formatUnitPrice(unitPriceE4, language),
        formatCents(netCents, language),
      ],
      note: [specification, before(id)].filter(Boolean).join('. '),
    })),
  };
}
