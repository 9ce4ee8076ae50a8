import { actorOfPerson } from '#lib/access/session/actor.server.ts';
import { READ, SUBJECT } from '#lib/administration/activity-log/log-reading.server.ts';
import { relaxedDutiesPath } from '#lib/administration/paths.ts';
import { notify } from '#lib/notifications/notify.server.ts';
import { declareJob } from '#lib/process/jobs/declared.server.ts';
import { db, transaction } from '#lib/process/database/database.server.ts';
import type { Actor } from '#lib/values/actor.ts';
import { today } from '#lib/values/time.ts';
import { daysOf, monthBefore, monthOf } from './month.ts';
import { countCases } from './relaxed-duties.server.ts';

/**
 * Tells everybody who may read the activity log how many relaxed cases of the month before they find there, once each;
 * nobody of a month without any (model of purchasing, 0.7).
 */
export async function reportRelaxedDuties(month: string): Promise<{ cases: number; readers: number }> {
  const found = await Promise.all(
    (await logReaders()).map(async (actor) => ({ actor, count: await countCases(actor, month) })),
  );
  const readers = found.filter(({ count }) => count > 0);
  const params = daysOf(month);
  await transaction(async (tx) => {
    for (const { actor, count } of readers)
      await notify(tx, {
        event: 'duties.relaxed-report',
        to: [actor.id],
        params: { ...params, count },
        link: relaxedDutiesPath.month(month),
        key: `relaxed-duties:${month}`,
      });
  });
  return { cases: Math.max(0, ...found.map(({ count }) => count)), readers: readers.length };
}

/** Active people whose roles let them read the log, each as they may. */
async function logReaders(): Promise<Actor[]> {
  const people = await db
    .selectFrom('userRoles as ur')
    .innerJoin('roles as r', 'r.id', 'ur.roleId')
    .innerJoin('rolePermissions as p', 'p.roleId', 'r.id')
    .innerJoin('users as u', 'u.id', 'ur.userId')
    .select('ur.userId')
    .distinct()
    .where('p.subject', '=', SUBJECT)
    .where('p.action', '=', READ)
    .where('r.status', '=', 'active')
    .where('u.status', '=', 'active')
    .orderBy('ur.userId')
    .execute();
  const actors = await Promise.all(people.map(({ userId }) => actorOfPerson(userId)));
  return actors.filter((actor) => actor !== null && actor.ability.can(SUBJECT, READ)) as Actor[];
}

declareJob({
  name: 'relaxed-duties',
  schedule: '0 7 1 * *',
  run: () => reportRelaxedDuties(monthBefore(monthOf(today()))),
});
