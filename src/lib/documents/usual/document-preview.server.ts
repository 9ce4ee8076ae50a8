import type { Preview } from '#lib/approvals/preview.ts';
import { attachmentsOf } from '#lib/on-records/attachments.server.ts';
import { filePath } from '#lib/process/files/paths.ts';
import { labels } from '#lib/records/entity.ts';
import { urgencyMarks } from '#lib/records/urgency.ts';
import { shownValue, type Reader as Words } from '#lib/records/shown.ts';
import type { Actor } from '#lib/values/actor.ts';
import type { Translate } from '#lib/values/languages.ts';
import { formatUnitPrice } from '#lib/values/money.ts';
import { dateOf, formatDate } from '#lib/values/time.ts';
import type { AnyDocument } from '../document.ts';
import { titleFieldOf } from '../document-name.ts';
import { materialOf, type AnyLines } from '../lines/lines.ts';
import { isOpenLine } from '../lines/priced-lines.ts';
import type { Life } from '../life.server.ts';
import { askedIn, factsOf, notesOf } from './facts.ts';
import { lastPricesOf, type LastPrice } from './last-prices.server.ts';
import { briefColumns, columnLabel } from './line-columns.ts';
import { amountText, totalsOf } from './line-totals.ts';

/** What a kind of document says of its preview. */
export interface OwnPreview {
  /** The facts of the form that come first; all of them when left out. What approvers decide on follows. */
  figures?: readonly string[];
  /** What stands below a fact, where it has no reason of its own. */
  notes?(document: any, t: Translate): Record<string, string>;
}

/**
 * What an approver needs to decide, as far as the declaration tells: who asks, how much, why, line by line with what each
 * cost last, and the files.
 */
export async function previewOf(
  life: Life<any>,
  actor: Actor,
  docId: string,
  words: Words,
  own: OwnPreview = {},
): Promise<Preview> {
  const of: AnyDocument = life.of;
  const row: Record<string, any> = await life.documents.get(actor, docId);
  const document: Record<string, any> = { ...row, ...(await life.rules.read?.(docId)) };
  const [files, lastPrices] = await Promise.all([filesOf(of, docId), lastPricesOf(of, docId)]);
  const { t } = words;
  const shown = (name: string) => shownValue(of, name, document, words);
  const [facts, texts] = factsOf(of);
  const notes = notesOf(of, document, own.notes?.(document, t));
  const first = own.figures ?? facts;
  const figures = [...first, ...othersDecidedOn(of, [...first, ...texts])].map((name) => ({
    label: t(labels.field(of, name)),
    value: shown(name),
    note: notes[name] ?? '',
  }));
  return {
    number: document['number'],
    title: String(document[titleFieldOf(of)]),
    marks: urgencyMarks(of, document, t),
    status: document['status'],
    meta: askedIn(of, document, words),
    figures: [...amountIn(of, document, words), ...figures.filter(({ value }) => value !== '')],
    texts: texts
      .filter((name) => shown(name) !== '')
      .map((name) => ({ label: t(labels.field(of, name)), text: shown(name) })),
    table: of.lines ? tableOf(of.lines, document, lastPrices, words) : null,
    files,
  };
}

/** What approvers decide on beside what is shown, and beside who asks and the amount. */
function othersDecidedOn(of: AnyDocument, shown: readonly string[]): string[] {
  const told = [...shown, ...of.title, of.requester, of.scope?.department, of.due, of.amount];
  const isInAmount = (name: string) => totalsOf(of, {}) !== null && /(net|gst|gross)Cents$/i.test(name);
  return (of.material as string[]).filter((name) => !told.includes(name) && !isInAmount(name));
}

/** The files of a document, as a preview lists them. */
export async function filesOf({ name }: Pick<AnyDocument, 'name'>, docId: string): Promise<Preview['files']> {
  const files = await attachmentsOf(name, docId);
  return files.map(({ fileName, storageKey, contentType }) => ({
    name: fileName,
    href: filePath(storageKey),
    isImage: contentType.startsWith('image/'),
  }));
}

/** The amount that is decided on, with what of it is net and what is tax. */
function amountIn(of: AnyDocument, document: Record<string, unknown>, words: Words): Preview['figures'] {
  if (!of.amount) return [];
  const amount = amountText(of, document, words);
  if (!amount)
    return [{ label: words.t(labels.field(of, of.amount)), value: shownValue(of, of.amount, document, words) }];
  const { gross, net, gst } = amount;
  return [{ label: words.t('documents.totals.gross'), value: gross, note: `${net}, ${gst}` }];
}

function tableOf(
  of: NonNullable<AnyDocument['lines']>,
  document: Record<string, any>,
  lastPrices: readonly LastPrice[],
  words: Words,
): Preview['table'] {
  const lines: readonly (Record<string, unknown> & { id: string })[] = document['lines'] ?? [];
  const { row, note } = briefColumns(of);
  const columns = [...row.map(({ name }) => name), ...note];
  /** What approvers decide on of a line and no column shows, where it is not as usual. */
  const others = materialOf(of).filter((name) => !columns.includes(name));
  const named = (line: Record<string, unknown>) =>
    others
      .filter((name) => !isUsual(of, name, line, document))
      .map((name) => `${columnLabel(of, name, words.t)}: ${shown(line, name)}`);
  const shown = (line: object, name: string) => shownValue(of.record, name, line as Record<string, unknown>, words);
  const before = (id: string) => {
    const last = lastPrices.find(({ lineId }) => lineId === id);
    const price = last && formatUnitPrice(last.unitPriceE4, words.language);
    return last && words.t('documents.lines.lastPrice', { price, date: formatDate(dateOf(last.at)) });
  };
  return {
    heading: words.t(labels.many(of.record)),
    columns: row.map(({ name, isNumber }) => ({ label: columnLabel(of, name, words.t), isNumber })),
    rows: lines.filter(isOpenLine).map((line) => ({
      cells: row.map(({ name }) => shown(line, name)),
      note: [...note.map((name) => shown(line, name)), ...named(line), before(line.id)].filter(Boolean).join('. '),
    })),
  };
}

/** Whether a line says no more in this field than every new one does, or than its document. */
function isUsual(
  { inherited = [], defaults = {}, first = {} }: AnyLines,
  name: string,
  line: Record<string, unknown>,
  document: Record<string, unknown>,
): boolean {
  const value = line[name];
  if ((inherited as readonly string[]).includes(name)) return value === null || value === document[name];
  const usual = [(defaults as Record<string, unknown>)[name], (first as Record<string, unknown>)[name]];
  return value === null || value === '' || value === false || usual.includes(value);
}
