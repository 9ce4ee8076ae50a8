import { EVERYTHING } from '#lib/dashboards/board-filters.ts';
import type { WidgetType } from '#lib/dashboards/widget/type.server.ts';
import type { Settings } from '#lib/dashboards/widget/widget.ts';

/** A ready-made widget of lists, without settings. */
export function ready(
  name: string,
  made: WidgetType,
  fixed: Settings,
  { isFiltered = true, ...more }: Partial<WidgetType> = {},
): WidgetType {
  return {
    ...made,
    name,
    isFiltered,
    settings: [],
    required: [],
    defaults: () => ({}),
    check: () => [],
    isOpen: (actor) => made.isOpen(actor, fixed),
    read: (viewer) => made.read(isFiltered ? viewer : { ...viewer, filters: EVERYTHING }, fixed),
    mayExport: (actor) => made.mayExport?.(actor, fixed) ?? false,
    ...more,
  };
}

/** The same, of how things stand now: the filters of the dashboard do not apply to it. */
export const readyNow = (name: string, made: WidgetType, fixed: Settings): WidgetType =>
  ready(name, made, fixed, { isFiltered: false });
