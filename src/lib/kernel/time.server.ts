/** Computing with working time. Server only, so that islands do not carry a calendar library. */
import { Temporal } from 'temporal-polyfill';
import { TIME_ZONE } from './constants.ts';

const opens = Temporal.PlainTime.from('09:00');
const closes = Temporal.PlainTime.from('18:00');
const saturday = 6;

/**
 * The instant when so many working hours have passed since `instant` (both ISO, UTC). Work is from 09:00 to 18:00 in
 * Singapore, Monday to Friday, except on `holidays` ('YYYY-MM-DD'): due dates of approvals are counted so.
 */
export function addWorkingHours(instant: string, hours: number, holidays: readonly string[] = []): string {
  const closed = new Set(holidays);
  let moment = firstWorkingMoment(Temporal.Instant.from(instant).toZonedDateTimeISO(TIME_ZONE), closed);
  let milliseconds = Math.round(hours * 3_600_000);
  for (;;) {
    const left = moment.until(moment.withPlainTime(closes)).total('milliseconds');
    if (milliseconds <= left) return toIso(moment.add({ milliseconds }));
    milliseconds -= left;
    moment = firstWorkingMoment(moment.withPlainTime(closes), closed);
  }
}

/** The moment itself during work, else the next opening. */
function firstWorkingMoment(moment: Temporal.ZonedDateTime, closed: ReadonlySet<string>): Temporal.ZonedDateTime {
  const time = moment.toPlainTime();
  const beforeClosing = Temporal.PlainTime.compare(time, closes) < 0;
  if (isWorkingDay(moment.toPlainDate(), closed) && beforeClosing) {
    return Temporal.PlainTime.compare(time, opens) < 0 ? moment.withPlainTime(opens) : moment;
  }
  return firstWorkingMoment(moment.add({ days: 1 }).withPlainTime('00:00'), closed);
}

function isWorkingDay(date: Temporal.PlainDate, closed: ReadonlySet<string>): boolean {
  return date.dayOfWeek < saturday && !closed.has(date.toString());
}

function toIso(moment: Temporal.ZonedDateTime): string {
  return new Date(moment.epochMilliseconds).toISOString();
}
