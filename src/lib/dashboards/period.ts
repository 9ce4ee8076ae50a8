import { addDays } from '#lib/values/time.ts';

/** Periods that a dashboard can show. Browser-safe. */
export const PERIODS = [
  'today',
  'this-week',
  'this-month',
  'this-quarter',
  'this-year',
  'last-12-months',
  'all',
] as const;
export type Period = (typeof PERIODS)[number];

/**
 * First and last day of a period, both inclusive, relative to the day `today` ('YYYY-MM-DD'); null for all time. Weeks
 * begin on Monday.
 */
export function daysOfPeriod(period: Period, today: string): { from: string; to: string } | null {
  const [year, month] = today.split('-').map(Number) as [number, number];
  const first = (y: number, m: number) => new Date(Date.UTC(y, m - 1, 1)).toISOString().slice(0, 10);
  const months = (start: number, count: number) => ({
    from: first(year, start),
    to: addDays(first(year, start + count), -1),
  });
  switch (period) {
    case 'all':
      return null;
    case 'today':
      return { from: today, to: today };
    case 'this-week': {
      const monday = addDays(today, -((new Date(`${today}T00:00:00Z`).getUTCDay() + 6) % 7));
      return { from: monday, to: addDays(monday, 6) };
    }
    case 'this-month':
      return months(month, 1);
    case 'this-quarter':
      return months(month - ((month - 1) % 3), 3);
    case 'this-year':
      return months(1, 12);
    case 'last-12-months':
      return months(month - 11, 12);
  }
}

/** The months between two days: ['2026-10', '2026-11']. At most `most`, the newest. */
export function monthsBetween(from: string, to: string, most = 24): string[] {
  const [year, month] = from.split('-').map(Number) as [number, number];
  const all: string[] = [];
  for (let index = 0; ; index += 1) {
    const name = new Date(Date.UTC(year, month - 1 + index, 1)).toISOString().slice(0, 7);
    if (name > to.slice(0, 7)) return all.slice(-most);
    all.push(name);
  }
}

/** First and last day of a month '2026-11', limited to the given days. */
export function daysOfMonth(month: string, within: { from: string; to: string }): { from: string; to: string } {
  const [year, number] = month.split('-').map(Number) as [number, number];
  const last = addDays(new Date(Date.UTC(year, number, 1)).toISOString().slice(0, 10), -1);
  return { from: `${month}-01` < within.from ? within.from : `${month}-01`, to: last > within.to ? within.to : last };
}
