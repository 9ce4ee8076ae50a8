/** Texts about jobs and their runs. Browser-safe. */
import { languageTags, type Language, type Translate } from '#lib/values/languages.ts';
import type { JobRunRow } from './runs.server.ts';
import { scheduleWords } from './schedule.ts';

/** The name of a job. */
export const jobName = (t: Translate, name: string): string => t(`jobs.names.${name}`);

/** A sentence describing what it does. */
export const jobText = (t: Translate, name: string): string => t(`jobs.texts.${name}`);

/** When it runs: 'Every day at 12:10am'. */
export function scheduleText(t: Translate, schedule: string | null): string {
  const { key, params } = scheduleWords(schedule);
  return t(key, params);
}

/** The status of a run: 'running' until it has ended. */
export const statusOf = ({ outcome }: Pick<JobRunRow, 'outcome'>): string => outcome ?? 'running';

/** The result of a run: its figures, or why it failed; '' while it runs. */
export function resultText(t: Translate, { outcome, result, errorCode, errorParams, error }: JobRunRow): string {
  if (outcome === null) return '';
  if (outcome === 'interrupted') return t('jobs.interrupted');
  if (errorCode !== null) return t(`refusals.${errorCode}`, errorParams ?? {});
  if (error !== null) return t('jobs.unexpected', { message: error });
  const figures = Object.entries(result ?? {}).filter(([, count]) => count !== 0);
  return figures.length === 0
    ? t('jobs.nothing')
    : figures.map(([name, count]) => t(`jobs.figures.${name}`, { count })).join(', ');
}

/** How long a run took: '40 ms', '2.3 secs', '2 mins 5 secs'; '' while it runs. */
export function durationText(language: Language, { startedAt, endedAt }: JobRunRow): string {
  if (endedAt === null) return '';
  const ms = Date.parse(endedAt) - Date.parse(startedAt);
  if (ms < 1_000) return unitText(language, ms, 'millisecond');
  if (ms < 60_000) return unitText(language, ms / 1_000, 'second');
  const seconds = Math.floor(ms / 1_000);
  const parts = [
    [Math.floor(seconds / 3_600), 'hour'],
    [Math.floor((seconds % 3_600) / 60), 'minute'],
    [seconds % 60, 'second'],
  ] as const;
  return parts
    .filter(([count]) => count > 0)
    .slice(0, 2)
    .map(([count, unit]) => unitText(language, count, unit))
    .join(' ');
}

function unitText(language: Language, count: number, unit: string): string {
  return new Intl.NumberFormat(languageTags[language], {
    style: 'unit',
    unit,
    unitDisplay: 'short',
    maximumFractionDigits: count < 10 ? 1 : 0,
  }).format(count);
}
