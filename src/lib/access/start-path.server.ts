import type { Actor } from './actor.ts';
import { safePath } from './safe-path.ts';

/** Pages a person may start on, best first, with what opens them. */
const STARTS = [
  { path: '/purchasing/purchase-requests/all-requests', subject: 'PurchaseRequest', anyOf: ['read'] },
  { path: '/purchasing/my-purchase-requests/all-my-requests', subject: 'MyPurchaseRequest', anyOf: ['my-request-read', 'my-department-request-read'] },
  { path: '/directory/users', subject: 'User', anyOf: ['read'] },
  { path: '/directory/activity-log', subject: 'UserManagementLog', anyOf: ['user-activity-log-read'] },
] as const;

/**
 * Where a signed-in person begins: the personal redirect address, else the first page that the rights open, else the
 * own profile, which is always allowed.
 */
export function startPathOf(actor: Actor): string {
  const personal = safePath(actor.personalRedirect);
  if (personal && personal !== '/') return personal;
  return STARTS.find(({ subject, anyOf }) => actor.ability.can(subject, ...anyOf))?.path ?? '/directory/my-profile';
}
