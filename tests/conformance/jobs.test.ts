import { beforeAll, describe, expect, test } from 'vitest';
import { buildCompany } from '#db/seed/builders.ts';
import { seedFoundations } from '#db/seed/foundations.ts';
import '#lib/modules.server.ts';
import { languages } from '#lib/values/languages.ts';
import { isTranslated } from '#lib/process/i18n/translator.server.ts';
import { declaredJobs } from '#lib/process/jobs/declared.server.ts';
import { runJob } from '#lib/administration/jobs/jobs.server.ts';
import { nextTimes } from '#lib/process/jobs/queue.server.ts';
import { scheduleWords } from '#lib/process/jobs/schedule.ts';

/** Every job has its texts, does its work, and is idempotent. */
beforeAll(async () => {
  await seedFoundations();
  await buildCompany();
});

const jobs = declaredJobs().map((job) => [job.name, job] as const);
const unsaid = (keys: string[]) =>
  languages.flatMap((language) =>
    keys.filter((key) => !isTranslated(key, language)).map((key) => `${language}: ${key}`),
  );

test('there are jobs', () => {
  expect(jobs.length).toBeGreaterThan(0);
});

describe.each(jobs)('%s', (name, { schedule }) => {
  test('says in every language what it is called, what it does and when', () => {
    expect(unsaid([`jobs.names.${name}`, `jobs.texts.${name}`, scheduleWords(schedule).key])).toEqual([]);
    expect(nextTimes(schedule)).toHaveLength(schedule === null ? 0 : 1);
  });

  test('works where all is well, and has words for its figures', async () => {
    const first = await runJob(name, 'schedule');
    expect(first).toMatchObject({ outcome: 'done', error: null, errorCode: null });
    expect(unsaid(Object.keys(first.result!).map((figure) => `jobs.figures.${figure}`))).toEqual([]);
    expect((await runJob(name, 'schedule')).outcome).toBe('done');
  });
});
