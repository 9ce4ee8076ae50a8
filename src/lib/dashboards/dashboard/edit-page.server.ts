import { pageParam } from '#lib/process/http/page-param.ts';
import { isOneOf } from '#lib/values/one-of.ts';
import type { Actor } from '#lib/values/actor.ts';
import { formPost, type Form } from '#lib/records/form/form.server.ts';
import type { ShownVersion } from '#lib/records/version.server.ts';
import type { ReadRow } from '#lib/records/store-reading.server.ts';
import type { PostedPage } from '#lib/process/http/posted-page.ts';
import { permittedWidgets } from './board.server.ts';
import { dashboardPath } from '#lib/dashboards/paths.ts';
import { dashboard, SHARING } from './dashboard.ts';
import {
  getDashboard,
  mayAssignDashboards,
  restoreDashboard,
  retireDashboard,
  updateDashboard,
} from './dashboard.server.ts';
import { addWidget, arrangeWidgets, removeWidget, widgetsOf } from './widgets.server.ts';
import { widgetTypes } from '#lib/dashboards/widgets/types.server.ts';
import type { PlacedWidget, Size } from '#lib/dashboards/widget/widget.ts';

/** The fields that a person may set: sharing only with the right to assign. */
export const fieldsFor = (actor: Actor): string[] =>
  dashboard.form.filter((name) => mayAssignDashboards(actor) || !isOneOf(SHARING, name));

/** The form of a dashboard with its sections, for RecordForm. */
export function formSections({ t, actor }: Pick<App.Locals, 't' | 'actor'>): { heading?: string; fields: string[] }[] {
  return [
    { fields: ['name', 'description'] },
    {
      heading: t('dashboards.opening'),
      fields: ['period', 'refreshSeconds', 'businessEntityId', 'departmentId', 'costCenterId'],
    },
    ...(mayAssignDashboards(actor) ? [{ heading: t('dashboards.sharing'), fields: [...SHARING] }] : []),
  ];
}

export interface PlacedForEditing extends PlacedWidget {
  /** Whether the person editing could read it. */
  isOpen: boolean;
}

export interface EditPage {
  record: ReadRow<typeof dashboard>;
  form: Form;
  widgets: PlacedForEditing[];
  /** Widget types the person may add: ready-made ones, and those for any list. */
  offered: { ready: string[]; ofLists: string[] };
  done: Response | undefined;
}

/** A dashboard being edited: its form, its widgets, and their acts, each a small form posted to the page itself. */
export async function dashboardEditPage(astro: PostedPage): Promise<EditPage> {
  const { actor } = astro.locals;
  const initial = await getDashboard(actor, pageParam(astro, 'id'), ['update']);
  const form = await formPost(astro, dashboard, (by, input, seen) => updateDashboard(by, seen, input), {
    redirect: dashboardPath.show(initial.id),
    initial,
    fields: fieldsFor(actor),
    acts: {
      retire: retireDashboard,
      restore: restoreDashboard,
      addWidget: add,
      removeWidget: remove,
      earlier: moved(-1),
      later: moved(1),
      width,
    },
  });
  const placed = form.done ? [] : await widgetsOf(initial.id);
  const open = new Set((await permittedWidgets(actor, placed)).map(({ widget }) => widget.id));
  const mine = await Promise.all(
    widgetTypes.map(async (type) => ({ type, open: type.settings.length > 0 || (await type.isOpen(actor, {})) })),
  );
  const names = (ready: boolean) =>
    mine.filter(({ type, open: may }) => may && (type.settings.length === 0) === ready).map(({ type }) => type.name);
  return {
    record: initial,
    form,
    widgets: placed.map((widget) => ({ ...widget, isOpen: open.has(widget.id) })),
    offered: { ready: names(true), ofLists: names(false) },
    done: form.done,
  };
}

type Input = Record<string, unknown>;

const add = (actor: Actor, seen: ShownVersion, { type }: Input) => addWidget(actor, seen, { type: String(type ?? '') });
const remove = (actor: Actor, seen: ShownVersion, { widget }: Input) =>
  removeWidget(actor, String(widget), seen.version);

/** Moves it one place forward or back. */
function moved(by: -1 | 1) {
  return async (actor: Actor, seen: ShownVersion, { widget }: Input) => {
    const all = await widgetsOf(seen.id);
    const from = all.findIndex(({ id }) => id === widget);
    const to = from + by;
    if (from >= 0 && to >= 0 && to < all.length) all.splice(to, 0, ...all.splice(from, 1));
    return arrangeWidgets(
      actor,
      seen,
      all.map(({ id, size }) => ({ id, size })),
    );
  };
}

async function width(actor: Actor, seen: ShownVersion, { widget, wide, medium, narrow }: Input) {
  const wanted: Size = { wide: Number(wide), medium: Number(medium), narrow: Number(narrow) };
  const all = await widgetsOf(seen.id);
  return arrangeWidgets(
    actor,
    seen,
    all.map(({ id, size }) => ({ id, size: id === widget ? wanted : size })),
  );
}
