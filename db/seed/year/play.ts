import { markRead } from '#lib/notifications/notifications.server.ts';
import { addComment } from '#lib/on-records/comments.server.ts';
import { afterWorkDone } from '#lib/process/database/after-commit.server.ts';
import { db } from '#lib/process/database/database.server.ts';
import {
  approvePurchaseRequest,
  cancelPurchaseRequest,
  rejectPurchaseRequest,
  returnPurchaseRequest,
  submitPurchaseRequest,
} from '#lib/purchasing/purchase-request/life.server.ts';
import { createPurchaseRequest } from '#lib/purchasing/purchase-request/writing.server.ts';
import type { PurchaseRequest } from '#lib/purchasing/purchase-request/purchase-request.ts';
import { workingTime } from '#lib/settings/working-time.server.ts';
import type { Actor } from '#lib/values/actor.ts';
import { addDays, instantNow, instantOf, today, type Clock, withClock } from '#lib/values/time.ts';
import { addWorkingHours, type WorkingTime } from '#lib/values/working-hours.server.ts';
import { actorNamed, type Company } from '../builders.ts';
import { inputOf } from '../requests.ts';
import { occasions, type Occasion } from './occasions.ts';

/** What happens at an instant; what follows from it later. */
interface Happening {
  at: string;
  occasion: Occasion;
  request: PurchaseRequest | null;
  /** Who sends it again, after it was returned. */
  again?: true;
}

/** Everything before today begins so many days ago. */
const DAYS = 366;

/** Working hours, some seven weeks, after which an approved request has been supplied without an order of this system. */
const OPEN_HOURS = 280;

const SUPPLIED = [
  'Supplied under the yearly contract.',
  'Bought with petty cash by the counter.',
  'Joined with the order that purchasing placed by phone.',
];

/**
 * Plays twelve months of the garden before today, in the order of time, with a clock of its own and through the
 * operations of the application: each person sends and decides as if on that day, at working hours, and rights,
 * policies, numbers, notices and log are those of every other day. `build` makes the company on its first day.
 * An interrupted year is not taken up again: nothing is played where requests exist.
 */
export async function playYear(build: () => Promise<Company>): Promise<void> {
  if (await db.selectFrom('purchaseRequests').select('id').limit(1).executeTakeFirst()) return;
  const until = instantNow();
  await withClock(instantOf(addDays(today(), -DAYS), '09:00'), async (clock) => {
    const own = await build();
    await playOccasions(clock, own, until);
  });
}

async function playOccasions(clock: Clock, own: Company, until: string): Promise<void> {
  const working = await workingTime();
  const actors = new Map<string, Promise<Actor>>();
  const actor = (username: string) => actors.get(username) ?? actors.set(username, actorNamed(username)).get(username)!;
  const waiting: Happening[] = occasions(today(), addDays(today(), DAYS - 15), working).map((occasion) => ({
    at: occasion.at,
    occasion,
    request: null,
  }));
  for (;;) {
    waiting.sort((a, b) => (a.at < b.at ? -1 : 1));
    const next = waiting.shift();
    if (!next || next.at >= until) break;
    // What the last one left to be done after its commit, such as its print, belongs to its own instant.
    await afterWorkDone();
    clock.set(next.at);
    const request = await happen(next, own, actor);
    if (!request || request.status === 'cancelled' || request.status === 'rejected') continue;
    const hours =
      ((next.occasion.hours * (1 + waiting.length)) % 13) + (request.status === 'pending-budget' ? OPEN_HOURS : 0);
    const again = request.status === 'returned' ? { again: true as const } : {};
    waiting.push({ at: later(next, hours + 0.4, working), occasion: next.occasion, request, ...again });
  }
  await afterWorkDone();
  // They have opened what they were notified of, as people do within a year.
  for (const username of actors.keys()) await markRead(await actor(username), { until: instantNow() }, 'en');
}

const later = ({ at }: Happening, hours: number, working: WorkingTime): string => addWorkingHours(at, hours, working);

/** The request after it has been made and sent, sent again, or decided on by who is asked. */
async function happen(
  { occasion, request, again }: Happening,
  own: Company,
  actor: (username: string) => Promise<Actor>,
): Promise<PurchaseRequest> {
  const by = await actor(occasion.story.by);
  if (!request) return submitPurchaseRequest(by, await createPurchaseRequest(by, inputOf(occasion.story, own)));
  if (again) {
    await addComment(by, 'purchase-request', request.id, { text: 'Two prices compared; this is the lower one.' });
    return submitPurchaseRequest(by, request);
  }
  if (request.status === 'pending-budget')
    return cancelPurchaseRequest(by, request, { reason: SUPPLIED[occasion.story.title.length % SUPPLIED.length]! });
  if (occasion.end === 'cancel') return cancelPurchaseRequest(by, request, { reason: 'No longer needed.' });
  const asked = await db
    .selectFrom('approvalTasks as task')
    .innerJoin('users', 'users.id', 'task.assigneeId')
    .select('users.username')
    .where('task.docId', '=', request.id)
    .where('task.status', '=', 'pending')
    .orderBy('task.id')
    .executeTakeFirstOrThrow();
  const decider = await actor(asked.username);
  if (occasion.end === 'reject') return rejectPurchaseRequest(decider, request, { comment: occasion.comment });
  if (occasion.end === 'return' && request.revision === 0)
    return returnPurchaseRequest(decider, request, { comment: occasion.comment });
  return approvePurchaseRequest(decider, request, {});
}
