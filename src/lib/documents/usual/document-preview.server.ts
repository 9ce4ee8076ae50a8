import type { Preview } from '#lib/approvals/preview.ts';
import { attachmentsOf } from '#lib/on-records/attachments.server.ts';
import { filePath } from '#lib/process/files/paths.ts';
import { labels } from '#lib/records/entity.ts';
import { shownValue, type Reader as Words } from '#lib/records/shown.ts';
import type { Actor } from '#lib/values/actor.ts';
import type { AnyDocument } from '../document.ts';
import { titleFieldOf } from '../document-name.ts';
import { factsOf } from './facts.ts';
import { isOpenLine } from '../priced-lines.ts';
import { lineColumns } from './line-columns.ts';
import type { Life } from '../life.server.ts';

/** What an approver needs to decide, as far as the declaration tells: who asks, how much, why, line by line, and the files. */
export async function previewOf(life: Life<any>, actor: Actor, docId: string, words: Words): Promise<Preview> {
  const of: AnyDocument = life.of;
  const row: Record<string, any> = await life.documents.get(actor, docId);
  const document: Record<string, any> = { ...row, ...(await life.rules.read?.(docId)) };
  const files = await attachmentsOf(of.name, docId);
  const { t } = words;
  const shown = (name: string) => shownValue(of, name, document, words);
  const [facts, texts] = factsOf(of);
  const figures = [...(of.amount ? [of.amount] : []), ...facts].map((name) => ({
    label: t(labels.field(of, name)),
    value: shown(name),
  }));
  return {
    number: document['number'],
    title: String(document[titleFieldOf(of)]),
    status: document['status'],
    meta: [[of.requester, of.scope!.department!].map(shown).join(', ')],
    figures: figures.filter(({ value }) => value !== ''),
    texts: texts
      .filter((name) => shown(name) !== '')
      .map((name) => ({ label: t(labels.field(of, name)), text: shown(name) })),
    table: of.lines ? tableOf(of.lines, document['lines'] ?? [], words) : null,
    files: files.map(({ fileName, storageKey, contentType }) => ({
      name: fileName,
      href: filePath(storageKey),
      isImage: contentType.startsWith('image/'),
    })),
  };
}

function tableOf(of: NonNullable<AnyDocument['lines']>, lines: readonly object[], words: Words): Preview['table'] {
  const { row, note } = lineColumns(of);
  const shown = (line: object, name: string) => shownValue(of.record, name, line as Record<string, unknown>, words);
  return {
    heading: words.t(labels.many(of.record)),
    columns: row.map(({ name, isNumber }) => ({ label: words.t(labels.field(of.record, name)), isNumber })),
    rows: lines.filter(isOpenLine).map((line) => ({
      cells: row.map(({ name }) => shown(line, name)),
      note: note
        .map((name) => shown(line, name))
        .filter(Boolean)
        .join('. '),
    })),
  };
}
