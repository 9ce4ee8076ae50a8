/** What a chart shows, and its numbers as people read them. Browser-safe; it is drawn by chart.server.ts. */
import { formatCents, formatQuantity } from '#lib/values/money.ts';
import { languageTags, type Language } from '#lib/values/languages.ts';

/** Series beyond this many could not be told apart without their colour: sum up the rest in one. */
export const MOST_SERIES = 6;

export type ChartKind = 'bar' | 'stacked-bar' | 'line';

/** `money` is in cents, `count` a whole number of things. */
export type ChartUnit = 'money' | 'count';

export interface ChartFigure {
  value: number;
  /** How many records it stands for; of a count the value itself. */
  count?: number;
  /** The list of what is counted here. */
  href?: string | undefined;
}

export interface ChartSeries {
  name: string;
  /** One for each category. */
  figures: readonly ChartFigure[];
  /** The list of all of it. */
  href?: string | undefined;
}

export interface ChartData {
  kind: ChartKind;
  unit: ChartUnit;
  categories: readonly string[];
  /** Its categories are times: where there is no room for all, the newest are seen first. */
  isOverTime?: boolean;
  /** At most six. */
  series: readonly ChartSeries[];
}

/** The number itself: "18,640.09" of cents, "1,204" of things. */
export function exactFigure(value: number, unit: ChartUnit, language: Language): string {
  return unit === 'money' ? formatCents(value, language) : formatQuantity(value, language);
}

/** A round number at an axis, of dollars or things: "50K" in English, "50 mil" in Portuguese. */
export function axisFigure(value: number, language: Language): string {
  return new Intl.NumberFormat(languageTags[language], { notation: 'compact', maximumFractionDigits: 1 }).format(value);
}
