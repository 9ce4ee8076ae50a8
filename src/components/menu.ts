import type { Ability } from '#lib/access/ability.ts';
import { hasSales } from '#lib/dashboards/built-in.ts';
import { DASHBOARDS } from '#lib/dashboards/dashboard-paths.ts';
import { ALL, ALL_OF_MINE, LIST, MY_LIST } from '#lib/purchasing/purchase-request-paths.ts';
import { MINE } from '#lib/purchasing/purchase-request-rights.ts';
import type { IconName } from './icons.ts';

export interface MenuEntry {
  /** Label key. */
  label: string;
  path: string;
  /** The letter that leads there after `g`; each stands once. */
  key?: string;
  /** Addresses that belong to the entry, when `path` is one of several (lists with a :type). */
  under?: string;
  /** Addresses that belong to it where no other entry of the person claims them. */
  else?: string;
  subject: string;
  /** Any one of these actions on the subject shows the entry. */
  anyOf: readonly string[];
  /** Asked besides: whether the page would show the person anything. */
  when?: (ability: Ability) => boolean;
}

export interface MenuSection {
  label: string;
  icon: IconName;
  entries: readonly MenuEntry[];
}

/** The menu of the staff. It holds what works: an entry is added together with its page. */
export const menu: readonly MenuSection[] = [
  {
    label: 'menu.dashboard',
    icon: 'layout-dashboard',
    entries: [
      { label: 'menu.dashboard', path: '/dashboard', subject: 'Dashboard', anyOf: ['my-dashboard'] },
      { label: 'menu.sales', path: '/dashboard/ecommerce', subject: 'Dashboard', anyOf: ['read'], when: hasSales },
      {
        label: 'menu.dashboards',
        path: `${DASHBOARDS}/list`,
        under: DASHBOARDS,
        subject: 'Dashboard',
        anyOf: ['read'],
      },
    ],
  },
  {
    label: 'menu.apps',
    icon: 'mail',
    entries: [{ label: 'menu.email', path: '/apps/email', subject: 'Auth', anyOf: ['read'] }],
  },
  {
    label: 'menu.purchasing',
    icon: 'shopping-cart',
    entries: [
      {
        label: 'menu.purchaseRequests',
        path: ALL,
        key: 'p',
        under: LIST,
        subject: 'PurchaseRequest',
        anyOf: ['read'],
      },
      {
        label: 'menu.myPurchaseRequests',
        path: ALL_OF_MINE,
        key: 'm',
        under: MY_LIST,
        else: LIST,
        subject: 'MyPurchaseRequest',
        anyOf: MINE,
      },
    ],
  },
  {
    label: 'menu.approvals',
    icon: 'inbox',
    entries: [{ label: 'menu.approvals', path: '/approvals', key: 'w', subject: 'Auth', anyOf: ['read'] }],
  },
  {
    label: 'menu.directory',
    icon: 'users',
    entries: [
      { label: 'menu.users', path: '/directory/users', key: 'u', subject: 'User', anyOf: ['read'] },
      {
        label: 'menu.userRequests',
        path: '/directory/users/requests',
        key: 'n',
        subject: 'UserCreationRequest',
        anyOf: ['user-creation-read'],
      },
      { label: 'menu.roles', path: '/directory/roles', key: 'r', subject: 'Role', anyOf: ['read'] },
      { label: 'menu.teams', path: '/directory/teams', key: 't', subject: 'Team', anyOf: ['read'] },
      { label: 'menu.departments', path: '/directory/departments', key: 'd', subject: 'Department', anyOf: ['read'] },
      {
        label: 'menu.businessEntities',
        path: '/directory/business-entities',
        key: 'b',
        subject: 'BusinessEntity',
        anyOf: ['read'],
      },
      { label: 'menu.appClients', path: '/directory/app-clients', subject: 'AppClient', anyOf: ['read'] },
      { label: 'menu.addresses', path: '/directory/addresses', key: 'a', subject: 'Address', anyOf: ['read'] },
      {
        label: 'menu.activityLog',
        path: '/directory/activity-log',
        key: 'l',
        subject: 'UserManagementLog',
        anyOf: ['user-activity-log-read'],
      },
    ],
  },
  {
    label: 'menu.settings',
    icon: 'settings',
    entries: [
      { label: 'menu.businessSettings', path: '/settings', key: 's', subject: 'Setting', anyOf: ['read'] },
      { label: 'menu.holidays', path: '/settings/holidays', subject: 'Holiday', anyOf: ['read'] },
      { label: 'menu.numberContinuity', path: '/settings/number-continuity', subject: 'NumberSeries', anyOf: ['read'] },
      {
        label: 'menu.approvalPolicies',
        path: '/settings/approval-policies',
        subject: 'ApprovalPolicy',
        anyOf: ['read'],
      },
      { label: 'menu.jobs', path: '/settings/jobs', subject: 'Job', anyOf: ['read'] },
      { label: 'menu.mails', path: '/settings/mails', subject: 'MailOutbox', anyOf: ['read'] },
    ],
  },
];

/** What of the menu a person may open; sections without an entry are left out. Modules that are off grant nothing. */
export function menuFor(ability: Ability): MenuSection[] {
  return menu
    .map((section) => ({
      ...section,
      entries: section.entries.filter(
        ({ subject, anyOf, when }) => ability.can(subject, ...anyOf) && (!when || when(ability)),
      ),
    }))
    .filter((section) => section.entries.length > 0);
}

/** The entry that an address belongs to: the longest that is a whole beginning of it. */
export function currentEntry(sections: readonly MenuSection[], pathname: string): MenuEntry | undefined {
  const entries = sections.flatMap((section) => section.entries);
  const isIn = (path: string | undefined) => path !== undefined && `${pathname}/`.startsWith(`${path}/`);
  const owners = entries.filter((entry) => isIn(entry.under ?? entry.path));
  const longest = owners.toSorted((a, b) => (a.under ?? a.path).length - (b.under ?? b.path).length).at(-1);
  return longest ?? entries.find((entry) => isIn(entry.else));
}
