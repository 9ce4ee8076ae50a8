import type { Tone } from '#lib/values/tone.ts';

/** How a part of a chart is filled: a colour of the theme and a pattern, so that it is told without the colour too. */
export interface Look {
  /** A custom property of chart.css. */
  color: string;
  pattern: PatternName;
}

const drawn = (path: string) => (color: string) =>
  `<path d="${path}" stroke="${color}" stroke-width="1.5" fill="none"/>`;
const dots =
  (...places: [number, number, number][]) =>
  (color: string) =>
    places.map(([x, y, r]) => `<circle cx="${x}" cy="${y}" r="${r}" fill="${color}"/>`).join('');

/** What is drawn on the ground of the card, in a square of eight. */
const patterns = {
  solid: (color: string) => `<rect width="8" height="8" fill="${color}"/>`,
  rising: drawn('M-2 2L2 -2M0 8L8 0M6 10L10 6'),
  falling: drawn('M-2 6L2 10M0 0L8 8M6 -2L10 2'),
  broad: (color: string) => `<path d="M-2 2L2 -2M0 8L8 0M6 10L10 6" stroke="${color}" stroke-width="3.5" fill="none"/>`,
  crossed: drawn('M0 8L8 0M0 0L8 8'),
  dotted: dots([2, 2, 1.3], [6, 6, 1.3]),
  sparse: dots([4, 4, 1.5]),
  ringed: (color: string) => `<circle cx="4" cy="4" r="2.4" stroke="${color}" fill="none"/>`,
  level: drawn('M0 2H8M0 6H8'),
  upright: drawn('M2 0V8M6 0V8'),
  grid: drawn('M0 4H8M4 0V8'),
  waved: drawn('M0 6L4 2L8 6'),
  dashed: drawn('M2 1V5M6 4V8'),
  pierced: (color: string) =>
    `<rect width="8" height="8" fill="${color}"/><circle cx="4" cy="4" r="1.7" fill="var(--surface)"/>`,
  empty: () => '',
};
export type PatternName = keyof typeof patterns;

/** By place, where nothing but the place tells the series apart. */
const BY_PLACE: readonly PatternName[] = ['solid', 'rising', 'dotted', 'level', 'falling', 'empty'];

/** No two tones share a pattern. */
const BY_TONE: Record<Tone, readonly PatternName[]> = {
  still: ['empty', 'sparse'],
  waits: ['rising', 'falling', 'crossed', 'broad'],
  informs: ['dotted'],
  done: ['solid', 'pierced'],
  refused: ['grid'],
  ordered: ['level', 'waved'],
  over: ['upright', 'dashed'],
};

/** What stands for several statuses at once. */
export const OTHERS: Look = { color: 'var(--ink3)', pattern: 'ringed' };

/** The look of the series at a place, from 0. */
export const lookAt = (place: number): Look => ({ color: `var(--chart-${place + 1})`, pattern: BY_PLACE[place]! });

/** The look of a status: its tone, and its place, from 0, among the statuses of that tone. */
export function lookOf(tone: Tone, place: number): Look {
  const own = BY_TONE[tone];
  return { color: `var(--${tone}-ink)`, pattern: own[place % own.length]! };
}

/** `<pattern id="…">` of a look, to be filled with by `url(#…)`. */
export function patternSvg(id: string, { color, pattern }: Look): string {
  return `<pattern id="${id}" width="8" height="8" patternUnits="userSpaceOnUse"><rect width="8" height="8" fill="var(--surface)"/>${patterns[pattern](color)}</pattern>`;
}
