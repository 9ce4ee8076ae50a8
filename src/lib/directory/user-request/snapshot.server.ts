import { effectiveRights, rolesHeldBy, rolesOfIds } from '#lib/directory/rights/user-rights.server.ts';
import { differenceOf, type EffectiveRight } from '#lib/directory/rights/user-rights.ts';
import { picked } from '#lib/values/entries.ts';
import type { RequestLists, UserRequest } from './user-request.ts';

/** The names of what approvers decide on, in the order in which they are told. */
export const SNAPSHOT_FIELDS = [
  'kind',
  'fullName',
  'email',
  'contactNumber',
  'language',
  'departmentId',
  'jobTitle',
  'startDate',
  'endDate',
  'reason',
] as const;

/** What approvers decide on. */
export type RequestSnapshot = Pick<UserRequest, (typeof SNAPSHOT_FIELDS)[number] | 'subjectUserId'> & RequestLists;

export const snapshotOf = (request: UserRequest, { roleIds, businessEntityIds }: RequestLists): RequestSnapshot => ({
  ...picked(request, ['subjectUserId', ...SNAPSHOT_FIELDS]),
  roleIds,
  businessEntityIds,
});

/** The roles a person had when the request was written; none for a new account. */
export const rolesBefore = ({ subjectBefore }: Pick<UserRequest, 'subjectBefore'>): string[] =>
  (subjectBefore?.['roleIds'] as string[] | undefined) ?? [];

/** The roles a request would leave the person with. */
export const rolesAfter = (
  request: Pick<UserRequest, 'kind' | 'subjectBefore'>,
  { roleIds }: Pick<RequestLists, 'roleIds'>,
): string[] => ({ create: roleIds, 'role-change': roleIds, change: rolesBefore(request), suspend: [] })[request.kind];

/** What a request would give and take, and what of it the requester does not have: nobody asks for that unseen. */
export interface RequestGains {
  gained: EffectiveRight[];
  lost: EffectiveRight[];
  /** Of what is gained, what the requester may not do himself. */
  beyond: EffectiveRight[];
  roles: { gained: string[]; lost: string[] };
}

/** By the roles as they are today, by the same reckoning that explains somebody's rights; who has no
 * account yet has none, not even what everybody has. Two statements. */
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
    request.kind === 'create' ? [] : effectiveRights(these(before)),
    effectiveRights(these(after)),
  );
  return {
    gained,
    lost,
    beyond: differenceOf(gained, effectiveRights(own)).onlyHere,
    roles: { gained: names(after, before), lost: names(before, after) },
  };
}
