import type { Language, Translate } from '#lib/values/languages.ts';
import { formatDate, formatInstant } from '#lib/values/time.ts';
import { ENDED_STATES } from './print-content.ts';
import type { PrintHead, PrintState, PrintedApproval, PrintedEntity } from './print-content.ts';
import type { Letterhead, PrintApproval, PrintCheck, PrintData } from './print-data.ts';
import type { Print } from './prints.server.ts';

/** States that are written across the page. */
const MARKED: readonly PrintState[] = ['draft', 'rejected', ...ENDED_STATES];

export interface PrintWords {
  t: Translate;
  language: Language;
  /** Who printed it and when, as one sentence. */
  printed: string;
  check?: PrintCheck | undefined;
  /** Says DRAFT whatever the state: an approved print of which no version could be stored. */
  unstored?: boolean;
}

/** A print in a language, as the preview and the PDF show it. */
export function printData<C extends object>(
  { name, body }: Pick<Print<any, C>, 'name' | 'body'>,
  content: PrintHead & C,
  { t, language, printed, check, unstored = false }: PrintWords,
): PrintData {
  const { approvalWords, ...said } = body(content, { t, language });
  const mark = unstored ? 'draft' : content.state;
  return {
    ...said,
    language,
    title: t(`prints.${name}.title`),
    number: content.number ?? '',
    entity: letterhead(content.entity, t),
    identity: [
      { label: t('prints.document.fields.number'), value: content.number ?? '–' },
      { label: t('prints.document.fields.revision'), value: `R${content.revision}` },
      { label: t('prints.document.fields.date'), value: formatDate(content.date) },
      { label: t('prints.document.fields.status'), value: t(`prints.document.states.${content.state}`) },
    ],
    approvals: {
      title: approvalWords?.title ?? t('prints.document.approvedBy'),
      given: content.approvals.map((given) => approval(given, t)),
      none: approvalWords?.none ?? t('prints.document.nobodyYet'),
    },
    footnote: content.entity.printFooter || undefined,
    printed,
    pageOf: t('prints.common.pageOf', { page: '{page}', pages: '{pages}' }),
    check,
    watermark: MARKED.includes(mark) ? t(`prints.document.states.${mark}`) : undefined,
  };
}

function letterhead({ name, nameChinese, uen, gstNo, addressLines, logo }: PrintedEntity, t: Translate): Letterhead {
  const gst = gstNo ? [{ label: t('prints.common.gstNo'), value: gstNo }] : [];
  return {
    name,
    nameZh: nameChinese ?? undefined,
    registrations: [{ label: t('prints.common.uen'), value: uen }, ...gst],
    addressLines,
    ...(logo && { logo: { ...logo, alt: t('prints.common.logoOf', { name }) } }),
  };
}

function approval({ name, jobTitle, onBehalfOf, at, signature }: PrintedApproval, t: Translate): PrintApproval {
  return {
    name,
    role: jobTitle ?? '',
    onBehalf: onBehalfOf ? t('prints.common.onBehalf', { name: onBehalfOf }) : undefined,
    at: formatInstant(at),
    signature: signature ? { ...signature, alt: t('prints.common.signatureOf', { name }) } : undefined,
  };
}
