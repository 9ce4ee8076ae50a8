/**
 * The exempt list of the specification (section 7): requests that a newer one to the same URL does not cancel, each in
 * the specification's words, with the addresses they have here. `path` begins after the API's base.
 */
import { recipientsCall } from '#lib/email/paths.ts';
import { notificationApi } from '#lib/notifications/paths.ts';
import { attachmentsCall } from '#lib/on-records/paths.ts';
import { uploadCall, downloadCall } from '#lib/process/files/paths.ts';
import { callOf } from '#lib/values/paths.ts';

interface Exempt {
  what: string;
  is: (path: string, query: URLSearchParams) => boolean;
}

const OWN_OR_DEPARTMENT_LISTS = [
  '/appointments/bookings',
  '/inventory/inventory-request',
  '/purchasing/purchase-requests',
  '/operations/service-forms',
  '/operations/service-requests',
  '/purchasing/vendors',
  '/purchasing/vendor-payments',
];

/** The attachments of a record of any kind. */
const ATTACHMENTS = new RegExp(`^${attachmentsCall('[^/]+', '[^/]+')}$`);
const RECIPIENTS = recipientsCall('').split('?', 1)[0];
const READING = callOf(notificationApi.reading);

const EXEMPT: readonly Exempt[] = [
  {
    what: 'the department and own find lists for bookings, inventory requests, purchase requests, service forms, service requests, vendor lists and vendor payments',
    is: (path, query) =>
      OWN_OR_DEPARTMENT_LISTS.includes(path.replace('/my-', '/')) &&
      (path.includes('/my-') || /(^|-)(my|department)(-|$)/.test(query.get('type') ?? '')),
  },
  { what: 'the budget finds', is: (path) => /^\/budgeting\/[^/]+$/.test(path) },
  { what: 'dashboard statistics under user/...', is: (path) => /^\/user\/.*statistics/.test(path) },
  {
    what: 'attachment uploads under customer/..., and budget, purchase and inventory uploads: all records have one address',
    is: (path) => ATTACHMENTS.test(path),
  },
  {
    what: 'uploads: every one of them asks the same URL for its address',
    is: (path) => path === uploadCall || path === downloadCall,
  },
  {
    what: 'the respond-with store/item call',
    is: (path) => /^\/inventory\/inventory-request\/[^/]+\/response$/.test(path),
  },
  { what: 'operation get-recipient calls', is: (path) => path === RECIPIENTS },
  { what: 'operation workflow task calls', is: (path) => /^\/operations\/workflows\/.*tasks?(\/[^/]+)?$/.test(path) },
];

/** Not in the specification's list: at one address, each says something of another notification. */
const OF_OURS: readonly Exempt[] = [{ what: 'what was read', is: (path) => path === READING }];

/** Whether requests to this URL may run concurrently. `url` includes the query, but not the base. */
export function isExempt(url: string): boolean {
  const { pathname, searchParams } = new URL(url, 'http://api.invalid');
  return [...EXEMPT, ...OF_OURS].some(({ is }) => is(pathname, searchParams));
}
