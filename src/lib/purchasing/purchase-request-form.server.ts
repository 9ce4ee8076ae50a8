import { z } from 'zod';
import { formChoices, type Choices } from '#lib/kernel/choices.server.ts';
import { UNITS } from '#lib/kernel/constants.ts';
import { labels } from '#lib/kernel/entity.ts';
import { rows, type Field } from '#lib/kernel/fields.ts';
import { formPost, type Form } from '#lib/kernel/form.server.ts';
import { formDataOf } from '#lib/platform/body.server.ts';
import { rowCount } from '#lib/kernel/form-values.ts';
import type { GstMethod } from '#lib/kernel/gst.ts';
import { Refusal } from '#lib/kernel/refusal.ts';
import { today } from '#lib/kernel/time.ts';
import { attachmentsOf } from '#lib/platform/attachments.server.ts';
import { businessSetting } from '#lib/platform/business-settings.server.ts';
import { draftOf } from '#lib/platform/drafts.server.ts';
import { acceptedExtensions } from '#lib/platform/file-kinds.ts';
import { smaller } from '#lib/platform/picture-sizes.ts';
import { isTranslated } from '#lib/platform/i18n/translator.server.ts';
import type { PostedPage } from '#lib/platform/posted-page.ts';
import { whoWillBeAsked } from './purchase-request-expected.server.ts';
import {
  blankLine,
  categoriesIn,
  isBlank,
  pricedLines,
  type FieldView,
  type RequestFormProps,
  type Typed,
  type TypedLine,
  type WaitingFile,
} from './purchase-request-form.ts';
import { formWords } from './purchase-request-form-words.server.ts';
import { isOpenLine, lineFields } from './purchase-request-line.ts';
import { requestPath } from './purchase-request-paths.ts';
import { priceLines } from './purchase-request-pricing.ts';
import { sendPurchaseRequest } from './purchase-request-sending.server.ts';
import type { FullRequest } from './purchase-request-reading.server.ts';
import {
  LATER,
  NOT_MATERIAL,
  createPurchaseRequest,
  updatePurchaseRequest,
} from './purchase-request-writing.server.ts';
import { attachmentKinds, purchaseRequest, type PurchaseRequest } from './purchase-request.ts';

/** The request with its lines as rows of one form: the first door. */
export const requestForm = {
  ...purchaseRequest,
  fields: { ...purchaseRequest.fields, lines: rows(lineFields) },
  form: [...purchaseRequest.form, 'lines'] as const,
};

/** The answer to a post that was taken, else what the page shows. */
export type RequestForm =
  { done: Response } | { done: undefined; form: Form; choices: Choices; props: RequestFormProps };

/**
 * The page of a new request or of a change: a plain post is saved, or saved and sent (`then=send`), in one transaction;
 * else what the island shows, whatever was typed before included.
 */
export async function requestFormPage(astro: PostedPage, record: FullRequest | null): Promise<RequestForm> {
  const { actor, t } = astro.locals;
  const initial = record
    ? { ...record, lines: record.lines.filter(isOpenLine) }
    : {
        requesterId: actor.id,
        departmentId: actor.mainDepartmentId,
        purchasePath: 'quotation',
        priority: 'normal',
        lines: [],
      };
  const then =
    astro.request.method === 'POST' ? String((await formDataOf(astro.request)).get('then') ?? 'save') : 'save';
  const partial = record !== null && LATER.includes(record.status);
  const form = await formPost<PurchaseRequest>(
    astro,
    requestForm,
    (by, input, seen) => {
      if (partial) return updatePurchaseRequest(by, seen, input);
      const entered = { ...input, lines: (input['lines'] as TypedLine[]).filter((line) => !isBlank(asTexts(line))) };
      if (then === 'send') return sendPurchaseRequest(by, entered, record && seen);
      return record ? updatePurchaseRequest(by, seen, entered) : createPurchaseRequest(by, entered);
    },
    {
      initial,
      ...(partial && { fields: NOT_MATERIAL }),
      redirect: ({ id }) => requestPath.show(id),
      said: ({ number, title }) =>
        t(`purchasing.purchaseRequest.said.${then === 'send' ? 'submit' : 'save'}`, { name: number ?? title }),
    },
  );
  if (form.done) return { done: form.done };
  const choices = await formChoices(requestForm, form.values);
  return { done: undefined, form, choices, props: await propsOf(astro, form, choices, record, partial) };
}

async function propsOf(
  astro: PostedPage,
  form: Form,
  choices: Choices,
  record: FullRequest | null,
  partial: boolean,
): Promise<RequestFormProps> {
  const { actor, t, language } = astro.locals;
  const typed = { ...header(form), lines: linesIn(form) } as unknown as Typed;
  const gstMethod = await businessSetting('purchasing.gst-method');
  const existing = record ? await attachmentsOf(purchaseRequest.name, record.id) : [];
  return {
    words: formWords(t),
    language,
    today: today(),
    gstMethod,
    person: actor.id,
    ownDepartments: [...actor.departmentTreeIds],
    typed,
    record: record && {
      id: record.id,
      version: form.version ?? record.version,
      number: record.number,
      title: record.title,
    },
    partial,
    fields: fieldsOf(form, choices, t),
    units: [...UNITS],
    categories: choices['lines.expenseCategoryId'] ?? [],
    centers: choices['lines.costCenterId'] ?? [],
    seen: JSON.stringify(form.seen),
    changed: form.errors.length > 0 || form.conflict !== null || form.draft?.restored === true,
    faults: form.errors.map(({ path, message }) => ({ path, message, label: labelOf(path, t) })),
    problem: form.problem,
    expected: partial ? null : await expectedFor(actor, record?.id, typed, language, gstMethod),
    files: {
      existing: existing.map(({ id, fileName, kind, storageKey, width }) => {
        const href = `/api/files/${storageKey}`;
        return { id, name: fileName, kind, href, ...(width && { thumb: smaller(href, 96) }) };
      }),
      waiting: await waitingFiles(astro, form),
      kinds: attachmentKinds.map((value) => ({
        value,
        label: t(`purchasing.purchaseRequest.choices.attachmentKind.${value}`),
      })),
      accept: `${acceptedExtensions},image/*`,
    },
  };
}

const waitingSchema = z.array(z.object({ fileName: z.string(), name: z.string(), kind: z.string() })).max(100);

/** Files that were sent to the store and not put on a request yet: in the post, or in the draft that is restored. */
async function waitingFiles({ request, locals, url }: PostedPage, form: Form): Promise<WaitingFile[]> {
  const draft = form.draft?.restored ? await draftOf(locals.actor, url.pathname) : null;
  const text = request.method === 'POST' ? (await formDataOf(request)).get('files') : draft?.data['files']?.[0];
  try {
    return waitingSchema.parse(JSON.parse(String(text ?? '[]')));
  } catch {
    return [];
  }
}

function fieldsOf(form: Form, choices: Choices, t: PostedPage['locals']['t']): FieldView[] {
  return purchaseRequest.form
    .filter((name) => form.names.includes(name))
    .map((name) => {
      const field = purchaseRequest.fields[name] as Field;
      const hint = labels.hint(purchaseRequest, name);
      const options =
        field.kind === 'choice'
          ? field.values!.map((value) => ({ value, label: t(labels.choice(purchaseRequest, name, value)) }))
          : choices[name];
      return {
        name,
        kind: field.kind,
        label: t(labels.field(purchaseRequest, name)),
        optional: field.optional,
        ...(isTranslated(hint, 'en') && { hint: t(hint) }),
        ...(field.max && { max: field.max }),
        ...(options && { choices: options }),
      };
    });
}

function header({ values }: Form): Record<string, string> {
  return Object.fromEntries(purchaseRequest.form.map((name) => [name, String(values[name] ?? '')]));
}

/** The rows as they were typed; a form without any begins with a blank one. */
function linesIn({ values }: Form): TypedLine[] {
  const text = (row: number, name: string) => String(values[`lines.${row}.${name}`] ?? '');
  const lines = Array.from(
    { length: rowCount(values, 'lines') },
    (_, row) =>
      ({
        ...Object.fromEntries(Object.keys(lineFields).map((name) => [name, text(row, name)])),
        priceIncludesGst: text(row, 'priceIncludesGst') === 'on',
      }) as unknown as TypedLine,
  );
  return lines.length > 0 ? lines : [blankLine()];
}

function asTexts(line: object): TypedLine {
  return Object.fromEntries(
    Object.entries(line).map(([name, value]) => [name, String(value ?? '')]),
  ) as unknown as TypedLine;
}

function labelOf(path: string, t: PostedPage['locals']['t']): string {
  const [name = '', row, cell] = path.split('.');
  return cell
    ? `${t('purchasing.line.row', { no: Number(row) + 1 })}, ${t(`purchasing.line.fields.${cell}`)}`
    : t(labels.field(purchaseRequest, name));
}

/** Who would be asked as it stands; nobody to be named where that cannot be said yet. */
async function expectedFor(
  actor: PostedPage['locals']['actor'],
  id: string | undefined,
  typed: Typed,
  language: string,
  gstMethod: GstMethod,
): Promise<RequestFormProps['expected']> {
  const { departmentId, requesterId, purchasePath, preferredVendor, expenseCategoryId, lines } =
    typed as unknown as Record<string, string> & { lines: TypedLine[] };
  if (!departmentId) return null;
  const { estimatedNetCents } = priceLines(pricedLines(lines, language), today(), gstMethod).totals;
  const question = {
    id,
    departmentId,
    requesterId: requesterId || undefined,
    purchasePath: purchasePath || undefined,
    netCents: estimatedNetCents,
    preferredVendor,
    expenseCategoryIds: categoriesIn(lines, expenseCategoryId),
  };
  return whoWillBeAsked(actor, question).catch((error: unknown) => {
    if (error instanceof Refusal) return null;
    throw error;
  });
}
