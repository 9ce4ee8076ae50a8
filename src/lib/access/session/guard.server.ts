import { notAuthorized, notFound } from '#lib/values/refusal.ts';
import { isSwitchedOn } from './actor.server.ts';
import type { Actor } from '#lib/values/actor.ts';
import type { Need } from './page.ts';

/** Whether any of the actions is allowed on the subject, on any record. */
export const allows = ({ ability }: Actor, { subject, anyOf }: Need): boolean => ability.can(subject, ...anyOf);

/**
 * Refuses an actor who meets none of the needs: 404 where the modules of all of them are switched off, otherwise 403.
 */
export function requireAny(actor: Actor, needs: readonly Need[]): void {
  if (needs.every(({ subject }) => !isSwitchedOn(subject))) throw notFound();
  if (!needs.some((need) => allows(actor, need))) throw notAuthorized();
}

/**
 * What somebody must do before anything else: change a password set by somebody else, set up a second factor that a
 * role requires.
 */
export type RequiredAction = 'change-password' | 'set-up-second-factor';

/** The first required action; null when there is none. */
export function firstRequiredAction(actor: Actor): RequiredAction | null {
  if (actor.mustChangePassword) return 'change-password';
  return actor.mustSetUpSecondFactor ? 'set-up-second-factor' : null;
}
