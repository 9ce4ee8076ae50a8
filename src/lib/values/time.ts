/**
 * Dates and times in the form people read and type: DD/MM/YYYY and hh:mma at +08:00 (specification, section 9), the
 * same in every language. A date is 'YYYY-MM-DD', a time of day 'HH:MM', an instant an ISO string in UTC. Browser-safe;
 * what needs a calendar of working days is in `working-hours.server.ts`.
 */
import { cachedByKey } from './cached-by-key.ts';
import { UTC_OFFSET, UTC_OFFSET_MINUTES } from './constants.ts';

/** '21/11/2026' for '2026-11-21'; '' for nothing. */
export function formatDate(date: string | null | undefined): string {
  const parts = /^(\d{4})-(\d\d)-(\d\d)$/.exec(date ?? '');
  return parts ? `${parts[3]}/${parts[2]}/${parts[1]}` : '';
}

/** '2026-11-21' for '21/11/2026' (or '1/2/2026'); `null` when it is not a date, such as the 31st of February. */
export function parseDate(text: string): string | null {
  const parts = /^(\d{1,2})\/(\d{1,2})\/(\d{4})$/.exec(text.trim());
  if (!parts) return null;
  const date = `${parts[3]}-${parts[2]!.padStart(2, '0')}-${parts[1]!.padStart(2, '0')}`;
  return isDate(date) ? date : null;
}

/** Whether the text is 'YYYY-MM-DD' and that day exists; there was no year 0, and the database knows none. */
export function isDate(text: string): boolean {
  if (!/^(?!0000)\d{4}-\d\d-\d\d$/.test(text)) return false;
  const midnight = new Date(`${text}T00:00:00Z`);
  return !Number.isNaN(midnight.getTime()) && midnight.toISOString().startsWith(text);
}

const formats = cachedByKey<Intl.DateTimeFormat>(40);

/** 'April' for 4, in the language; '' for what is no month. */
export function monthName(month: number, language: string): string {
  if (!Number.isInteger(month) || month < 1 || month > 12) return '';
  const make = () => new Intl.DateTimeFormat(language, { month: 'long', timeZone: 'UTC' });
  return formats(`month ${language}`, make).format(Date.UTC(2000, month - 1));
}

/** 'Nov 2026', of a month such as '2026-11'; `tag` names the reader's language ('en-SG'). */
export function shortMonthName(month: string, tag: string): string {
  const make = () => new Intl.DateTimeFormat(tag, { month: 'short', year: 'numeric', timeZone: 'UTC' });
  return formats(`short-month ${tag}`, make).format(new Date(`${month}-01T00:00:00Z`));
}

/** The months of a year to choose from, by their numbers. */
export const monthChoices = (language: string): { value: string; label: string }[] =>
  Array.from({ length: 12 }, (_, at) => ({ value: `${at + 1}`, label: monthName(at + 1, language) }));

/** '21/11/2026 04:12pm' for an instant, in Singapore; '' for nothing. */
export function formatInstant(instant: string | Date | null | undefined): string {
  return instant ? `${formatDate(dateOf(instant))} ${formatTime(instant)}` : '';
}

/** '04:12pm' for an instant, in Singapore; '' for nothing. */
export function formatTime(instant: string | Date | null | undefined): string {
  return instant ? formatClock(inSingapore(instant).toISOString().slice(11, 16)) : '';
}

/** '04:12pm' for the time of day '16:12'; '' for nothing. */
export function formatClock(clock: string | null | undefined): string {
  const parts = /^(\d\d):(\d\d)/.exec(clock ?? '');
  if (!parts) return '';
  const hour = Number(parts[1]);
  return `${String(hour % 12 || 12).padStart(2, '0')}:${parts[2]}${hour < 12 ? 'am' : 'pm'}`;
}

/** '16:12' for '04:12pm' (also '4:12 PM'); `null` when it is not a time of day. */
export function parseClock(text: string): string | null {
  const parts = /^(0?[1-9]|1[0-2]):([0-5]\d) ?([ap])m$/i.exec(text.trim());
  if (!parts) return null;
  const hour = (Number(parts[1]) % 12) + (parts[3]!.toLowerCase() === 'p' ? 12 : 0);
  return `${String(hour).padStart(2, '0')}:${parts[2]}`;
}

/** The UTC instant of '21/11/2026 04:12pm' in Singapore; `null` when it is not one. */
export function parseInstant(text: string): string | null {
  const [day = '', ...rest] = text.trim().split(/\s+/);
  const date = parseDate(day);
  const clock = parseClock(rest.join(' '));
  return date && clock ? instantOf(date, clock) : null;
}

/** The UTC instant of a date and a time of day in Singapore: ('2026-11-21', '16:12') is 08:12 UTC. */
export function instantOf(date: string, clock = '00:00'): string {
  return new Date(`${date}T${clock}:00${UTC_OFFSET}`).toISOString();
}

/** The date in Singapore at an instant: '2026-11-21T17:00:00Z' is '2026-11-22'. */
export function dateOf(instant: string | Date): string {
  return inSingapore(instant).toISOString().slice(0, 10);
}

/** Today's date in Singapore. */
export function today(now: string | Date = instantNow()): string {
  return dateOf(now);
}

/** The date so many days later, or earlier with a negative number. */
export function addDays(date: string, days: number): string {
  const shifted = new Date(`${date}T00:00:00Z`);
  shifted.setUTCDate(shifted.getUTCDate() + days);
  return shifted.toISOString().slice(0, 10);
}

/** A Date whose UTC fields read as the wall clock in Singapore, which has been +08:00 without change since 1982. */
function inSingapore(instant: string | Date): Date {
  return new Date(new Date(instant).getTime() + UTC_OFFSET_MINUTES * 60_000);
}

/** What the process takes for the present; the time of the machine, but while the seed of a year plays. */
let own: (() => number) | null = null;

/** Now, as an ISO string in UTC: what operations write down as the time of what they do. */
export const instantNow = (): string => (own ? new Date(own()) : new Date()).toISOString();

/** The clock that work done within `withClock` may set, to an instant (ISO). It never runs backwards. */
export interface Clock {
  set(instant: string): void;
}

/**
 * Does the work with a clock of its own, which stands at `start` (ISO) until it is set. For the seed alone, before the
 * server answers anybody: a test holds that nothing in `src` calls it. Sessions, tokens, codes and everything else that
 * rests on the time for safety read the machine's time and PostgreSQL's. Throws where one is in use or it would run
 * backwards; the machine's time counts again whatever happens.
 */
export async function withClock<T>(start: string, work: (clock: Clock) => Promise<T>): Promise<T> {
  if (own) throw new Error('The process has a clock of its own already');
  let at = Date.parse(start);
  own = () => at;
  try {
    return await work({
      set(instant) {
        const next = Date.parse(instant);
        if (!(next >= at)) throw new Error(`The clock does not run back to ${instant}`);
        at = next;
      },
    });
  } finally {
    own = null;
  }
}
