import { addDays, instantOf, monthName } from '#lib/values/time.ts';
import { addWorkingHours, worksOn, type WorkingTime } from '#lib/values/working-hours.server.ts';
import type { Story } from '../requests.ts';
import type { Want } from './want.ts';
import { wants } from './wants.ts';

/** A request to be made at an instant (ISO), and what becomes of it. */
export interface Occasion {
  at: string;
  story: Story;
  end: 'approve' | 'return' | 'reject' | 'cancel';
  comment: string;
  /** Working hours after which it is taken up, more or less. */
  hours: number;
}

const RETURNED = ['Please compare two prices first.', 'Which cost centre carries the second half?'];
const REJECTED = ['The stock is enough for this quarter.', 'Please join the request of next month.'];

/** The year's requests between two days, both YYYY-MM-DD, oldest first; the same for the same days. */
export function occasions(from: string, to: string, working: WorkingTime): Occasion[] {
  const found: Occasion[] = [];
  // The business grows: most of the first eight months had fewer.
  const [settled, busier] = [addDays(from, 31), addDays(from, 240)];
  for (let month = from.slice(0, 7); month <= to.slice(0, 7); month = addDays(`${month}-28`, 4).slice(0, 7)) {
    wants.forEach((want, index) => {
      if (!want.months.includes(Number(month.slice(5)))) return;
      const date = addDays(`${month}-01`, (index * 11 + Number(month.slice(5)) * 5) % 28);
      if (date <= from || date > to || (date > settled && date < busier && index % 3 === 1)) return;
      const at = instantAt(date, index, want, working);
      if (found.every(({ story }) => story.title !== titleOf(want, month)))
        found.push({ at, story: storyOf(want, month), ...endOf(found.length), hours: 1.3 + (index % 7) });
    });
  }
  return found.sort((a, b) => (a.at < b.at ? -1 : 1));
}

/** Within working hours; an emergency keeps to none. */
function instantAt(date: string, index: number, want: Want, working: WorkingTime): string {
  if (want.emergency) return instantOf(date, '07:20');
  const opening = instantOf(date, worksOn(date, working) ? '08:00' : '00:00');
  return addWorkingHours(opening, 0.2 + ((index * 37) % 70) / 10, working);
}

function endOf(index: number): Pick<Occasion, 'end' | 'comment'> {
  if (index % 12 === 5) return { end: 'return', comment: RETURNED[index % 2]! };
  if (index % 19 === 9) return { end: 'reject', comment: REJECTED[index % 2]! };
  return { end: index % 31 === 21 ? 'cancel' : 'approve', comment: '' };
}

const titleOf = (want: Want, month: string): string =>
  `${want.title}, ${monthName(Number(month.slice(5)), 'en')} ${month.slice(0, 4)}`;

function storyOf(want: Want, month: string): Story {
  const { emergency, months: _, ...rest } = want;
  return {
    ...rest,
    title: titleOf(want, month),
    days: emergency ? 1 : 21,
    ...(emergency && { path: 'emergency', pathReason: emergency, priority: 'critical', priorityReason: emergency }),
  };
}
