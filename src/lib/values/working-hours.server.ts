/** Calculations with working time. Server only, so that islands do not carry a calendar library. */
import { Temporal } from 'temporal-polyfill';
import { TIME_ZONE, WEEKDAYS } from './constants.ts';

/**
 * Working times: times of day 'HH:MM' in Singapore, one entry for each working day, and the non-working days
 * 'YYYY-MM-DD'.
 */
export interface WorkingTime {
  week: readonly { day: (typeof WEEKDAYS)[number]; opens: string; closes: string }[];
  holidays: ReadonlySet<string>;
}

/** More consecutive non-working days than this are a configuration error. */
const MOST_DAYS_CLOSED = 1_000;

/**
 * The instant when so many working hours have passed since `instant` (both ISO, UTC): due dates of approvals are
 * computed so.
 */
export function addWorkingHours(instant: string, hours: number, working: WorkingTime): string {
  let { from, to } = nextStretch(Temporal.Instant.from(instant).toZonedDateTimeISO(TIME_ZONE), working);
  let milliseconds = Math.round(hours * 3_600_000);
  for (;;) {
    const left = from.until(to).total('milliseconds');
    if (milliseconds <= left) return toIso(from.add({ milliseconds }));
    milliseconds -= left;
    ({ from, to } = nextStretch(to, working));
  }
}

/** Whether a day 'YYYY-MM-DD' is a working day. */
export function worksOn(date: string, { week, holidays }: WorkingTime): boolean {
  return !holidays.has(date) && week.some(({ day }) => day === WEEKDAYS[Temporal.PlainDate.from(date).dayOfWeek - 1]);
}

/** From the instant itself during working hours, else from the next opening, to the closing of that day. */
function nextStretch(
  moment: Temporal.ZonedDateTime,
  { week, holidays }: WorkingTime,
): { from: Temporal.ZonedDateTime; to: Temporal.ZonedDateTime } {
  for (let days = 0; days <= MOST_DAYS_CLOSED; days += 1) {
    const date = moment.toPlainDate().add({ days });
    const open = holidays.has(date.toString())
      ? undefined
      : week.find(({ day }) => day === WEEKDAYS[date.dayOfWeek - 1]);
    if (!open) continue;
    const [opens, closes] = [open.opens, open.closes].map((plainTime) =>
      date.toZonedDateTime({ timeZone: TIME_ZONE, plainTime }),
    ) as [Temporal.ZonedDateTime, Temporal.ZonedDateTime];
    if (Temporal.ZonedDateTime.compare(moment, closes) < 0)
      return { from: Temporal.ZonedDateTime.compare(moment, opens) < 0 ? opens : moment, to: closes };
  }
  throw new RangeError('There is no day of work');
}

function toIso(moment: Temporal.ZonedDateTime): string {
  return new Date(moment.epochMilliseconds).toISOString();
}
