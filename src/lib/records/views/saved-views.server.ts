import { sql, type RawBuilder } from 'kysely';
import { isOpenPage } from '#lib/access/session/known-pages.server.ts';
import type { Actor } from '#lib/values/actor.ts';
import { db } from '#lib/process/database/database.server.ts';
import type { SavedView } from './saved-view.ts';

declare module '#lib/process/database/database.server.ts' {
  interface Database {
    savedViews: SavedView;
    viewPlaces: { userId: string; viewId: string; list: string; place: number | null; isDefault: boolean };
  }
}

/** A view as one of its readers has it. */
export interface SavedViewRow {
  id: string;
  name: string;
  list: string;
  address: string;
  version: number;
  scope: SavedView['scope'];
  teamId: string | null;
  teamName: string | null;
  ownerId: string;
  ownerName: string;
  /** The reader begins this list with it. */
  isDefault: boolean;
}

/** Under these names they come with the choices of the list's filters. */
export const VIEWS = 'saved-views';
export const TEAMS = 'teams-of-the-reader';

/** Whether the actor may share with everybody, and change what is shared so. */
export const mayShareWithAll = (actor: Actor): boolean => actor.ability.can('SavedView', 'share-with-all');

/**
 * A team's views are every member's to change, what is for everybody that of who may share so; each change of them is
 * logged.
 */
export function mayChange(actor: Actor, { scope, ownerId }: Pick<SavedViewRow, 'scope' | 'ownerId'>): boolean {
  if (scope === 'own') return ownerId === actor.id;
  return scope === 'team' || mayShareWithAll(actor);
}

/** SQL: the actor has the view `v`: an own one, one for a team the actor is a member of, one for everybody. */
export function hasView(actor: Actor): RawBuilder<boolean> {
  return sql<boolean>`((v.scope = 'own' and v.owner_id = ${actor.id}) or v.scope = 'all'
    or (v.scope = 'team' and exists (select 1 from team_members m where m.team_id = v.team_id and m.user_id = ${actor.id})))`;
}

/**
 * The actor's views of a list in the actor's order, and the teams to share with: parts of the statement that reads what
 * the filters offer.
 */
export function viewsParts(actor: Actor, list: string): RawBuilder<unknown>[] {
  return [
    sql`(select ${VIEWS}::text as target, id as value, name as label, to_jsonb(mine) as more from (${viewsOf(actor, sql`v.list = ${list}`)}) mine)`,
    sql`(select ${TEAMS}::text as target, t.id as value, t.name as label, null::jsonb as more from teams t join team_members m on m.team_id = t.id
      where m.user_id = ${actor.id} and t.status = 'active' order by t.name)`,
  ];
}

/**
 * Whether the actor may open the list of a view: a shared one tells its name and its filters, which are nobody's business
 * who may not read that list.
 */
export async function mayOpenView(
  actor: Actor,
  { ownerId, address }: Pick<SavedView, 'ownerId' | 'address'>,
): Promise<boolean> {
  return ownerId === actor.id || isOpenPage(actor, pathOf(address));
}

/** The path of a saved state, without its query. */
export const pathOf = (address: string): string => address.split('?', 1)[0]!;

/** Every view the actor has of lists that the actor may open; at most 200. */
export async function allViews(actor: Actor): Promise<SavedViewRow[]> {
  const { rows } = await sql<SavedViewRow>`${viewsOf(actor, sql`true`)} limit 200`.execute(db);
  const isOpen = await Promise.all(rows.map((view) => mayOpenView(actor, view)));
  return rows.filter((_, index) => isOpen[index]);
}

/** Of the views `v` of one list with their places `p`: as the reader has put them, then one's own before the others. */
export const VIEW_ORDER = sql`p.place nulls last, array_position(array['own', 'team', 'all'], v.scope), v.name, v.id`;

/** Aliases are quoted by hand: inside of jsonb names stay as they are. */
function viewsOf(actor: Actor, condition: RawBuilder<unknown>): RawBuilder<unknown> {
  return sql`
    select v.id, v.name, v.list, v.address, v.version, v.scope, v.team_id as "teamId", t.name as "teamName", v.owner_id as "ownerId", o.full_name as "ownerName",
      coalesce(p.is_default, false) as "isDefault"
    from saved_views v join users o on o.id = v.owner_id left join teams t on t.id = v.team_id
      left join view_places p on p.view_id = v.id and p.user_id = ${actor.id}
    where ${condition} and ${hasView(actor)}
    order by v.list, ${VIEW_ORDER}`;
}
