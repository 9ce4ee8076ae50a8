import { sql } from 'kysely';
import { beforeAll, beforeEach, expect, test } from 'vitest';
import { actorNamed, buildCompany } from '#db/seed/builders.ts';
import { seedFoundations } from '#db/seed/foundations.ts';
import type { Actor } from '#lib/values/actor.ts';
import '#lib/modules.server.ts';
import { Refusal } from '#lib/values/refusal.ts';
import { listNotifications } from '#lib/notifications/notifications.server.ts';
import { db } from '#lib/process/database/database.server.ts';
import { declareJob } from '#lib/process/jobs/declared.server.ts';
import { listJobs, runJob } from '#lib/administration/jobs/jobs.server.ts';
import { mailsTo } from '#tests/support/mails.ts';

// Siti administers; Helen may read jobs and is not notified of any.
let siti: Actor;
let helen: Actor;
let work = async (): Promise<Record<string, number>> => ({});
declareJob({ name: 'log-root-again', schedule: '10 0 * * *', run: () => work() });
declareJob({ name: 'raking', schedule: null, run: () => work() });

beforeAll(async () => {
  await seedFoundations();
  await buildCompany();
  [siti, helen] = (await Promise.all(['admin', 'auditor'].map(actorNamed))) as [Actor, Actor];
});
beforeEach(async () => {
  await sql`delete from notifications`.execute(db);
});

const fails = async () => {
  throw new Error('no water');
};
const succeeds = async () => ({});
async function run(name: string, ...outcomes: (() => Promise<Record<string, number>>)[]): Promise<void> {
  for (const outcome of outcomes) {
    work = outcome;
    await runJob(name, 'schedule');
  }
}
const noticesTo = (actor: Actor) =>
  db
    .selectFrom('notifications')
    .selectAll()
    .where('userId', '=', actor.id)
    .where('event', '=', 'job.failed')
    .orderBy('createdAt')
    .execute();

test('Siti hears once of a job that fails, however often it is tried, and again when it fails anew', async () => {
  await run('raking', fails, fails, fails);
  expect(await noticesTo(siti)).toMatchObject([
    { link: '/settings/jobs/raking/show', params: { job: 'raking' }, readAt: null },
  ]);
  expect(await noticesTo(helen)).toEqual([]);

  await run('raking', succeeds);
  expect(await noticesTo(siti)).toMatchObject([{ settledAt: expect.any(String), readAt: expect.any(String) }]);

  await run('raking', fails, fails);
  expect(await noticesTo(siti)).toMatchObject([{ settledAt: expect.any(String) }, { settledAt: null }]);
});

test('a finding is a failure; a run that does its work tells nobody', async () => {
  await run('raking', succeeds, async () => {
    throw new Refusal('numbers-missing', 409, { params: { count: 1, numbers: 'PR-1' } });
  });
  expect(await noticesTo(siti)).toHaveLength(1);
  await run('raking', succeeds, succeeds);
  expect(await noticesTo(siti)).toHaveLength(1);
});

test('it names the job as people know it, in the bell and by mail', async () => {
  await sql`insert into job_runs (id, job, trigger) values (gen_random_uuid(), 'log-root', 'schedule')`.execute(db);
  const { endRun } = await import('#lib/process/jobs/runs.server.ts');
  const { rows } = await sql<{ id: string }>`select id from job_runs where job = 'log-root'`.execute(db);
  await endRun(rows[0]!.id, { outcome: 'failed', error: 'no water' });
  expect((await listNotifications(siti, new URLSearchParams('type=all'), 'en')).items[0]).toMatchObject({
    event: 'job.failed',
  });
  expect((await mailsTo(siti.email!)).at(-1)).toMatchObject({
    subject: '“Activity log integrity check” has failed',
    bodyText: expect.stringContaining('/settings/jobs/log-root/show'),
  });
});

test('what has not run for twice its period is shown as overdue', async () => {
  await run('log-root-again', succeeds);
  const view = async () => (await listJobs(siti)).items.find(({ name }) => name === 'log-root-again')!;
  expect((await view()).overdueSince).toBeNull();
  await sql`update job_runs set started_at = started_at - interval '4 days' where job = 'log-root-again'`.execute(db);
  expect(Date.parse((await view()).overdueSince!)).toBeLessThan(Date.now() - 2 * 86_400_000);
});
