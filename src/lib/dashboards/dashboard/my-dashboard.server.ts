import { sql } from 'kysely';
import { v7 as uuid, validate } from 'uuid';
import type { Actor } from '#lib/values/actor.ts';
import { logActivity } from '#lib/activity/activity.server.ts';
import { notAuthorized, notFound } from '#lib/values/refusal.ts';
import { db, transaction, type Tx } from '#lib/process/database/database.server.ts';
import type { BoardFilters } from '#lib/dashboards/board-filters.ts';
import { BUILT_IN, BUILT_IN_FILTERS } from './built-in.ts';
import { dashboard, type Dashboard } from './dashboard.ts';
import { isVisible, makeDashboard } from './dashboard.server.ts';
import { insertWidgets, widgetsOf } from './widgets.server.ts';
import type { PlacedWidget } from '#lib/dashboards/widget/widget.ts';

/** A dashboard that a person may look at. `id` is null for the one that comes with the product. */
export interface VisibleDashboard extends BoardFilters {
  id: string | null;
  /** Null for the one that comes with the product: it is named in the reader's language. */
  name: string | null;
  scope: Dashboard['scope'];
  isMine: boolean;
  refreshSeconds: Dashboard['refreshSeconds'];
}

export interface MyDashboard {
  shown: VisibleDashboard;
  widgets: PlacedWidget[];
  /** All that the person may look at, in the order of their names, with the one shown. */
  others: VisibleDashboard[];
  /** The person begins with the one shown. */
  isBegin: boolean;
  /** The person has chosen with what to begin. */
  hasChosen: boolean;
}

type Found = VisibleDashboard & { id: string; name: string; isChosen: boolean; isOfRole: boolean; isGeneral: boolean };

const builtIn: VisibleDashboard = {
  id: null,
  name: null,
  scope: 'everyone',
  isMine: false,
  refreshSeconds: '0',
  ...BUILT_IN_FILTERS,
};

/**
 * The dashboard of a person (right my-dashboard): the one asked for, else what the person has chosen, else that of a role (of
 * several the first by name), else the general one, else the one that comes with the product. Two statements. 404 for one out of reach.
 */
export async function myDashboard(actor: Actor, asked: string | null = null): Promise<MyDashboard> {
  ask(actor);
  const all = await visible(actor);
  const begin =
    all.find(({ isChosen }) => isChosen) ??
    all.find(({ isOfRole }) => isOfRole) ??
    all.find(({ isGeneral }) => isGeneral);
  const shown = asked === null ? begin : all.find(({ id }) => id === asked);
  if (asked !== null && !shown) throw notFound();
  const widgets = shown ? await widgetsOf(shown.id) : BUILT_IN;
  return {
    shown: shown ?? builtIn,
    widgets,
    others: begin ? all : [builtIn, ...all],
    isBegin: shown === begin,
    hasChosen: all.some(({ isChosen }) => isChosen),
  };
}

/** From now on the person begins with this one; it must be one the person may look at. */
export async function beginWith(actor: Actor, id: string): Promise<void> {
  ask(actor);
  const found = (await visible(actor)).find((one) => one.id === id);
  if (!found) throw notFound();
  await transaction((tx) => choose(tx, actor, found));
}

/** Forgets with what the person wanted to begin: that of the role comes again. The person's own dashboards stay. */
export async function resetBegin(actor: Actor): Promise<void> {
  ask(actor);
  await transaction(async (tx) => {
    const gone = await tx
      .deleteFrom('dashboardChoices')
      .where('userId', '=', actor.id)
      .returning('dashboardId')
      .executeTakeFirst();
    if (gone) await note(tx, actor, 'reset', { id: gone.dashboardId, name: null });
  });
}

/** A copy of a dashboard for the person alone, who begins with it from now on; null copies the one that comes with the product. */
export async function copyForMyself(actor: Actor, id: string | null, name: string): Promise<Dashboard> {
  ask(actor);
  const { shown, widgets } = await myDashboard(actor, id);
  const { period, businessEntityId, departmentId, costCenterId, refreshSeconds } = shown;
  return makeDashboard(
    actor,
    { name, description: null, period, businessEntityId, departmentId, costCenterId, refreshSeconds },
    async (made, tx) => {
      await insertWidgets(
        tx,
        made.id,
        widgets.map((widget) => ({ ...widget, id: uuid() })),
      );
      await choose(tx, actor, made);
    },
  );
}

/** Whether the actor may look at a dashboard under `/dashboard`. */
export async function canOpen(actor: Actor, id: string): Promise<boolean> {
  return actor.ability.can('Dashboard', 'my-dashboard') && (await visible(actor)).some((one) => one.id === id);
}

async function visible(actor: Actor): Promise<Found[]> {
  const { rows } = await sql<Found>`
    select dashboards.id, name, scope, owner_id = ${actor.id} as is_mine, refresh_seconds, period, business_entity_id, department_id, cost_center_id, is_general,
      exists (select 1 from dashboard_choices c where c.user_id = ${actor.id} and c.dashboard_id = dashboards.id) as is_chosen,
      exists (select 1 from dashboard_defaults d join user_roles u on u.role_id = d.role_id where d.dashboard_id = dashboards.id and u.user_id = ${actor.id}) as is_of_role
    from dashboards where ${isVisible(actor)} order by lower(name), id limit 200`.execute(db);
  return rows;
}

async function choose(tx: Tx, actor: Actor, chosen: { id: string; name: string }): Promise<void> {
  await tx
    .insertInto('dashboardChoices')
    .values({ userId: actor.id, dashboardId: chosen.id })
    .onConflict((conflict) => conflict.column('userId').doUpdateSet({ dashboardId: chosen.id }))
    .execute();
  await note(tx, actor, 'chosen', chosen);
}

async function note(
  tx: Tx,
  actor: Actor,
  act: 'chosen' | 'reset',
  { id, name }: { id: string; name: string | null },
): Promise<void> {
  await logActivity(
    actor,
    { event: `dashboard.${act}`, subject: dashboard.subject, entity: dashboard.name, entityId: id, entityNumber: name },
    tx,
  );
}

function ask(actor: Actor): void {
  if (!actor.ability.can('Dashboard', 'my-dashboard')) throw notAuthorized();
}

/** An id in an address or a form; null where none is named, 404 for what is no id. */
export function askedId(text: string | null): string | null {
  if (!text) return null;
  if (!validate(text)) throw notFound();
  return text;
}
