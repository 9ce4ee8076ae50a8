import { choice, integer, longText, rows, text, type Field } from '#lib/values/fields.ts';
import { shape, type AnyEntity } from '#lib/records/entity.ts';
import type { ListQuery } from '#lib/records/list/list-query.ts';
import type { ChartData, ChartFigure, ChartUnit } from '#lib/process/charts/chart.ts';
import type { Look } from '#lib/process/charts/patterns.ts';
import { PERIODS, type Period } from '#lib/dashboards/period.ts';
import type { IconName } from '#lib/values/icons.ts';
import type { Tone } from '#lib/values/tone.ts';
import type { Mark } from '#lib/values/urgency.ts';

/** How many of twelve columns a widget takes: on wide, medium and phone screens. */
export interface Size {
  wide: number;
  medium: number;
  narrow: number;
}

export type Width = keyof Size;

/** The available widths, narrowest first. */
export const COLUMNS: Record<Width, readonly number[]> = {
  wide: [3, 4, 6, 8, 12],
  medium: [4, 6, 12],
  narrow: [6, 12],
};

/** The settings of a widget; each type uses some of them. */
export interface Settings {
  /** Path and query of the list in the state that is counted. */
  list?: string | null;
  /** The field by which rows are grouped, and a second one. */
  by?: string | null;
  dividedBy?: string | null;
  /** 'count', or the name of a field with amounts. */
  measure?: string | null;
  drawn?: 'bar' | 'line' | null;
  /** Its own period; null is that of the dashboard. */
  period?: Period | null;
  /** Number of rows shown. */
  rows?: number | null;
  viewId?: string | null;
  text?: string | null;
  links?: { label: string; address: string }[];
}

/** One of the offered choices; the operation decides whether it is allowed. */
const offered = (): Field<string, true, true> => ({ ...text({ max: 2000, optional: true }), kind: 'reference' });

/** The fields of a widget's own form. It has no page of its own, only its dashboard. */
export const widgetShape = shape('dashboard-widget', {
  module: 'dashboards',
  subject: 'Dashboard',
  path: '/dashboard/settings/dashboard',
  fields: {
    title: text({ max: 80, optional: true }),
    list: offered(),
    by: offered(),
    dividedBy: offered(),
    measure: offered(),
    drawn: choice(['bar', 'line'], { optional: true }),
    period: choice(PERIODS, { optional: true }),
    rows: integer({ min: 1, max: 20, optional: true }),
    viewId: offered(),
    text: longText({ max: 2000, optional: true }),
    links: rows({ label: text({ max: 60 }), address: text({ max: 500 }) }, { optional: true }),
  },
});

export type SettingName = Exclude<keyof typeof widgetShape.fields, 'title'>;

/** A widget on a dashboard. */
export interface PlacedWidget {
  id: string;
  type: string;
  /** The title given by its owner; null is the name of its type in the reader's language. */
  title: string | null;
  size: Size;
  settings: Settings;
}

/** A widget of a first page: one that is quiet is left out while nothing is in it. */
export type FirstWidget = PlacedWidget & { isQuiet?: boolean };

/** A figure that links to what it counts. */
export interface Figure extends ChartFigure {
  unit: ChartUnit;
}

export interface Bar {
  label: string;
  figure: Figure;
  /** Fraction of the longest, or of the whole: 0 to 1. */
  share: number;
  note?: string;
  /** Of a status: its colour and pattern. */
  look?: Look | undefined;
}

/** Where something is done or read. */
export interface Lead {
  label: string;
  address: string;
}

/** A figure, or words, with what they are. */
export interface Line {
  label: string;
  figure?: Figure;
  text?: string;
  /** It needs attention. */
  care: boolean;
}

/** One thing to do or to read, in two lines. */
export interface Item {
  title: string;
  marks?: readonly Mark[];
  note: string;
  amountCents: number | null;
  href: string;
  /** What the reader does with it. */
  act?: Lead;
}

/** The content of a widget for one reader. */
export type WidgetContent =
  | { kind: 'figure'; figure: Figure; note?: string | undefined }
  | { kind: 'figures'; lines: Line[] }
  | { kind: 'message'; tone: Tone; icon: IconName; text: string; act: (Lead & { isPrimary: boolean }) | null }
  | { kind: 'bars'; bars: Bar[]; total: Figure; byName: string }
  | { kind: 'chart'; chart: ChartData; byName: string }
  | {
      kind: 'rows';
      of: AnyEntity;
      columns: readonly string[];
      items: Record<string, unknown>[];
      query: ListQuery;
      total: number;
      href: string;
    }
  | {
      kind: 'items';
      items: Item[];
      total: number;
      /** The list of all of them; null where there is none. */
      href: string | null;
      /** What is said instead of none. */
      empty?: string;
    }
  | { kind: 'progress'; part: Figure; whole: Figure }
  | { kind: 'text'; text: string }
  | { kind: 'links'; links: Lead[] };

/** Whether it is empty, so that a sentence is shown instead of an empty table or chart. */
export function isWidgetEmpty(content: WidgetContent): boolean {
  switch (content.kind) {
    case 'bars':
      return content.bars.length === 0;
    case 'chart':
      return content.chart.series.every(({ figures }) => figures.every(({ value }) => value === 0));
    case 'rows':
    case 'items':
      return content.items.length === 0;
    case 'text':
      return content.text === '';
    case 'links':
      return content.links.length === 0;
    default:
      return false;
  }
}
