import type { ECharts, EChartsCoreOption } from 'echarts/core';
import { cachedByKey } from '#lib/values/cached-by-key.ts';
import { escapeHtml } from '#lib/values/html.ts';
import { axisFigure, MOST_SERIES, type ChartData } from './chart.ts';
import { lookAt, patternSvg } from './patterns.ts';
import type { Language } from '#lib/values/languages.ts';

export interface ChartPlace {
  /** In pixels, as drawn: the browser scales the chart to its card. */
  width: number;
  height: number;
  /** Unique on the page: patterns and title refer to it. */
  id: string;
  /** Text alternative for readers who cannot see the chart. */
  title: string;
  description: string;
  language: Language;
}

const SYMBOLS = ['circle', 'rect', 'triangle', 'diamond', 'emptyCircle', 'emptyRect'];
const DASHES = ['solid', 'dashed', 'dotted', [8, 3, 2, 3], [12, 4], [2, 6]];

/** Drawing takes longer than all else on most dashboards, and the figures are usually those of a moment ago. */
const drawn = cachedByKey<Promise<string>>(200);

/**
 * The chart as SVG text, drawn on the server: no script, and nothing that the content security policy blocks. Colours
 * come from the theme; series also differ by pattern, dashes and marks (patterns.ts).
 */
export function chartSvg(data: ChartData, place: ChartPlace): Promise<string> {
  return drawn(JSON.stringify([data, place]), () => draw(data, place));
}

async function draw(data: ChartData, place: ChartPlace): Promise<string> {
  if (data.series.length > MOST_SERIES) throw new RangeError(`A chart shows at most ${MOST_SERIES} series`);
  const chart = await canvas(place);
  try {
    chart.setOption(optionOf(data, place));
    return framed(chart.renderToSVGString(), place, data);
  } finally {
    chart.dispose();
  }
}

/** The pattern of a series, for the chart and its legend. */
export const patternId = (chartId: string, series: number): string => `${chartId}-pattern-${series + 1}`;

/** Loaded when the first chart is drawn: saves a quarter of a second at start-up. */
async function canvas({ width, height }: ChartPlace): Promise<ECharts> {
  const [core, charts, components, renderers] = await Promise.all([
    import('echarts/core'),
    import('echarts/charts'),
    import('echarts/components'),
    import('echarts/renderers'),
  ]);
  core.use([charts.BarChart, charts.LineChart, components.GridComponent, renderers.SVGRenderer]);
  return core.init(null, null, { renderer: 'svg', ssr: true, width, height });
}

function optionOf(
  { kind, unit, categories, series }: ChartData,
  { id, width, language }: ChartPlace,
): EChartsCoreOption {
  const room = (width - 60) / Math.max(1, categories.length);
  const label = { color: 'var(--ink3)', fontSize: 12 };
  const line = { lineStyle: { color: 'var(--line)' } };
  // A bar of zero would still have its edge.
  const shown = (value: number) => (value === 0 && kind !== 'line' ? null : unit === 'money' ? value / 100 : value);
  return {
    animation: false,
    grid: { left: 2, right: 6, top: 10, bottom: 2, outerBoundsMode: 'same', outerBoundsContain: 'axisLabel' },
    xAxis: {
      type: 'category',
      data: [...categories],
      silent: true,
      axisLine: line,
      axisTick: { show: false },
      boundaryGap: kind !== 'line',
      axisLabel: {
        ...label,
        ...(room < 34 ? { hideOverlap: true } : { interval: 0, width: room - 6, overflow: 'break', lineHeight: 15 }),
      },
    },
    yAxis: {
      type: 'value',
      silent: true,
      minInterval: 1,
      splitNumber: 4,
      axisLabel: { ...label, formatter: (value: number) => axisFigure(value, language) },
      splitLine: line,
    },
    series: series.map(({ figures, look }, index) => {
      const { color } = look ?? lookAt(index);
      const shared = { data: figures.map(({ value }) => shown(value)), emphasis: { disabled: true }, silent: true };
      return kind === 'line'
        ? {
            ...shared,
            type: 'line',
            clip: false,
            symbol: SYMBOLS[index],
            symbolSize: 7,
            itemStyle: { color },
            lineStyle: { color, width: 2, type: DASHES[index] },
          }
        : {
            ...shared,
            type: 'bar',
            clip: false,
            barMaxWidth: 34,
            barGap: '25%',
            ...(kind === 'stacked-bar' && { stack: 'all' }),
            itemStyle: {
              color: `url(#${patternId(id, index)})`,
              borderColor: color,
              borderWidth: 1,
              borderRadius: kind === 'bar' ? 2 : 0,
            },
          };
    }),
  };
}

/** Removes what the policy blocks (style elements and attributes) or only scripts need, and names what is shown. */
function framed(
  drawn: string,
  { width, height, id, title, description }: ChartPlace,
  { series, kind }: ChartData,
): string {
  const inside = drawn
    .replace(/<style[\s\S]*?<\/style>/g, '')
    .replaceAll(/ (?:style|class|ecmeta_\w+|pointer-events|xml:space)="[^"]*"/g, '')
    .replace(/^\s*<svg[^>]*>\s*(?:<rect[^>]*><\/rect>)?/, '')
    .replace(/<\/svg>\s*$/, '')
    .trim();
  const patterns =
    kind === 'line'
      ? ''
      : `<defs>${series.map(({ look }, index) => patternSvg(patternId(id, index), look ?? lookAt(index))).join('')}</defs>`;
  return (
    `<svg class="chart-svg" width="${width}" height="${height}" viewBox="0 0 ${width} ${height}" role="img" aria-labelledby="${id}-title ${id}-description">` +
    `<title id="${id}-title">${escapeHtml(title)}</title><desc id="${id}-description">${escapeHtml(description)}</desc>${patterns}${inside}</svg>`
  );
}
