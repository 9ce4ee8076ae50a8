import type { Actor } from '#lib/values/actor.ts';
import { secondFactorsOf, type SecondFactors } from '#lib/access/second-factor/second-factor.server.ts';
import { users } from './user.server.ts';

/** A person's second factor (right User reset-second-factor). */
export async function secondFactorOfUser(actor: Actor, userId: string): Promise<SecondFactors> {
  await users.get(actor, userId, ['reset-second-factor']);
  return secondFactorsOf(userId);
}
