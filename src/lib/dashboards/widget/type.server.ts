import type { Actor } from '#lib/values/actor.ts';
import type { Language, Translate } from '#lib/values/languages.ts';
import type { BoardFilters } from '#lib/dashboards/board-filters.ts';
import type { SettingName, Settings, Size, WidgetContent } from './widget.ts';

/** Who looks, at what stretch of time and of whose records. */
export interface Viewer {
  actor: Actor;
  t: Translate;
  language: Language;
  /** The day in Singapore. */
  today: string;
  filters: BoardFilters;
}

/** A kind of widget, declared in one file of `widgets/` and named in its types.server.ts. Its words: `dashboards.types.<name>`. */
export interface WidgetType {
  name: string;
  size: Size;
  /** The fields of its form. */
  settings: readonly SettingName[];
  /** Those of them that it cannot do without. */
  required?: readonly SettingName[];
  /** What a new one begins with. */
  defaults: (actor: Actor) => Settings;
  /** Whether the reader has the rights it needs; without them it is absent, not empty. */
  isOpen: (actor: Actor, settings: Settings) => boolean | Promise<boolean>;
  /** Faults of the settings, by field, beyond their form and what is required. */
  check?: (actor: Actor, settings: Settings) => { path: string; code: string }[];
  /** Computed with the reader's ability, by the query of the list that its figures lead to. */
  read: (viewer: Viewer, settings: Settings) => Promise<WidgetContent>;
  /** Whether the reader may have it as a file; the rows of what it counts must be theirs to export. */
  mayExport?: (actor: Actor, settings: Settings) => boolean;
  /** Whether the filters of the dashboard narrow it. */
  isFiltered?: boolean;
}
