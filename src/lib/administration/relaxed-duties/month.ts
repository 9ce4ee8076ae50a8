/** Months as addresses have them: 'YYYY-MM', in Singapore. Browser-safe. */
import { addDays, today } from '#lib/values/time.ts';

/** The month of an address; the running one for anything else. */
export function monthIn(params: URLSearchParams): string {
  const asked = params.get('month') ?? '';
  return /^20\d\d-(0[1-9]|1[0-2])$/.test(asked) ? asked : monthOf(today());
}

/** The month of a day. */
export const monthOf = (date: string): string => date.slice(0, 7);

/** The month before. */
export const monthBefore = (month: string): string => monthOf(addDays(`${month}-01`, -1));

/** First and last day of a month. */
export function daysOf(month: string): { from: string; to: string } {
  const [year = 0, number = 0] = month.split('-').map(Number);
  const next = number === 12 ? `${year + 1}-01-01` : `${year}-${String(number + 1).padStart(2, '0')}-01`;
  return { from: `${month}-01`, to: addDays(next, -1) };
}

/** 'November 2026', in the reader's language. */
export function monthName(month: string, language: string): string {
  const format = new Intl.DateTimeFormat(language, { month: 'long', year: 'numeric', timeZone: 'UTC' });
  return format.format(new Date(`${month}-15T00:00:00Z`));
}

/** The running month and those before it, the newest first, with the shown one. */
export function monthsFor(shown: string, count = 24): string[] {
  const months = [monthOf(today())];
  while (months.length < count) months.push(monthBefore(months.at(-1)!));
  return [...new Set([shown, ...months])].toSorted().toReversed();
}
