import { rolesAfter, rolesBefore } from './snapshot.server.ts';
import { effectiveRights, rolesHeldBy, rolesOfIds } from '#lib/directory/rights/user-rights.server.ts';
import { differenceOf, type EffectiveRight } from '#lib/directory/rights/user-rights.ts';
import type { RequestLists, UserRequest } from './user-request.ts';

/** What a request would give and take, and what of it the requester does not have: nobody asks for that unseen. */
export interface RequestGains {
  gained: EffectiveRight[];
  lost: EffectiveRight[];
  /** Of what is gained, what the requester may not do himself. */
  beyond: EffectiveRight[];
  roles: { gained: string[]; lost: string[] };
}

/** By the roles as they are today, by the same reckoning that explains somebody's rights. Two statements. */
export async function gainsOf(
  request: Pick<UserRequest, 'kind' | 'subjectBefore' | 'requesterId'>,
  lists: RequestLists,
): Promise<RequestGains> {
  const [before, after] = [rolesBefore(request), rolesAfter(request, lists)];
  const [roles, own] = await Promise.all([rolesOfIds([...before, ...after]), rolesHeldBy(request.requesterId)]);
  const these = (ids: readonly string[]) => roles.filter(({ id }) => ids.includes(id));
  const names = (ids: readonly string[], others: readonly string[]) =>
    these(ids.filter((id) => !others.includes(id))).map(({ name }) => name);
  const { onlyHere: lost, onlyThere: gained } = differenceOf(
    effectiveRights(these(before)),
    effectiveRights(these(after)),
  );
  return {
    gained,
    lost,
    beyond: differenceOf(gained, effectiveRights(own)).onlyHere,
    roles: { gained: names(after, before), lost: names(before, after) },
  };
}
