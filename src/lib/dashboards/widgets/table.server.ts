import type { Actor } from '#lib/values/actor.ts';
import { countRows } from '#lib/records/list/groups.server.ts';
import { pageStatement, withTitles } from '#lib/records/list/list.server.ts';
import { notFound } from '#lib/values/refusal.ts';
import { boundedDb } from '#lib/process/database/database.server.ts';
import { allViews } from '#lib/records/views/saved-views.server.ts';
import { countingOf, isListOpen, mayExportList } from '#lib/dashboards/widget/figures.server.ts';
import { EVERYTHING } from '#lib/dashboards/board-filters.ts';
import { tellingColumns } from '#lib/dashboards/widget/columns.ts';
import { addressOf } from '#lib/dashboards/widget/list.server.ts';
import type { Viewer, WidgetType } from '#lib/dashboards/widget/type.server.ts';
import type { Settings, WidgetContent } from '#lib/dashboards/widget/widget.ts';
import { firstList, listFaults } from './list-settings.server.ts';

const ROWS = 5;

/** The first rows of a list. */
export const table: WidgetType = {
  name: 'table',
  size: { wide: 8, medium: 12, narrow: 12 },
  settings: ['list', 'rows', 'period'],
  required: ['list'],
  defaults: (actor) => ({ list: firstList(actor), rows: ROWS }),
  isOpen: isListOpen,
  isFiltered: true,
  check: (_, settings) => listFaults(settings),
  read: rowsOf,
  mayExport: mayExportList,
};

/** A saved view of a list: its current columns, order and first rows. */
export const savedView: WidgetType = {
  ...table,
  name: 'saved-view',
  settings: ['viewId', 'rows'],
  required: ['viewId'],
  defaults: () => ({ viewId: null, rows: ROWS }),
  isOpen: async (actor, settings) => {
    const found = await viewOf(actor, settings);
    return found !== null && isListOpen(actor, found);
  },
  isFiltered: false,
  async read(viewer, settings) {
    const found = await viewOf(viewer.actor, settings);
    if (!found) throw notFound();
    return rowsOf({ ...viewer, filters: EVERYTHING }, { ...found, rows: settings.rows ?? ROWS });
  },
  mayExport: () => false,
};

async function viewOf(actor: Actor, { viewId }: Settings): Promise<Settings | null> {
  const found = viewId ? (await allViews(actor)).find(({ id }) => id === viewId) : undefined;
  return found ? { list: found.address } : null;
}

async function rowsOf(viewer: Viewer, settings: Settings): Promise<WidgetContent> {
  const counting = countingOf(viewer, settings);
  const parts = counting.store.parts(viewer.actor, counting.store.options.rights.list);
  const [{ rows }, total] = await Promise.all([
    pageStatement(parts, counting.query, settings.rows ?? ROWS, 0).execute(boundedDb),
    countRows(parts, counting.query),
  ]);
  return {
    kind: 'rows',
    of: counting.of,
    columns: tellingColumns(counting.of, counting.query, rows, viewer.actor.id),
    items: rows.map((row) => withTitles(row)),
    query: counting.query,
    total,
    href: addressOf(counting),
  };
}
