import { expect, test } from 'vitest';
import { translatorFor } from '#lib/process/i18n/translator.server.ts';
import { languages } from '#lib/values/languages.ts';
import { durationText, scheduleText } from '#lib/process/jobs/job-words.ts';
import type { JobRunRow } from '#lib/process/jobs/runs.server.ts';
import { scheduleWords } from '#lib/process/jobs/schedule.ts';

const english = translatorFor('en');

test.each([
  [null, 'Manually only'],
  ['* * * * *', 'Every minute'],
  ['*/5 * * * *', 'Every 5 minutes'],
  ['0 * * * *', 'Every hour, on the hour'],
  ['1 * * * *', 'Every hour, 1 minute past'],
  ['10 0 * * *', 'Every day at 12:10am'],
  ['0 7,18 * * *', 'Every day at 07:00am, 06:00pm'],
  ['30 6 * * 1', 'Every Monday at 06:30am'],
  ['0 2 1 * *', 'On day 1 of every month at 02:00am'],
])('%s reads “%s”', (schedule, words) => {
  expect(scheduleText(english, schedule)).toBe(words);
});

test('says the same in every language, and not in the same words', () => {
  for (const schedule of [null, '* * * * *', '*/5 * * * *', '0 * * * *', '10 0 * * *', '30 6 * * 1', '0 2 1 * *']) {
    expect(new Set(languages.map((language) => scheduleText(translatorFor(language), schedule))).size).toBe(
      languages.length,
    );
  }
});

test.each([
  '',
  '10 0 * *',
  '60 0 * * *',
  '0 24 * * *',
  '0 2 31 * *',
  '0 2 * 6 *',
  '*/1 * * * *',
  '0 0 * * 7',
  '0 2 1 * 1',
  '10 0 * * * *',
  'FREQ=DAILY',
  '@daily',
])('a schedule that nobody could read is refused: %s', (schedule) => {
  expect(() => scheduleWords(schedule)).toThrow('cannot be said in words');
});

test.each([
  [0, '0 ms'],
  [0.31, '310 ms'],
  [2.34, '2.3 secs'],
  [12.4, '12 secs'],
  [125, '2 mins 5 secs'],
  [3_600, '1 hr'],
  [3_905, '1 hr 5 mins'],
])('%s seconds read “%s”', (seconds, words) => {
  const startedAt = new Date(0).toISOString();
  expect(durationText('en', { startedAt, endedAt: new Date(seconds * 1000).toISOString() } as JobRunRow)).toBe(words);
});
