import { requireStepUpOfPeople } from '#lib/access/session/step-up.server.ts';
import type { Actor } from '#lib/values/actor.ts';
import type { Reader } from '#lib/records/shown.ts';
import { fileTurn } from '#lib/process/files/file-turns.server.ts';
import { sheetFormat, sheetResponse } from '#lib/process/spreadsheets/spreadsheet-response.server.ts';
import type { SheetColumn } from '#lib/process/spreadsheets/spreadsheet.server.ts';
import { describeEntry } from '#lib/on-records/history/describe.server.ts';
import { readLogQuery } from './log-query.ts';
import { exportLog } from './log-reading.server.ts';
import { clockOf, subjectName } from './log-words.server.ts';

/** Maximum number of entries in one file; the filters can be narrowed. */
const MOST_ENTRIES = 20_000;
const NAMES = [
  'when',
  'who',
  'what',
  'subject',
  'number',
  'outcome',
  'reason',
  'changes',
  'before',
  'after',
  'address',
  'session',
  'request',
] as const;

/**
 * The log as a file, `?format=csv` or `xlsx`, in the reader's language: the entries that the same address shows on
 * screen. 403 `step-up-needed`, 429 `files-busy`.
 */
export function logFile(actor: Actor, params: URLSearchParams, reader: Reader): Promise<Response> {
  requireStepUpOfPeople(actor);
  return fileTurn(actor, () => fileOf(actor, params, reader));
}

async function fileOf(actor: Actor, params: URLSearchParams, reader: Reader): Promise<Response> {
  const { t } = reader;
  const described = await describeEntry(await exportLog(actor, readLogQuery(params), MOST_ENTRIES), reader);
  const columns = NAMES.map((key): SheetColumn => ({ key, header: t(`activity.log.fields.${key}`), kind: 'text' }));
  const rows = described.map(({ entry, sentence, forWhom, said, changes }) => ({
    when: clockOf(entry.occurredAt),
    who: [entry.actorName, forWhom && t('activity.forWhom', { name: forWhom })].filter(Boolean).join(' '),
    what: sentence,
    subject: subjectName(t, entry.subject),
    number: entry.entityNumber,
    outcome: t(`activity.log.outcomes.${entry.outcome}`),
    reason: said || entry.reasonCode,
    address: entry.ip,
    session: entry.sessionId,
    request: entry.requestId,
    changes: changes.map(({ label }) => label).join('\n'),
    before: changes.map(({ before }) => before).join('\n'),
    after: changes.map(({ after }) => after).join('\n'),
  }));
  return sheetResponse(sheetFormat(params), t('activity.log.title'), columns, rows);
}
