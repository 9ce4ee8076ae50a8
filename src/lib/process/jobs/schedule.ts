/** Job schedules: cron in Singapore time, limited to forms that can be described in words. Browser-safe. */
import { formatClock } from '#lib/values/time.ts';

/** A text: a key of locales `jobs.schedule` and its values. */
export interface ScheduleWords {
  key: string;
  params: Record<string, unknown>;
}

const NUMBER = /^\d{1,2}$/;
const EVERY = /^\*\/(\d{1,2})$/;

/**
 * The description of a schedule: each minute, every so many minutes, each hour, each day at one or more hours, each
 * week, each month; without one, by hand only. Throws for any other form, so that every schedule can be described.
 */
export function scheduleWords(schedule: string | null): ScheduleWords {
  if (schedule === null) return words('never');
  const [minute = '', hour = '', day = '', month = '', weekday = '', more] = schedule.split(' ');
  const said =
    more === undefined && month === '*'
      ? (frequent(minute, hour, day, weekday) ?? atAnHour(minute, hour, day, weekday))
      : undefined;
  if (!said) throw new Error(`The schedule ${schedule} cannot be said in words`);
  return said;
}

function frequent(minute: string, hour: string, day: string, weekday: string): ScheduleWords | undefined {
  if (hour !== '*' || day !== '*' || weekday !== '*') return undefined;
  const every = EVERY.exec(minute)?.[1];
  if (minute === '*') return words('minute');
  if (every && within(every, 2, 30)) return words('minutes', { count: Number(every) });
  if (!within(minute, 0, 59)) return undefined;
  return Number(minute) === 0 ? words('hour') : words('pastTheHour', { count: Number(minute) });
}

function atAnHour(minute: string, hour: string, day: string, weekday: string): ScheduleWords | undefined {
  const hours = hour.split(',');
  if (!within(minute, 0, 59) || !hours.every((one) => within(one, 0, 23))) return undefined;
  const at = hours.map((one) => formatClock(`${one.padStart(2, '0')}:${minute.padStart(2, '0')}`)).join(', ');
  if (day === '*' && weekday === '*') return words('day', { at });
  if (day === '*' && within(weekday, 0, 6)) return words(`weekday.${Number(weekday)}`, { at });
  return weekday === '*' && within(day, 1, 28) ? words('month', { at, day: Number(day) }) : undefined;
}

function within(text: string, least: number, most: number): boolean {
  return NUMBER.test(text) && Number(text) >= least && Number(text) <= most;
}

const words = (name: string, params: Record<string, unknown> = {}): ScheduleWords => ({
  key: `jobs.schedule.${name}`,
  params,
});
