import { sql } from 'kysely';
import { v7 as uuid, validate } from 'uuid';
import type { Actor } from '#lib/values/actor.ts';
import { logActivity } from '#lib/activity/activity.server.ts';
import { notAuthorized, notFound } from '#lib/values/refusal.ts';
import { db, transaction, type Tx } from '#lib/process/database/database.server.ts';
import type { BoardFilters } from '#lib/dashboards/board-filters.ts';
import { BUILT_IN_FILTERS } from './built-in.ts';
import { firstPagesFor, isFirstPage } from './first-pages.ts';
import { dashboard, type Dashboard } from './dashboard.ts';
import { isDashboardVisible, makeDashboard } from './dashboard.server.ts';
import { insertWidgets, widgetsOf } from './widgets.server.ts';
import type { FirstWidget } from '#lib/dashboards/widget/widget.ts';

/** A dashboard that a person may see. */
export interface VisibleDashboard extends BoardFilters {
  /** Of a first page that comes with the product its key. */
  id: string;
  isBuiltIn: boolean;
  /** Null for one that comes with the product: it is named in the reader's language. */
  name: string | null;
  scope: Dashboard['scope'];
  isMine: boolean;
  refreshSeconds: Dashboard['refreshSeconds'];
}

export interface MyDashboard {
  shown: VisibleDashboard;
  widgets: FirstWidget[];
  /** All that the person may see, by name, with the current one. */
  others: VisibleDashboard[];
  /** The current one is the person's start dashboard. */
  isBegin: boolean;
  /** The person has chosen a start dashboard. */
  hasChosen: boolean;
}

type Found = VisibleDashboard & { name: string; isChosen: boolean; isOfRole: boolean; isGeneral: boolean };

const builtIn = (id: string): VisibleDashboard => ({
  id,
  isBuiltIn: true,
  name: null,
  scope: 'everyone',
  isMine: false,
  refreshSeconds: '0',
  ...BUILT_IN_FILTERS,
});

/**
 * The dashboard of a person (right my-dashboard): the requested one, else the person's choice, else that of a role (of
 * several the first by name), else the general one, else the first page that comes with the product and fits what the
 * person may do. One or two statements. 404 for one out of reach.
 */
export async function myDashboard(actor: Actor, asked: string | null = null): Promise<MyDashboard> {
  ask(actor);
  const { all, chosenPage } = await visible(actor);
  const pages = firstPagesFor(actor.ability);
  const others = [...pages.map(({ key }) => builtIn(key)), ...all];
  const chosen = all.find(({ isChosen }) => isChosen) ?? others.find(({ id }) => id === chosenPage);
  const begin = chosen ?? all.find(({ isOfRole }) => isOfRole) ?? all.find(({ isGeneral }) => isGeneral) ?? others[0]!;
  const shown = asked === null ? begin : others.find(({ id }) => id === asked);
  if (!shown) throw notFound();
  const widgets = shown.isBuiltIn ? pages.find(({ key }) => key === shown.id)!.widgets : await widgetsOf(shown.id);
  return {
    shown,
    widgets,
    others,
    isBegin: shown.id === begin.id,
    hasChosen: chosen !== undefined,
  };
}

/** Makes this the person's start dashboard; the person must be able to see it. */
export async function setStartDashboard(actor: Actor, id: string): Promise<void> {
  ask(actor);
  const page = firstPagesFor(actor.ability).find(({ key }) => key === id);
  const found = page ? builtIn(page.key) : (await visible(actor)).all.find((one) => one.id === id);
  if (!found) throw notFound();
  await transaction((tx) => choose(tx, actor, found));
}

/**
 * Removes the person's choice of a start dashboard: that of the role applies again. The person's own dashboards stay.
 */
export async function clearStartDashboard(actor: Actor): Promise<void> {
  ask(actor);
  await transaction(async (tx) => {
    const gone = await tx
      .deleteFrom('dashboardChoices')
      .where('userId', '=', actor.id)
      .returning(['dashboardId', 'firstPage'])
      .executeTakeFirst();
    if (gone) await note(tx, actor, 'reset', { id: gone.dashboardId, name: gone.firstPage });
  });
}

/** Copies a dashboard for the person alone and makes it their start dashboard; null copies the one they begin with. */
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
        widgets.map(({ isQuiet: _isQuiet, ...widget }) => ({ ...widget, id: uuid() })),
      );
      await choose(tx, actor, { ...made, isBuiltIn: false });
    },
  );
}

/** Whether the actor may see a dashboard under `/dashboard`. */
export async function canOpenDashboard(actor: Actor, id: string): Promise<boolean> {
  return actor.ability.can('Dashboard', 'my-dashboard') && (await visible(actor)).all.some((one) => one.id === id);
}

/** The dashboards that the actor may see, and the first page that the actor has chosen instead, in one statement. */
async function visible(actor: Actor): Promise<{ all: Found[]; chosenPage: string | null }> {
  const { rows } = await sql<(Found | { id: null }) & { chosenPage: string | null }>`
    select dashboards.id, false as is_built_in, name, scope, owner_id = ${actor.id} as is_mine, refresh_seconds, period, business_entity_id, department_id, cost_center_id, is_general,
      c.dashboard_id is not distinct from dashboards.id as is_chosen, c.first_page as chosen_page,
      exists (select 1 from dashboard_defaults d join user_roles u on u.role_id = d.role_id where d.dashboard_id = dashboards.id and u.user_id = ${actor.id}) as is_of_role
    from (select) here left join dashboard_choices c on c.user_id = ${actor.id}
    left join dashboards on ${isDashboardVisible(actor)} order by lower(name), id limit 200`.execute(db);
  return { all: rows.filter((row): row is Found & typeof row => row.id !== null), chosenPage: rows[0]!.chosenPage };
}

async function choose(
  tx: Tx,
  actor: Actor,
  { id, name, isBuiltIn }: Pick<VisibleDashboard, 'id' | 'name' | 'isBuiltIn'>,
): Promise<void> {
  const chosen = { dashboardId: isBuiltIn ? null : id, firstPage: isBuiltIn ? id : null };
  await tx
    .insertInto('dashboardChoices')
    .values({ userId: actor.id, ...chosen })
    .onConflict((conflict) => conflict.column('userId').doUpdateSet(chosen))
    .execute();
  await note(tx, actor, 'chosen', { id: chosen.dashboardId, name: name ?? id });
}

async function note(
  tx: Tx,
  actor: Actor,
  act: 'chosen' | 'reset',
  { id, name }: { id: string | null; name: string | null },
): Promise<void> {
  await logActivity(
    actor,
    {
      event: `dashboard.${act}`,
      subject: dashboard.subject,
      ...(id && { entity: dashboard.name, entityId: id }),
      entityNumber: name,
    },
    tx,
  );
}

function ask(actor: Actor): void {
  if (!actor.ability.can('Dashboard', 'my-dashboard')) throw notAuthorized();
}

/** An id, or the key of a first page, in an address or a form; null where none is given, 404 for an invalid one. */
export function askedId(text: string | null): string | null {
  if (!text) return null;
  if (!validate(text) && !isFirstPage(text)) throw notFound();
  return text;
}
