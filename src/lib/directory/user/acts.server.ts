import type { AstroGlobal } from 'astro';
import { endDelegation } from '#lib/approvals/delegation/delegation.server.ts';
import { resetSecondFactorOf } from '#lib/access/second-factor/reset-second-factor.server.ts';
import { shownVersionOf } from '#lib/records/version.server.ts';
import type { Translate } from '#lib/values/languages.ts';
import { resendInvitation } from './invitation.server.ts';
import { postedActs, type PostedActs } from '#lib/records/form/posted-acts.server.ts';
import { deactivateUser, reactivateUser, suspendUser, type ReassignedWork } from './suspension.server.ts';
import { endUserSessions } from './sessions.server.ts';
import type { User } from './user.ts';

/** The acts of a person's page; each returns its message, that of suspending also with the new approvers. */
export function userActs(astro: AstroGlobal, person: User): Promise<PostedActs> {
  const { actor, t } = astro.locals;
  const name = person.fullName;
  return postedActs(astro, {
    suspend: async (input) =>
      reassignmentSentence(
        t,
        t('directory.user.suspension.done', { name }),
        await suspendUser(actor, shownVersionOf(person.id, input), input),
      ),
    deactivate: async (input) =>
      reassignmentSentence(
        t,
        t('directory.user.suspension.left', { name }),
        await deactivateUser(actor, shownVersionOf(person.id, input), input),
      ),
    reactivate: async (input) => {
      await reactivateUser(actor, shownVersionOf(person.id, input), input);
      return t('directory.user.reactivated', { name });
    },
    invite: async () => {
      await resendInvitation(actor, person.id);
      return t('directory.user.invited', { email: person.email });
    },
    endDelegation: (input) =>
      endDelegation(actor, String(input.delegation)).then(() => t('approvals.approvalDelegation.ended')),
    resetSecondFactor: () =>
      resetSecondFactorOf(actor, person.id).then(() => t('directory.user.secondFactor.done', { name })),
    endSessions: async () =>
      t('directory.user.sessionsEnded', { count: (await endUserSessions(actor, person.id)).ended }),
  });
}

/** 'Nurul Huda is suspended. 2 sessions ended. 3 decisions moved to Daniel Koh.' */
function reassignmentSentence(
  t: Translate,
  first: string,
  { sessionsEnded, movedTasks, movedTo, departments, newHeadOf, clients, reassigned, openDocuments }: ReassignedWork,
): string {
  const moved = movedTo.reduce((sum, { count }) => sum + count, 0);
  const words = 'directory.user.suspension';
  return [
    first,
    ...(sessionsEnded > 0 ? [t(`${words}.sessions`, { count: sessionsEnded })] : []),
    ...movedTo.map(({ name, count }) => t(`${words}.moved`, { count, to: name })),
    ...(movedTasks > moved ? [t(`${words}.shared`, { count: movedTasks - moved })] : []),
    ...(reassigned > 0 ? [t(`${words}.reassigned`, { count: reassigned })] : []),
    ...(openDocuments > 0 ? [t(`${words}.documents`, { count: openDocuments })] : []),
    ...(newHeadOf.length > 0 ? [t(`${words}.newHead`, { names: newHeadOf.join(', ') })] : []),
    ...(clients.length > 0 ? [t(`${words}.clients`, { names: clients.join(', ') })] : []),
    ...(departments.length > 0
      ? [t(`${words}.departments`, { names: departments.map(({ name }) => name).join(', ') })]
      : []),
  ].join(' ');
}
