/** Content of a chart, and its numbers as people read them. Browser-safe; drawn by chart.server.ts. */
import type { Look } from './patterns.ts';
import { formatCents, formatQuantity } from '#lib/values/money.ts';
import { languageTags, type Language } from '#lib/values/languages.ts';
import { cachedByKey } from '#lib/values/cached-by-key.ts';

/** More series than this could not be told apart without colour: sum the rest into one. */
export const MOST_SERIES = 6;

export type ChartKind = 'bar' | 'stacked-bar' | 'line';

/** `money` is in cents, `count` a whole number. */
export type ChartUnit = 'money' | 'count';

export interface ChartFigure {
  value: number;
  /** How many records it covers; for a count, the value itself. */
  count?: number;
  /** Address of the list of the records counted here. */
  href?: string | undefined;
}

export interface ChartSeries {
  name: string;
  /** One figure for each category. */
  figures: readonly ChartFigure[];
  /** Address of the list of all of them. */
  href?: string | undefined;
  /** Its colour and pattern, where it has its own; else those of its place. */
  look?: Look | undefined;
}

export interface ChartData {
  kind: ChartKind;
  unit: ChartUnit;
  categories: readonly string[];
  /** The categories are periods: where there is no room for all, the newest are shown first. */
  isOverTime?: boolean;
  /** At most six. */
  series: readonly ChartSeries[];
}

/** The exact number: "18,640.09" for cents, "1,204" for a count. */
export function exactFigure(value: number, unit: ChartUnit, language: Language): string {
  return unit === 'money' ? formatCents(value, language) : formatQuantity(value, language);
}

const formats = cachedByKey<Intl.NumberFormat>(10);

/** A rounded number for an axis, in dollars or units: "50K" in English, "50 mil" in Portuguese. */
export function axisFigure(value: number, language: Language): string {
  const make = () => new Intl.NumberFormat(languageTags[language], { notation: 'compact', maximumFractionDigits: 1 });
  return formats(language, make).format(value);
}
