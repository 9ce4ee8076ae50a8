import type { Actor } from '#lib/values/actor.ts';
import { previewImport, runImport } from '#lib/on-records/import/import.server.ts';
import { importableFields } from '#lib/on-records/import/import-columns.server.ts';
import type { Importing } from '#lib/on-records/import/stored-import.server.ts';
import { translatorFor } from '#lib/process/i18n/translator.server.ts';
import { labels } from '#lib/records/entity.ts';
import { shownValue } from '#lib/records/shown.ts';

/** Imports a spreadsheet with one row: a record in the words in which a page shows it. */
export async function importedLike(
  actor: Actor,
  importing: Importing,
  record: Record<string, unknown>,
): Promise<{ made: number; faults: string[] }> {
  const { of } = importing;
  const reader = { t: translatorFor('en'), language: 'en' };
  const names = importableFields(of).filter((name) => shownValue(of, name, record, reader) !== '');
  const row = (texts: string[]) => texts.map((text) => `"${text.replaceAll('"', '""')}"`).join(',');
  const lines = [
    row(names.map((name) => reader.t(labels.field(of, name)))),
    row(names.map((name) => shownValue(of, name, record, reader))),
  ];
  const file = new File([lines.join('\n')], 'list.csv', { type: 'text/csv' });
  const { id, faults } = await previewImport(actor, importing, file);
  if (faults.length > 0) return { made: 0, faults: faults.map(({ path, code }) => `${path}: ${code}`) };
  return { made: (await runImport(actor, importing, id, false)).made, faults: [] };
}
