import { profilePath } from '#lib/access/paths.ts';
import { mailPath } from '#lib/administration/mails/mail.ts';
import { JOBS_PATH } from '#lib/process/jobs/paths.ts';
import { approvalPolicyPath } from '#lib/approvals/policy/approval-policy.ts';
import { numberSeriesPath } from '#lib/numbering/number-series.ts';
import { holidayPath } from '#lib/settings/holiday.ts';
import { settingPath } from '#lib/settings/paths.ts';
import { activityLogPath } from '#lib/administration/paths.ts';
import { addressPath } from '#lib/directory/address.ts';
import { appClientPath } from '#lib/directory/app-client/app-client.ts';
import { businessEntityPath } from '#lib/directory/business-entity.ts';
import { departmentPath } from '#lib/directory/department.ts';
import { teamPath } from '#lib/directory/team.ts';
import { rolePath } from '#lib/directory/role/role.ts';
import { userRequestPath } from '#lib/directory/user-request/paths.ts';
import { userPath } from '#lib/directory/user/paths.ts';
import { INBOX_PATH } from '#lib/approvals/paths.ts';
import { MAILBOX_PATH } from '#lib/email/paths.ts';
import type { Ability } from '#lib/values/ability.ts';
import { hasSales } from '#lib/dashboards/dashboard/built-in.ts';
import { DASHBOARDS, ownDashboardPath } from '#lib/dashboards/paths.ts';
import { LIST, MY_LIST } from '#lib/purchasing/purchase-request/paths.ts';
import { ALL_MY_REQUESTS, ALL_REQUESTS, MINE } from '#lib/purchasing/purchase-request/purchase-request.ts';
import type { IconName } from '#lib/values/icons.ts';

export interface MenuEntry {
  /** Label key. */
  label: string;
  path: string;
  /** The letter that leads there after `g`; each is used once. */
  key?: string;
  /** Addresses that belong to the entry, when `path` is one of several (lists with a :type). */
  under?: string;
  /** Addresses that belong to it where no other entry of the person claims them. */
  else?: string;
  /** The right that shows the entry, any one of the actions on the subject; none for what is everybody's. */
  subject?: string;
  anyOf?: readonly string[];
  /** Further condition: whether the page would show the person anything. */
  when?: (ability: Ability) => boolean;
}

export interface MenuSection {
  label: string;
  icon: IconName;
  entries: readonly MenuEntry[];
}

/** The menu for staff. It lists only what works: an entry is added together with its page. */
export const menu: readonly MenuSection[] = [
  {
    label: 'menu.dashboard',
    icon: 'layout-dashboard',
    entries: [
      { label: 'menu.dashboard', path: ownDashboardPath.page, subject: 'Dashboard', anyOf: ['my-dashboard'] },
      { label: 'menu.sales', path: ownDashboardPath.sales, subject: 'Dashboard', anyOf: ['read'], when: hasSales },
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
    entries: [{ label: 'menu.email', path: MAILBOX_PATH }],
  },
  {
    label: 'menu.purchasing',
    icon: 'shopping-cart',
    entries: [
      {
        label: 'menu.purchaseRequests',
        path: ALL_REQUESTS,
        key: 'p',
        under: LIST,
        subject: 'PurchaseRequest',
        anyOf: ['read'],
      },
      {
        label: 'menu.myPurchaseRequests',
        path: ALL_MY_REQUESTS,
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
    entries: [{ label: 'menu.approvals', path: INBOX_PATH, key: 'w' }],
  },
  {
    label: 'menu.directory',
    icon: 'users',
    entries: [
      { label: 'menu.users', path: userPath.list, key: 'u', subject: 'User', anyOf: ['read'] },
      {
        label: 'menu.userRequests',
        path: userRequestPath.list,
        key: 'n',
        subject: 'UserCreationRequest',
        anyOf: ['user-creation-read'],
      },
      { label: 'menu.roles', path: rolePath.list, key: 'r', subject: 'Role', anyOf: ['read'] },
      { label: 'menu.teams', path: teamPath.list, key: 't', subject: 'Team', anyOf: ['read'] },
      { label: 'menu.departments', path: departmentPath.list, key: 'd', subject: 'Department', anyOf: ['read'] },
      {
        label: 'menu.businessEntities',
        path: businessEntityPath.list,
        key: 'b',
        subject: 'BusinessEntity',
        anyOf: ['read'],
      },
      { label: 'menu.appClients', path: appClientPath.list, subject: 'AppClient', anyOf: ['read'] },
      { label: 'menu.addresses', path: addressPath.list, key: 'a', subject: 'Address', anyOf: ['read'] },
      {
        label: 'menu.activityLog',
        path: activityLogPath.list,
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
      { label: 'menu.businessSettings', path: settingPath.list, key: 's', subject: 'Setting', anyOf: ['read'] },
      { label: 'menu.holidays', path: holidayPath.list, subject: 'Holiday', anyOf: ['read'] },
      { label: 'menu.numberContinuity', path: numberSeriesPath.list, subject: 'NumberSeries', anyOf: ['read'] },
      {
        label: 'menu.approvalPolicies',
        path: approvalPolicyPath.list,
        subject: 'ApprovalPolicy',
        anyOf: ['read'],
      },
      { label: 'menu.jobs', path: JOBS_PATH, subject: 'Job', anyOf: ['read'] },
      { label: 'menu.mails', path: mailPath.list, subject: 'MailOutbox', anyOf: ['read'] },
    ],
  },
];

/**
 * The part of the menu that a person may open; sections without an entry are left out. Modules that are off grant
 * nothing.
 */
export function menuFor(ability: Ability): MenuSection[] {
  return menu
    .map((section) => ({
      ...section,
      entries: section.entries.filter(
        ({ subject, anyOf = [], when }) => (!subject || ability.can(subject, ...anyOf)) && (!when || when(ability)),
      ),
    }))
    .filter((section) => section.entries.length > 0);
}

/** The pages of the menu that a person may open, in its order, and the own profile, which is everybody's. */
export const openPages = (ability: Ability): Pick<MenuEntry, 'label' | 'path'>[] => [
  ...menuFor(ability).flatMap(({ entries }) => entries),
  { label: 'menu.myProfile', path: profilePath.show },
];

/** The entry that an address belongs to: the longest one whose address is a prefix of it. */
export function currentEntry(sections: readonly MenuSection[], pathname: string): MenuEntry | undefined {
  const entries = sections.flatMap((section) => section.entries);
  const isIn = (path: string | undefined) => path !== undefined && `${pathname}/`.startsWith(`${path}/`);
  const owners = entries.filter((entry) => isIn(entry.under ?? entry.path));
  const longest = owners.toSorted((a, b) => (a.under ?? a.path).length - (b.under ?? b.path).length).at(-1);
  return longest ?? entries.find((entry) => isIn(entry.else));
}

/** Where the reader is, for either form of the menu: `aria-current` of an entry's link, and whether a section has it. */
export function placeInMenu(
  sections: readonly MenuSection[],
  pathname: string,
): { mark: (path: string) => 'page' | 'true' | undefined; isHere: (entries: readonly MenuEntry[]) => boolean } {
  const here = currentEntry(sections, pathname);
  return {
    mark: (path) => (here?.path !== path ? undefined : pathname === path ? 'page' : 'true'),
    isHere: (entries) => here !== undefined && entries.includes(here),
  };
}
