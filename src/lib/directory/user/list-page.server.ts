import type { ListOptions } from '#lib/records/list/list-page.server.ts';
import type { Actor } from '#lib/values/actor.ts';
import { userBulkActs } from './bulk.server.ts';
import { userPath } from './paths.ts';

/** What the list of people offers this reader, at either of its addresses (/directory/users, /apps/users/list). */
export const userListOptions = (
  { ability }: Pick<Actor, 'ability'>,
  { list, show }: Pick<typeof userPath, 'list' | 'show'>,
): ListOptions => ({
  path: list,
  open: ({ id }) => (ability.can('User', 'show') ? show(id) : null),
  exportPath: userPath.api.export,
  bulk: ability.can('User', 'update') ? userBulkActs : { suspend: userBulkActs.suspend },
});
