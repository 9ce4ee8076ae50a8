import { describe, expect, test } from 'vitest';
import { bandsOf } from '#lib/dashboards/dashboard/bands.ts';
import type { WidgetContent } from '#lib/dashboards/widget/widget.ts';

const text: WidgetContent = { kind: 'text', text: 'x' };
const figure: WidgetContent = { kind: 'figure', figure: { value: 1, unit: 'count' } };
const items = (count: number): WidgetContent => ({
  kind: 'items',
  items: Array.from({ length: count }, () => ({ title: 'x', note: '', amountCents: null, href: '/' })),
  total: count,
  href: '/',
});
const widget = (name: string, wide: number, content: WidgetContent | null = text, medium = wide < 6 ? 6 : 12) => ({
  name,
  size: { wide, medium, narrow: 12 },
  content,
});
const shown = (widgets: ReturnType<typeof widget>[]) =>
  bandsOf(widgets).map(({ columns }) => columns.map((column) => column.widgets.map(({ name }) => name).join('+')));

describe('the widgets of a dashboard', () => {
  test('stand under each other where they are equally wide, the next in the shortest column', () => {
    expect(shown([widget('a', 8), widget('b', 4), widget('c', 8), widget('d', 4)])).toEqual([['a+c', 'b+d']]);
    expect(shown([widget('a', 6, items(9)), widget('b', 6), widget('c', 6), widget('d', 6)])).toEqual([['a', 'b+c+d']]);
  });

  test('begin anew where one does not fit, and around what takes the whole page', () => {
    expect(shown([widget('a', 4), widget('b', 4), widget('c', 8)])).toEqual([['a', 'b'], ['c']]);
    expect(shown([widget('a', 8), widget('b', 12), widget('c', 4)])).toEqual([['a'], ['b'], ['c']]);
  });

  test('are a strip where they are figures, read or not yet', () => {
    const bands = bandsOf([widget('a', 3, figure), widget('b', 3, null), widget('c', 8), widget('d', 3)]);
    expect(bands.map(({ isStrip }) => isStrip)).toEqual([true, false]);
    expect(bands[0]!.columns).toHaveLength(2);
  });

  test('take a medium page for themselves where nothing stands beside them', () => {
    const medium = (widgets: ReturnType<typeof widget>[]) =>
      bandsOf(widgets)[0]!.columns.map((column) => column.medium);
    expect(medium([widget('a', 8), widget('b', 4)])).toEqual([12, 12]);
    expect(medium([widget('a', 4), widget('b', 4), widget('c', 4)])).toEqual([6, 6, 12]);
  });
});
