import type { Actor } from '#lib/values/actor.ts';
import type { Language, Translate } from '#lib/values/languages.ts';
import type { BoardFilters } from '#lib/dashboards/board-filters.ts';
import type { SettingName, Settings, Size, WidgetContent } from './widget.ts';

/** The viewer, and the period and owners of the records to show. */
export interface Viewer {
  actor: Actor;
  t: Translate;
  language: Language;
  /** Today's date in Singapore. */
  today: string;
  filters: BoardFilters;
}

/** The viewer while a dashboard is read. */
export interface Reading extends Viewer {
  /** What several widgets need, read once for all of them. */
  once: <T>(key: string, read: () => Promise<T>) => Promise<T>;
}

/** One reading of a dashboard, or of one widget. */
export function readingOf(viewer: Viewer): Reading {
  const known = new Map<string, Promise<unknown>>();
  return {
    ...viewer,
    once<T>(key: string, read: () => Promise<T>): Promise<T> {
      if (!known.has(key)) known.set(key, read());
      return known.get(key) as Promise<T>;
    },
  };
}

/**
 * A kind of widget, declared in one file of `widgets/` and listed in types.server.ts there. Its texts:
 * `dashboards.types.<name>`.
 */
export interface WidgetType {
  name: string;
  size: Size;
  /** The fields of its form. */
  settings: readonly SettingName[];
  /** Its required fields. */
  required?: readonly SettingName[];
  /** The defaults of a new one. */
  defaults: (actor: Actor) => Settings;
  /** Whether the reader has the rights it needs; without them it is absent, not empty. */
  isOpen: (actor: Actor, settings: Settings) => boolean | Promise<boolean>;
  /** Faults of the settings, by field, beyond their schema and required fields. */
  check?: (actor: Actor, settings: Settings) => { path: string; code: string }[];
  /** Computed with the reader's ability, by the query of the list that its figures link to. */
  read: (viewer: Reading, settings: Settings) => Promise<WidgetContent>;
  /** Whether the reader may export it; needs the right to export the rows it counts. */
  mayExport?: (actor: Actor, settings: Settings) => boolean;
  /** Left out of every dashboard while nothing is in it. */
  isQuiet?: boolean;
  /** Whether the filters of the dashboard apply to it. */
  isFiltered?: boolean;
}
