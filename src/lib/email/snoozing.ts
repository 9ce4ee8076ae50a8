import { addDays, instantOf, today } from '#lib/values/time.ts';

/** The choices for snoozing a mail in the menu. */
export const SNOOZES = ['hours', 'tomorrow', 'monday'] as const;

/**
 * The instant of a choice or of an ISO text; null for one in the past or an invalid one. In three hours; tomorrow or on
 * Monday at 9 in Singapore.
 */
export function snoozeUntil(choice: string, now: Date = new Date()): string | null {
  const day = today(now);
  if (choice === 'hours') return new Date(now.getTime() + 3 * 3_600_000).toISOString();
  if (choice === 'tomorrow') return instantOf(addDays(day, 1), '09:00');
  if (choice === 'monday') return instantOf(addDays(day, 8 - (new Date(`${day}T00:00:00Z`).getUTCDay() || 7)), '09:00');
  const instant = Date.parse(choice);
  return Number.isNaN(instant) || instant <= now.getTime() ? null : new Date(instant).toISOString();
}
