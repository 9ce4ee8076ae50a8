import { sql } from 'kysely';
import type { Actor } from '#lib/values/actor.ts';
import { invalid, notAuthorized, type FieldError } from '#lib/values/refusal.ts';
import { store } from '#lib/records/store.server.ts';
import type { ShownVersion } from '#lib/records/version.server.ts';
import type { ReadRow } from '#lib/records/store-reading.server.ts';
import { db, transaction, type Db, type Tx } from '#lib/process/database/database.server.ts';
import { dashboard, SHARING, type Dashboard } from './dashboard.ts';

declare module '#lib/process/database/database.server.ts' {
  interface Database {
    dashboards: Dashboard;
    dashboardTeams: { dashboardId: string; teamId: string };
    dashboardRoles: { dashboardId: string; roleId: string };
    dashboardDefaults: { roleId: string; dashboardId: string };
    /** One of both: a dashboard, or the key of a first page that comes with the product. */
    dashboardChoices: { userId: string; dashboardId: string | null; firstPage: string | null };
  }
}

/** Whom it is shared with. */
interface Sharing {
  teamIds: string[];
  roleIds: string[];
  defaultForIds: string[];
}
type Entered = Dashboard & Sharing;

/** SQL: a dashboard of others is shared with the reader. */
const shared = (actor: Actor) => sql<boolean>`(dashboards.status = 'active' and (dashboards.scope = 'everyone'
  or (dashboards.scope = 'team' and exists (select 1 from dashboard_teams t join team_members m on m.team_id = t.team_id where t.dashboard_id = dashboards.id and m.user_id = ${actor.id || null}))
  or (dashboards.scope = 'role' and exists (select 1 from dashboard_roles r join user_roles u on u.role_id = r.role_id where r.dashboard_id = dashboards.id and u.user_id = ${actor.id || null}))))`;
const own = (actor: Actor) => sql<boolean>`dashboards.owner_id = ${actor.id || null}`;

/** SQL: the reader may see it: their own, or one shared with them. Active ones only. */
export const isDashboardVisible = (actor: Actor) =>
  sql<boolean>`(dashboards.status = 'active' and (${own(actor)} or ${shared(actor)}))`;

/** A private dashboard is visible to nobody else, whatever their rights. */
export const dashboards = store(dashboard, {
  rights: {
    list: ['read'],
    show: ['show'],
    create: ['create'],
    update: ['update'],
    acts: { retire: ['update'], restore: ['update'] },
  },
  reachMore: shared,
  narrow: (actor) => sql<boolean>`(dashboards.scope <> 'personal' or ${own(actor)})`,
  lists: (id, reader) => sharingOf(reader, id),
  types: { mine: own, shared: () => sql<boolean>`dashboards.scope <> 'personal'` },
  computed: {
    widgetCount: () => sql<number>`(select count(*) from dashboard_widgets w where w.dashboard_id = dashboards.id)`,
  },
});

/** A dashboard with whom it is shared with. */
export async function getDashboard(
  actor: Actor,
  id: string,
  actions?: readonly string[],
): Promise<ReadRow<typeof dashboard> & Sharing> {
  return { ...(await dashboards.get(actor, id, actions)), ...(await sharingOf(db, id)) };
}

/** Creates a dashboard owned by the actor; sharing it needs the right to assign. */
export async function createDashboard(actor: Actor, input: unknown): Promise<Dashboard> {
  return makeDashboard(actor, input);
}

/** The same as part of something larger; `after` adds its widgets. */
export async function makeDashboard(
  actor: Actor,
  input: unknown,
  after?: (row: Dashboard, tx: Tx) => Promise<void>,
): Promise<Dashboard> {
  return dashboards.create(
    actor,
    { ...NOT_SHARED, ...(input as object) },
    async (entered: Entered, tx) => {
      await check(tx, actor, entered, null);
      return { ownerId: actor.id };
    },
    {
      after: async (row: Entered, tx) => {
        await writeSharing(row, tx);
        await after?.(row, tx);
      },
    },
  );
}

/** Updates a dashboard; its sharing only with the right to assign (403 without it). */
export async function updateDashboard(actor: Actor, seen: ShownVersion, input: unknown): Promise<Dashboard> {
  return transaction(async (tx) => {
    const before = await sharingOf(tx, seen.id);
    const sent = input as Partial<Entered>;
    return dashboards.update(
      actor,
      seen,
      sent,
      async (after, own, known) => {
        await check(own, actor, { ...before, ...after } as Entered, { ...known, ...before } as Entered);
      },
      { tx, after: (row: Entered, own) => writeSharing({ ...before, ...row }, own) },
    );
  });
}

/** Retires a dashboard: people whose start dashboard it was get another. */
export async function retireDashboard(actor: Actor, seen: ShownVersion): Promise<Dashboard> {
  return dashboards.transition(actor, 'retire', seen, async (before: Dashboard, tx) => {
    await tx.deleteFrom('dashboardDefaults').where('dashboardId', '=', before.id).execute();
    await tx.deleteFrom('dashboardChoices').where('dashboardId', '=', before.id).execute();
    return { isGeneral: false };
  });
}

/** Restores a retired dashboard; it is nobody's start dashboard until it is set again. */
export async function restoreDashboard(actor: Actor, seen: ShownVersion): Promise<Dashboard> {
  return dashboards.transition(actor, 'restore', seen);
}

/** Whether the actor may edit a dashboard that is, or is not, their own. */
export function mayEditDashboard({ ability }: Actor, isOwn: boolean): boolean {
  const scopes = ability.scopes('Dashboard', ['update']);
  return scopes.has('entity') || (scopes.has('own') && isOwn);
}

export const mayAssignDashboards = ({ ability }: Pick<Actor, 'ability'>): boolean => ability.can('Dashboard', 'assign');

const NOT_SHARED = {
  scope: 'personal',
  teamIds: [],
  roleIds: [],
  defaultForIds: [],
  isGeneral: false,
  period: 'this-year',
  refreshSeconds: '0',
};

async function check(tx: Tx, actor: Actor, after: Entered, before: Entered | null): Promise<void> {
  const same = (name: (typeof SHARING)[number]) =>
    JSON.stringify([after[name]].flat().toSorted()) ===
    JSON.stringify([(before ?? NOT_SHARED)[name]].flat().toSorted());
  if (actor.type !== 'system' && !mayAssignDashboards(actor) && !SHARING.every(same)) throw notAuthorized();
  const { scope, teamIds, roleIds, defaultForIds, isGeneral } = after;
  const faults: FieldError[] = [
    ...(scope === 'team' && teamIds.length === 0 ? [{ path: 'teamIds', code: 'required' }] : []),
    ...(scope === 'role' && roleIds.length === 0 ? [{ path: 'roleIds', code: 'required' }] : []),
    ...(isGeneral && scope !== 'everyone' ? [{ path: 'isGeneral', code: 'dashboard-not-for-everyone' }] : []),
    ...(defaultForIds.some((id) => scope !== 'everyone' && !(scope === 'role' && roleIds.includes(id)))
      ? [{ path: 'defaultForIds', code: 'dashboard-not-for-role' }]
      : []),
    ...(await beginElsewhere(tx, after)),
  ];
  if (faults.length > 0) throw invalid(faults);
}

/** A role has one start dashboard: it must be removed from the other first. */
async function beginElsewhere(tx: Tx, { id, defaultForIds }: Entered): Promise<FieldError[]> {
  if (defaultForIds.length === 0) return [];
  const taken = await tx
    .selectFrom('dashboardDefaults')
    .innerJoin('dashboards', 'dashboards.id', 'dashboardId')
    .innerJoin('roles', 'roles.id', 'roleId')
    .select(['roles.name as role', 'dashboards.name as name'])
    .where('roleId', 'in', defaultForIds)
    .where('dashboardId', '<>', id)
    .orderBy('roles.name')
    .executeTakeFirst();
  return taken ? [{ path: 'defaultForIds', code: 'role-begins-elsewhere', params: { ...taken } }] : [];
}

async function sharingOf(reader: Db, id: string): Promise<Sharing> {
  const { rows } = await sql<Sharing>`select
    array(select team_id::text from dashboard_teams where dashboard_id = ${id} order by 1) as team_ids,
    array(select role_id::text from dashboard_roles where dashboard_id = ${id} order by 1) as role_ids,
    array(select role_id::text from dashboard_defaults where dashboard_id = ${id} order by 1) as default_for_ids`.execute(
    reader,
  );
  return rows[0]!;
}

/** Entries that do not belong to the scope are dropped. */
async function writeSharing({ id, scope, teamIds, roleIds, defaultForIds }: Entered, tx: Tx): Promise<void> {
  await tx.deleteFrom('dashboardTeams').where('dashboardId', '=', id).execute();
  await tx.deleteFrom('dashboardRoles').where('dashboardId', '=', id).execute();
  await tx.deleteFrom('dashboardDefaults').where('dashboardId', '=', id).execute();
  if (scope === 'team')
    await tx
      .insertInto('dashboardTeams')
      .values(teamIds.map((teamId) => ({ dashboardId: id, teamId })))
      .execute();
  if (scope === 'role')
    await tx
      .insertInto('dashboardRoles')
      .values(roleIds.map((roleId) => ({ dashboardId: id, roleId })))
      .execute();
  if (defaultForIds.length > 0)
    await tx
      .insertInto('dashboardDefaults')
      .values(defaultForIds.map((roleId) => ({ dashboardId: id, roleId })))
      .execute();
}
