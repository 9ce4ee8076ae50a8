import type { Ability } from '#lib/values/ability.ts';
import type { FirstWidget, Size } from '#lib/dashboards/widget/widget.ts';

/** A dashboard that comes with the product, for those whose rights it fits: what do I do now? */
export interface FirstPage {
  /** Named in the reader's language: `dashboards.pages.<key>`. */
  key: string;
  fits: (ability: Ability) => boolean;
  widgets: FirstWidget[];
}

const card: Size = { wide: 3, medium: 6, narrow: 6 };
const side: Size = { wide: 4, medium: 6, narrow: 12 };
const main: Size = { wide: 8, medium: 12, narrow: 12 };
const whole: Size = { wide: 12, medium: 12, narrow: 12 };

/** The widgets of a page: figures, then what is to be done in its order with what to know beside it. */
function page(
  key: string,
  fits: FirstPage['fits'],
  ...parts: readonly [size: Size, type: string, quiet?: 'quiet'][]
): FirstPage {
  const widgets = parts.map(([size, type, quiet]): FirstWidget => ({
    id: `${key}-${type}`,
    type,
    title: null,
    size,
    settings: {},
    isQuiet: quiet !== undefined,
  }));
  return { key, fits, widgets };
}

/** In their order: a person begins with the first that fits, and may turn to the others. */
const firstPages: readonly FirstPage[] = [
  page(
    'administration',
    (ability) => ability.can('Job', 'run'),
    [card, 'pending-my-approval'],
    [card, 'people-invited'],
    [card, 'people-suspended'],
    [card, 'user-requests-approved'],
    [main, 'waiting-for-me', 'quiet'],
    [main, 'people-to-see-to'],
    [side, 'system-health'],
    [main, 'refused-attempts'],
    [main, 'log-check'],
    [side, 'unread-notifications', 'quiet'],
    [side, 'often-needed'],
  ),
  page(
    'audit',
    (ability) => ability.can('UserManagementLog', 'user-activity-log-read'),
    [whole, 'log-check'],
    [main, 'refused-attempts'],
    [side, 'duties-and-numbers'],
    [main, 'newest-log-entries'],
    [side, 'exports-made'],
    [main, 'number-continuity'],
    [side, 'unread-notifications', 'quiet'],
    [side, 'often-needed'],
  ),
  page(
    'finance',
    (ability) => ability.can('BudgetAllocation', 'allocate-budget-all-stages'),
    [card, 'pending-my-approval'],
    [card, 'overdue-approvals'],
    [card, 'waiting-for-budget'],
    [card, 'amount-for-budget'],
    [main, 'waiting-for-me'],
    [side, 'my-absence'],
    [main, 'requests-for-budget'],
    [side, 'requested-by-category'],
    [main, 'my-requests-to-finish', 'quiet'],
    [main, 'requested-by-month'],
    [side, 'unread-notifications', 'quiet'],
    [side, 'often-needed'],
  ),
  page(
    'purchasing',
    (ability) => ability.can('PurchaseOrder', 'issue'),
    [card, 'pending-my-approval'],
    [card, 'urgent-requests'],
    [card, 'waiting-for-approval'],
    [card, 'waiting-for-budget'],
    [main, 'waiting-for-me'],
    [side, 'my-absence'],
    [main, 'requests-for-budget'],
    [side, 'requests-by-state'],
    [main, 'requests-for-approval'],
    [side, 'requested-by-category'],
    [main, 'my-requests-to-finish', 'quiet'],
    [side, 'unread-notifications', 'quiet'],
    [side, 'often-needed'],
  ),
  page(
    'decisions',
    (ability) => ability.can('PurchaseRequest', 'approve'),
    [card, 'pending-my-approval'],
    [card, 'overdue-approvals'],
    [card, 'urgent-requests'],
    [card, 'department-requests'],
    [main, 'waiting-for-me'],
    [side, 'my-absence'],
    [main, 'my-requests-to-finish', 'quiet'],
    [side, 'unread-notifications', 'quiet'],
    [main, 'requests-for-approval'],
    [main, 'requests-of-department'],
    [side, 'requests-by-state'],
    [side, 'often-needed'],
  ),
  page(
    'requests',
    (ability) => ability.can('PurchaseRequest', 'create'),
    [whole, 'new-request'],
    [main, 'waiting-for-me', 'quiet'],
    [main, 'my-requests-to-finish'],
    [side, 'unread-notifications', 'quiet'],
    [main, 'my-requests-under-way'],
    [side, 'my-requests-by-state'],
    [side, 'often-needed'],
  ),
  page(
    'figures',
    (ability) => ability.can('PurchaseRequest', 'read'),
    [main, 'requests-by-department'],
    [side, 'requests-by-state'],
    [main, 'requested-by-month'],
    [side, 'requested-by-category'],
  ),
  page(
    'overview',
    () => true,
    [main, 'waiting-for-me', 'quiet'],
    [main, 'mailbox'],
    [main, 'unread-notifications'],
    [side, 'my-absence'],
    [side, 'often-needed'],
  ),
];

/** Those that fit what somebody may do; the last fits everybody. */
export const firstPagesFor = (ability: Ability): FirstPage[] => firstPages.filter(({ fits }) => fits(ability));

export const isFirstPage = (key: string): boolean => firstPages.some((one) => one.key === key);
