import { describe, expect, test } from 'vitest';
import {
  addDays,
  dateOf,
  formatClock,
  formatDate,
  formatInstant,
  formatTime,
  instantOf,
  isDate,
  parseClock,
  parseDate,
  parseInstant,
  today,
} from '#lib/values/time.ts';
import { WEEKDAYS } from '#lib/values/constants.ts';
import { addWorkingHours, type WorkingTime } from '#lib/values/working-hours.server.ts';

describe('dates', () => {
  test('are shown as DD/MM/YYYY, and nothing as nothing', () => {
    expect(formatDate('2026-11-21')).toBe('21/11/2026');
    expect(formatDate(null)).toBe('');
    expect(formatDate('')).toBe('');
  });

  test('are read back from what is shown, and from what is typed without zeros', () => {
    expect(parseDate('21/11/2026')).toBe('2026-11-21');
    expect(parseDate(' 1/2/2026 ')).toBe('2026-02-01');
    expect(parseDate('29/02/2028')).toBe('2028-02-29');
  });

  test.each([
    '31/02/2026',
    '29/02/2027',
    '00/01/2026',
    '10/13/2026',
    '2026-11-21',
    '21/11/26',
    '21.11.2026',
    'today',
    '',
  ])('%j is no date', (text) => expect(parseDate(text)).toBeNull());

  test('exist or do not', () => {
    expect(isDate('2026-11-21')).toBe(true);
    expect(isDate('2026-02-30')).toBe(false);
    expect(isDate('21/11/2026')).toBe(false);
    expect(isDate('0001-01-01')).toBe(true);
    expect(isDate('0000-01-01')).toBe(false);
  });

  test('move over months, years and leap days', () => {
    expect(addDays('2026-12-31', 1)).toBe('2027-01-01');
    expect(addDays('2028-02-28', 1)).toBe('2028-02-29');
    expect(addDays('2026-03-01', -1)).toBe('2026-02-28');
  });

  test('are those of Singapore, whatever the clock of the server says', () => {
    expect(dateOf('2026-11-21T15:59:59Z')).toBe('2026-11-21');
    expect(dateOf('2026-11-21T16:00:00Z')).toBe('2026-11-22');
    expect(today(new Date('2026-12-31T16:00:00Z'))).toBe('2027-01-01');
  });
});

describe('times', () => {
  test.each([
    ['00:05', '12:05am'],
    ['09:00', '09:00am'],
    ['12:00', '12:00pm'],
    ['16:12', '04:12pm'],
    ['23:59', '11:59pm'],
  ])('%s is shown as %s and read back', (clock, shown) => {
    expect(formatClock(clock)).toBe(shown);
    expect(parseClock(shown)).toBe(clock);
  });

  test.each(['00:10am', '13:00pm', '16:12', '4:60pm', '4pm', ''])('%j is no time', (text) => {
    expect(parseClock(text)).toBeNull();
  });

  test('a time typed loosely is understood', () => expect(parseClock(' 4:12 PM ')).toBe('16:12'));

  test('instants are shown on the wall clock of Singapore', () => {
    expect(formatInstant('2026-11-21T08:12:30.500Z')).toBe('21/11/2026 04:12pm');
    expect(formatInstant(new Date('2026-11-21T16:01:00Z'))).toBe('22/11/2026 12:01am');
    expect(formatTime('2026-11-21T08:12:00Z')).toBe('04:12pm');
    expect(formatInstant(null)).toBe('');
  });

  test('instants are read back', () => {
    expect(parseInstant('21/11/2026 04:12pm')).toBe('2026-11-21T08:12:00.000Z');
    expect(parseInstant('21/11/2026')).toBeNull();
    expect(parseInstant('31/02/2026 04:12pm')).toBeNull();
    expect(instantOf('2026-11-21')).toBe('2026-11-20T16:00:00.000Z');
  });
});

describe('working hours', () => {
  const friday = (clock: string) => instantOf('2026-11-20', clock);
  const week = WEEKDAYS.slice(0, 5).map((day) => ({ day, opens: '09:00', closes: '18:00' }));
  const shown = (hours: number, from: string, holidays: string[] = [], days: WorkingTime['week'] = week) =>
    formatInstant(addWorkingHours(from, hours, { week: days, holidays: new Set(holidays) }));

  test('stay within the day when the day has them', () => {
    expect(shown(4, friday('10:30'))).toBe('20/11/2026 02:30pm');
    expect(shown(9, friday('09:00'))).toBe('20/11/2026 06:00pm');
    expect(shown(0.25, instantOf('2026-11-20', '10:00'))).toBe('20/11/2026 10:15am');
  });

  test('go on after the weekend', () => {
    expect(shown(2, friday('17:00'))).toBe('23/11/2026 10:00am');
    expect(shown(18, friday('17:00'))).toBe('24/11/2026 05:00pm');
  });

  test('begin with the next opening when nobody works', () => {
    expect(shown(1, friday('07:00'))).toBe('20/11/2026 10:00am');
    expect(shown(1, friday('18:00'))).toBe('23/11/2026 10:00am');
    expect(shown(1, instantOf('2026-11-22', '12:00'))).toBe('23/11/2026 10:00am');
    expect(shown(0, friday('22:00'))).toBe('23/11/2026 09:00am');
  });

  test('leave holidays out', () => {
    expect(shown(2, friday('17:00'), ['2026-11-23'])).toBe('24/11/2026 10:00am');
    expect(shown(1, instantOf('2026-12-25', '12:00'), ['2026-12-25'])).toBe('28/12/2026 10:00am');
  });

  test('are those of each day, in whatever order the days stand', () => {
    const days = [
      { day: 'saturday', opens: '10:00', closes: '13:00' },
      { day: 'friday', opens: '14:00', closes: '22:00' },
    ] as const;
    expect(shown(8, friday('09:00'), [], days)).toBe('20/11/2026 10:00pm');
    expect(shown(10, friday('09:00'), [], days)).toBe('21/11/2026 12:00pm');
    expect(shown(12, friday('09:00'), [], days)).toBe('27/11/2026 03:00pm');
    expect(shown(1, friday('23:00'), ['2026-11-21'], days)).toBe('27/11/2026 03:00pm');
  });

  test('cannot be counted where nobody ever works', () => {
    expect(() => shown(1, friday('09:00'), [], [])).toThrow(RangeError);
  });

  test('count from any second', () => {
    expect(addWorkingHours('2026-11-20T09:59:30.250Z', 1, { week, holidays: new Set() })).toBe(
      '2026-11-23T01:59:30.250Z',
    );
  });
});
