import { notAuthorized, notFound } from '#lib/values/refusal.ts';
import { isSwitchedOn } from './actor.server.ts';
import type { Actor } from '#lib/values/actor.ts';
import type { Need } from './page.ts';

/** Whether any of the actions is allowed on the subject, on whatever record. */
export const allows = ({ ability }: Actor, { subject, anyOf }: Need): boolean => ability.can(subject, ...anyOf);

/** Refuses who meets none of the needs: 404 where the modules of all of them are switched off, otherwise 403. */
export function requireAny(actor: Actor, needs: readonly Need[]): void {
  if (needs.every(({ subject }) => !isSwitchedOn(subject))) throw notFound();
  if (!needs.some((need) => allows(actor, need))) throw notAuthorized();
}

/** What somebody must do before anything else: a password that somebody else set, a second factor that a role asks for. */
export type Duty = 'change-password' | 'set-up-second-factor';

/** The first of these; null when there is nothing. */
export function firstDuty(actor: Actor): Duty | null {
  if (actor.mustChangePassword) return 'change-password';
  return actor.mustSetUpSecondFactor ? 'set-up-second-factor' : null;
}
