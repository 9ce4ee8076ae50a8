import { sql } from 'kysely';
import { v7 as uuid } from 'uuid';
import { z } from 'zod';
import type { Actor } from '#lib/values/actor.ts';
import { inputSchema } from '#lib/records/entity.ts';
import { parse } from '#lib/values/parse.ts';
import { Refusal, invalid, invalidField, notAuthorized, notFound } from '#lib/values/refusal.ts';
import type { ShownVersion } from '#lib/records/version.server.ts';
import { db, type Db, type Tx } from '#lib/process/database/database.server.ts';
import { jsonText, type Table } from '#lib/process/database/table.ts';
import type { Dashboard } from './dashboard.ts';
import { dashboards } from './dashboard.server.ts';
import { faultsOf, knownType } from '#lib/dashboards/widgets/types.server.ts';
import type { WidgetType } from '#lib/dashboards/widget/type.server.ts';
import { COLUMNS, widgetShape, type PlacedWidget, type Settings, type Size } from '#lib/dashboards/widget/widget.ts';

declare module '#lib/process/database/database.server.ts' {
  interface Database {
    dashboardWidgets: Table<PlacedWidget & { dashboardId: string; position: number }, never, 'size' | 'settings'>;
  }
}

/** Maximum number of widgets on a dashboard: each costs database queries at every view. */
const MOST_WIDGETS = 24;

const columnsOf = (width: keyof Size) =>
  z.number('not-a-number').refine((value) => COLUMNS[width].includes(value), 'not-a-choice');
const sizeSchema = z.strictObject({
  wide: columnsOf('wide'),
  medium: columnsOf('medium'),
  narrow: columnsOf('narrow'),
});
const addedSchema = z.strictObject({
  type: z.string('required'),
  title: z.unknown().optional(),
  settings: z.record(z.string(), z.unknown()).optional(),
  size: z.unknown().optional(),
  version: z.unknown().optional(),
});
const arrangementSchema = z
  .array(z.strictObject({ id: z.uuid('not-a-choice'), size: z.unknown() }), 'required')
  .max(MOST_WIDGETS, 'too-many-rows');

/** The widgets of a dashboard in their order. The caller checks the right. */
export async function widgetsOf(dashboardId: string, reader: Db = db): Promise<PlacedWidget[]> {
  return reader
    .selectFrom('dashboardWidgets')
    .select(['id', 'type', 'title', 'size', 'settings'])
    .where('dashboardId', '=', dashboardId)
    .orderBy('position')
    .execute();
}

/** One widget with its dashboard, for those who may change that; 404 for all others. */
export async function getWidget(actor: Actor, id: string): Promise<PlacedWidget & { dashboard: Dashboard }> {
  if (!z.uuid().safeParse(id).success) throw notFound();
  const found = await db
    .selectFrom('dashboardWidgets')
    .select(['id', 'type', 'title', 'size', 'settings', 'dashboardId'])
    .where('id', '=', id)
    .executeTakeFirst();
  if (!found) throw notFound();
  const { dashboardId, ...widget } = found;
  return { ...widget, dashboard: await dashboards.get(actor, dashboardId, ['update']) };
}

/**
 * Adds a widget at the end of a dashboard: `type`, and optionally `title`, `settings` and `size`, else the defaults of
 * its type. 422 for a type that does not exist or that the actor could not read, for invalid settings, and above 24
 * widgets.
 */
export async function addWidget(
  actor: Actor,
  seen: ShownVersion,
  input: unknown,
): Promise<Dashboard & { widgetId: string }> {
  const entered = parse(addedSchema, input);
  const type = typeNamed(entered.type);
  const given =
    entered.settings === undefined ? null : settingsOf(type, { title: entered.title ?? null, ...entered.settings });
  const title = given ? given.title : settingsOf(type, { title: entered.title ?? null }, false).title;
  const settings = given ? given.settings : type.defaults(actor);
  if (given) refuseFaults(actor, type, settings);
  if ((given || type.settings.length === 0) && !(await type.isOpen(actor, settings))) throw notAuthorized();
  const widget: PlacedWidget = {
    id: uuid(),
    type: type.name,
    title,
    size: entered.size === undefined ? type.size : parse(sizeSchema, entered.size),
    settings,
  };
  const row = await dashboards.update(
    actor,
    seen,
    {},
    async (_, tx) => {
      if ((await countOf(tx, seen.id)) >= MOST_WIDGETS)
        throw new Refusal('too-many-widgets', 422, { params: { count: MOST_WIDGETS } });
    },
    { event: 'widget-added', params: { type: type.name }, after: (_, tx) => insertWidgets(tx, seen.id, [widget]) },
  );
  return { ...row, widgetId: widget.id };
}

/** Updates title and settings of a widget; settings unknown to its type are refused. */
export async function updateWidget(actor: Actor, id: string, version: number, input: unknown): Promise<Dashboard> {
  const { dashboard, ...before } = await getWidget(actor, id);
  const type = typeNamed(before.type);
  const { title, settings } = settingsOf(type, input);
  refuseFaults(actor, type, settings);
  return dashboards.update(actor, { id: dashboard.id, version }, {}, undefined, {
    event: 'widget-changed',
    params: { type: before.type, title, settings },
    after: async (_, tx) => {
      await tx
        .updateTable('dashboardWidgets')
        .set({ title, settings: jsonText(settings) })
        .where('id', '=', id)
        .execute();
    },
  });
}

/** Removes a widget from its dashboard. */
export async function removeWidget(actor: Actor, id: string, version: number): Promise<Dashboard> {
  const { dashboard, ...widget } = await getWidget(actor, id);
  return dashboards.update(actor, { id: dashboard.id, version }, {}, undefined, {
    event: 'widget-removed',
    params: { ...widget },
    after: (_, tx) => replaceAll(tx, dashboard.id, (all) => all.filter((one) => one.id !== id)),
  });
}

/**
 * Sets order and sizes of all widgets of a dashboard; each must be named once. 422 `widgets-changed` when its widgets
 * have changed meanwhile.
 */
export async function arrangeWidgets(actor: Actor, seen: ShownVersion, input: unknown): Promise<Dashboard> {
  const wanted = parse(arrangementSchema, input).map(({ id, size }) => ({ id, size: parse(sizeSchema, size) }));
  return dashboards.update(
    actor,
    seen,
    {},
    async (_, tx) => {
      const known = (await widgetsOf(seen.id, tx)).map(({ id }) => id).toSorted();
      if (
        known.join() !==
        wanted
          .map(({ id }) => id)
          .toSorted()
          .join()
      )
        throw new Refusal('widgets-changed', 422);
    },
    {
      event: 'arranged',
      params: { layout: wanted },
      after: (_, tx) =>
        replaceAll(tx, seen.id, (all) =>
          wanted.map(({ id, size }) => ({ ...all.find((one) => one.id === id)!, size })),
        ),
    },
  );
}

/** Adds several widgets to a dashboard, after the existing ones. */
export async function insertWidgets(tx: Tx, dashboardId: string, widgets: readonly PlacedWidget[]): Promise<void> {
  if (widgets.length === 0) return;
  const first = await countOf(tx, dashboardId);
  const rows = widgets.map(({ size, settings, ...widget }, index) => ({
    ...widget,
    dashboardId,
    position: first + index,
    size: jsonText(size),
    settings: jsonText(settings),
  }));
  await tx.insertInto('dashboardWidgets').values(rows).execute();
}

async function replaceAll(tx: Tx, dashboardId: string, change: (all: PlacedWidget[]) => PlacedWidget[]): Promise<void> {
  const wanted = change(await widgetsOf(dashboardId, tx));
  await tx.deleteFrom('dashboardWidgets').where('dashboardId', '=', dashboardId).execute();
  await insertWidgets(tx, dashboardId, wanted);
}

async function countOf(tx: Tx, dashboardId: string): Promise<number> {
  const { rows } = await sql<{
    count: number;
  }>`select count(*) as count from dashboard_widgets where dashboard_id = ${dashboardId}`.execute(tx);
  return rows[0]!.count;
}

function typeNamed(name: string): WidgetType {
  const type = knownType(name);
  if (!type) throw invalidField('type', 'not-a-choice');
  return type;
}

/** Title and settings, validated by the form of the type; an unknown name is a fault. */
function settingsOf(type: WidgetType, input: unknown, whole = true): { title: string | null; settings: Settings } {
  const names = ['title', ...(whole ? type.settings : [])] as const;
  const { title, ...settings } = parse(inputSchema(widgetShape, names).strict(), input);
  return { title, settings };
}

function refuseFaults(actor: Actor, type: WidgetType, settings: Settings): void {
  const faults = faultsOf(type, actor, settings);
  if (faults.length > 0) throw invalid(faults);
}
