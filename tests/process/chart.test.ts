import { describe, expect, it } from 'vitest';
import { chartSvg } from '#lib/process/charts/chart.server.ts';
import { lookOf } from '#lib/process/charts/patterns.ts';
import { axisFigure, exactFigure, type ChartData } from '#lib/process/charts/chart.ts';

const place = {
  id: 'widget-1',
  width: 720,
  height: 240,
  title: 'Requested by month, S$',
  description: 'Requested, by month.',
  language: 'en' as const,
};
const months: ChartData = {
  kind: 'bar',
  unit: 'money',
  categories: ['Oct 2026', 'Nov 2026'],
  series: [
    { name: 'Requested', figures: [{ value: 1_864_009 }, { value: 910_000 }] },
    { name: 'Approved', figures: [{ value: 120_000 }, { value: 0 }] },
  ],
};

describe('a chart', () => {
  it.each(['bar', 'stacked-bar', 'line'] as const)(
    'carries nothing that the content security policy refuses (%s)',
    async (kind) => {
      const svg = await chartSvg({ ...months, kind }, place);

      expect(svg).toMatch(/^<svg class="chart-svg"/);
      expect(svg).not.toMatch(/<style|<script|\sstyle=|\son\w+=|ecmeta|CDATA/);
      expect(svg.match(/<svg/g)).toHaveLength(1);
    },
  );

  it('takes its colours from the look, so that each skin has its own', async () => {
    const svg = await chartSvg(months, place);

    expect(svg).toContain('var(--chart-1)');
    expect(svg).not.toMatch(/#[0-9a-f]{6}/i);
  });

  it('gives each series a pattern of its own, so that colour is never the only sign', async () => {
    const svg = await chartSvg(months, place);

    expect(svg).toContain('fill="url(#widget-1-pattern-1)"');
    expect(svg).toContain('fill="url(#widget-1-pattern-2)"');
    const [, first, second] = svg.split('<pattern ').map((part) => part.replaceAll(/id="[^"]*"|chart-\d/g, ''));
    expect(first).not.toBe(second);
  });

  it('gives a status the colour of its badge and a pattern of its own, wherever it stands', async () => {
    const looks = { done: lookOf('done', 0), waits: lookOf('waits', 0) };
    const by = (...order: (keyof typeof looks)[]) =>
      chartSvg({ ...months, series: order.map((name, at) => ({ ...months.series[at]!, look: looks[name] })) }, place);
    const partsOf = (svg: string) => svg.match(/<pattern .*?<\/pattern>/g)!.map((one) => one.replace(/id="[^"]*"/, ''));

    const first = partsOf(await by('done', 'waits'));
    expect(partsOf(await by('waits', 'done'))).toEqual(first.toReversed());
    expect(first[0]).toContain('var(--done-ink)');
    expect(first[1]).toContain('var(--waits-ink)');
  });

  it('names what it shows, and takes no markup from a name', async () => {
    const svg = await chartSvg(
      { ...months, categories: ['<script>alert(1)</script>', 'B & C'] },
      { ...place, title: 'A <b> & "c"' },
    );

    expect(svg).toContain('<title id="widget-1-title">A &lt;b&gt; &amp; &quot;c&quot;</title>');
    expect(svg).toContain('aria-labelledby="widget-1-title widget-1-description"');
    expect(svg).not.toContain('<script');
  });

  it('refuses more series than can be told apart', async () => {
    const many = { ...months, series: Array.from({ length: 7 }, () => months.series[0]!) };

    await expect(chartSvg(many, place)).rejects.toThrow(RangeError);
  });

  it('writes numbers as its reader does', async () => {
    expect(exactFigure(1_864_009, 'money', 'de')).toBe('18.640,09');
    expect(axisFigure(1_500_000, 'en')).toBe('1.5M');
    expect(axisFigure(1_500_000, 'de')).toMatch(/^1,5\sMio\.$/);
    expect(await chartSvg(months, { ...place, language: 'de' })).toContain('>20.000</text>');
  });
});
