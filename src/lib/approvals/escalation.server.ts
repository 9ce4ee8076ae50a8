import type { Actor } from '#lib/values/actor.ts';
import type { Tx } from '#lib/process/database/database.server.ts';
import type { Instance, Task } from './instance.ts';
import { fullNames, logOnDocument } from './document-log.server.ts';
import type { Step } from './policy/policy-choice.ts';
import {
  FALLBACK_ROLE,
  headsAbove,
  roleHolders,
  otherApprovers,
  teamMembers,
  type Approver,
} from './resolve.server.ts';
import { withDelegates } from './delegation/delegate.server.ts';
import { approvedBefore, openTasks } from './tasks.server.ts';
import { notifyEscalated } from './approval-notices.server.ts';

/**
 * Asks somebody else too for a place in which nobody has decided in twice the time: whom the step names for that, the
 * next head above the department who is not asked yet, and where these are nobody the fallback role. Whoever decides
 * first decides for the place. How many are asked now; none where the step says so, or everybody is asked already.
 */
export async function escalateTasks(
  tx: Tx,
  actor: Actor,
  instance: Instance,
  task: Task,
  now: string,
): Promise<number> {
  const step = instance.steps.find(({ seq }) => seq === task.seq)!;
  if (!step.escalate) return 0;
  const asked = await tx
    .selectFrom('approvalTasks')
    .select('assigneeId')
    .where('instanceId', '=', instance.id)
    .where('seq', '=', task.seq)
    .where('status', '<>', 'reassigned')
    .execute();
  const approved = await approvedBefore(tx, instance.id);
  const isFree = (userId: string) =>
    asked.every(({ assigneeId }) => assigneeId !== userId) && !(step.fourEyes && approved.has(userId));
  const people = await higherUp(tx, instance, step, isFree);
  if (people.length === 0) return 0;
  const standing = await withDelegates(
    people.map((userId): Approver => ({ userId, note: null })),
    { asked: instance, reader: tx, approved: new Set(), fourEyes: step.fourEyes },
  );
  // A delegate who is asked already takes no second place: it stays with the person.
  const found = standing.map((person, index) =>
    isFree(person.userId) ? person : { userId: people[index]!, note: null },
  );
  await openTasks(
    tx,
    instance,
    step,
    found.map((person) => ({ ...person, placeOf: task.placeOf, note: 'escalated' })),
    now,
  );
  const [slow, ...names] = await fullNames(tx, [task.assigneeId, ...found.map(({ userId }) => userId)]);
  await notifyEscalated(tx, instance.docType, instance.docId, slow!);
  await logOnDocument(tx, actor, instance, 'approval.escalated', { to: names.join(', ') });
  return found.length;
}

async function higherUp(
  tx: Tx,
  instance: Instance,
  { escalate: rule, escalateParam: param }: Step,
  isFree: (userId: string) => boolean,
): Promise<string[]> {
  const free = async (people: string[]) => (await otherApprovers(people, instance, tx)).filter(isFree);
  const named =
    rule === 'user'
      ? [param!]
      : rule === 'role'
        ? await roleHolders(param ?? '', tx)
        : rule === 'team'
          ? await teamMembers(param ?? '', tx)
          : [];
  const found = await free(named);
  if (found.length > 0) return found;
  const heads = (await free(await headsAbove(instance.departmentId, tx))).slice(0, 1);
  return heads.length > 0 ? heads : free(await roleHolders(FALLBACK_ROLE, tx));
}
