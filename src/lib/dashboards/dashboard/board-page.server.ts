import type { AstroGlobal } from 'astro';
import { formChoices, type Choices } from '#lib/records/list/choices.server.ts';
import { today } from '#lib/values/time.ts';
import { FILTER_NAMES, readFilters, type BoardFilters } from '#lib/dashboards/board-filters.ts';
import { readBoard, type ShownWidget } from './board.server.ts';
import { dashboard } from './dashboard.ts';
import { knownType } from '#lib/dashboards/widgets/types.server.ts';
import type { FirstWidget } from '#lib/dashboards/widget/widget.ts';

/** A dashboard in the state of its address, ready for Board. */
export interface BoardView {
  widgets: ShownWidget[];
  filters: BoardFilters;
  /** Options of the reference filters; empty where nothing on the dashboard can be filtered. */
  choices: Choices;
  isFiltered: boolean;
  refreshSeconds: number;
  /** When reading began: each widget is as new, unless it says otherwise. */
  asOf: string;
}

type Page = Pick<AstroGlobal, 'locals' | 'url'>;

/**
 * Reads the widgets for the viewer, with the filters of the address. `?only=` reads a single one, and waits for it;
 * `?wait` waits for all.
 */
export async function boardPage(
  { locals: { actor, t, language }, url }: Page,
  widgets: readonly FirstWidget[],
  own: BoardFilters,
  refreshSeconds = 0,
): Promise<BoardView> {
  const asOf = new Date().toISOString();
  const filters = readFilters(url.searchParams, own);
  const only = url.searchParams.get('only');
  const wanted = only === null ? widgets : widgets.filter(({ id }) => id === only);
  const read = await readBoard(
    { actor, t, language, today: today(), filters },
    wanted,
    only !== null || url.searchParams.has('wait') ? null : undefined,
  );
  const isFiltered = only === null && read.some(({ type }) => knownType(type)?.isFiltered);
  const choices = isFiltered ? await formChoices(dashboard, chosenIn(filters), FILTER_NAMES.slice(1)) : {};
  return { widgets: read, filters, choices, isFiltered, refreshSeconds, asOf };
}

function chosenIn(filters: BoardFilters): Record<string, string> {
  return Object.fromEntries(Object.entries(filters).filter((entry): entry is [string, string] => entry[1] !== null));
}
