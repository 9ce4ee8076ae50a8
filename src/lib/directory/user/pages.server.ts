/** The pages of people as their addresses share them: /directory/users, /apps/users and /user. */
import type { AstroGlobal } from 'astro';
import { pageParam } from '#lib/process/http/page-param.ts';
import { formPost, type Form } from '#lib/records/form/form.server.ts';
import type { PostedActs } from '#lib/records/form/posted-acts.server.ts';
import type { ListOptions } from '#lib/records/list/list-page.server.ts';
import type { Actor } from '#lib/values/actor.ts';
import { userActs } from './acts.server.ts';
import { userBulkActs } from './bulk.server.ts';
import { userPath } from './paths.ts';
import { getUser, updateUser, type UserRecord } from './user.server.ts';
import { user } from './user.ts';

type Paths = Pick<typeof userPath, 'list' | 'show'>;

/** What the list of people offers this reader, at the address of `paths`. */
export const userListOptions = ({ ability }: Pick<Actor, 'ability'>, { list, show }: Paths): ListOptions => ({
  path: list,
  open: ({ id }) => (ability.can('User', 'show') ? show(id) : null),
  exportPath: userPath.api.export,
  bulk: ability.can('User', 'update') ? userBulkActs : { suspend: userBulkActs.suspend },
});

/** The person of the address, after the act that was posted to their page. */
export async function userShowPage(astro: AstroGlobal): Promise<{ person: UserRecord; posted: PostedActs }> {
  const person = await getUser(astro.locals.actor, pageParam(astro, 'id'));
  return { person, posted: await userActs(astro, person) };
}

/** The form of the person of the address, which leads to their page. */
export async function userEditPage(
  astro: AstroGlobal,
  { show }: Paths,
): Promise<{ person: UserRecord; form: Form; cancel: string }> {
  const person = await getUser(astro.locals.actor, pageParam(astro, 'id'));
  const redirect = show(person.id);
  const form = await formPost(astro, user, (actor, input, seen) => updateUser(actor, seen, input), {
    initial: person,
    redirect,
  });
  return { person, form, cancel: redirect };
}
