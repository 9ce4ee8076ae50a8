import { clockOf, recordName, recordNumber } from '#lib/administration/activity-log/log-words.server.ts';
import { describeEntry } from '#lib/on-records/history/describe.server.ts';
import { fileTurn } from '#lib/process/files/file-turns.server.ts';
import { sheetFormat, sheetResponse } from '#lib/process/spreadsheets/spreadsheet-response.server.ts';
import type { SheetColumn } from '#lib/process/spreadsheets/spreadsheet.server.ts';
import type { Reader } from '#lib/records/shown.ts';
import { nameOf } from '#lib/settings/business-setting.ts';
import type { Actor } from '#lib/values/actor.ts';
import { formatInstant } from '#lib/values/time.ts';
import { monthIn } from './month.ts';
import { exportedCases } from './relaxed-duties.server.ts';

const MOST_CASES = 20_000;
const NAMES = ['when', 'who', 'what', 'record', 'number'] as const;

/** The relaxed cases of a month as a file, `?format=csv` or `xlsx`, in the reader's words. 429 `files-busy`. */
export function relaxedFile(actor: Actor, params: URLSearchParams, reader: Reader): Promise<Response> {
  return fileTurn(actor, () => fileOf(actor, params, reader));
}

async function fileOf(actor: Actor, params: URLSearchParams, reader: Reader): Promise<Response> {
  const { t } = reader;
  const cases = await exportedCases(actor, monthIn(params), MOST_CASES);
  const described = await describeEntry(cases, reader);
  const header = (key: string) =>
    (NAMES as readonly string[]).includes(key) || key === 'reason'
      ? t(`activity.log.fields.${key}`)
      : t(`activity.relaxed.${key}`);
  const columns = [...NAMES, 'before', 'pair', 'reason'].map((key): SheetColumn => ({
    key,
    header: header(key),
    kind: 'text',
  }));
  const rows = described.map(({ entry, sentence }, index) => {
    const { did, at, pair, reason, name } = cases[index]!.duty;
    return {
      when: clockOf(entry.occurredAt),
      who: entry.actorName,
      what: sentence,
      record: recordName(t, entry),
      number: recordNumber(t, entry),
      before: `${name} ${t(`documents.did.${did}`)}, ${formatInstant(at)}`,
      pair: t(nameOf(`duties.${pair}`)),
      reason: reason ?? t('activity.relaxed.alone'),
    };
  });
  return sheetResponse(sheetFormat(params), t('activity.relaxed.title'), columns, rows);
}
