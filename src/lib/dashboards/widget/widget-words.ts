import { countText } from '#lib/values/count-text.ts';
import { exactFigure } from '#lib/process/charts/chart.ts';
import type { Language, Translate } from '#lib/values/languages.ts';
import type { Figure, PlacedWidget } from './widget.ts';

/** The name of a kind of widget. */
export const typeName = (t: Translate, type: string): string => t(`dashboards.types.${type}`);

/** The owner's title of a widget, else the name of its kind. */
export const titleOf = (t: Translate, { title, type }: Pick<PlacedWidget, 'title' | 'type'>): string =>
  title ?? typeName(t, type);

/** A figure in words; counts beyond the ceiling are '10,000+', as in the lists themselves. */
export function figureText({ value, unit }: Figure, language: Language): string {
  return unit === 'count' ? countText(value, language) : exactFigure(value, unit, language);
}
