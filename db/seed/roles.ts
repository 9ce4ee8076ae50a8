import { actionsOf } from '#lib/values/rights-catalogue.ts';
import type { RoleToEnsure } from '#lib/directory/role/system-roles.server.ts';

const rights = (subject: string, ...actions: string[]) => actions.map((action) => ({ subject, action }));
/** Their own dashboard, and those they make for themselves. */
const ownDashboards = [
  ...rights('Dashboard', 'my-dashboard'),
  ...rights('Dashboard', 'read', 'show', 'create', 'update').map((right) => ({ ...right, condition: 'own' as const })),
];
const narrowed = (condition: 'own' | 'department', subject: string, ...actions: string[]) =>
  actions.map((action) => ({ subject, action, condition }));
const everyRead = [...actionsOf].flatMap(([subject, actions]) =>
  actions
    .filter((action) =>
      [
        'read',
        'show',
        'user-activity-log-read',
        'read-evaluation',
        'evaluation-view',
        'see-expense',
        'user-creation-read',
        'user-creation-show',
        'export',
      ].includes(action),
    )
    .map((action) => ({ subject, action })),
);

const ownRequests = [
  ...rights(
    'PurchaseRequest',
    'create',
    'my-request-read',
    'my-request-show',
    'my-request-create',
    'my-request-update',
    'my-request-publish',
  ),
  ...rights('MyPurchaseRequest', 'my-request-read'),
  ...ownDashboards,
];

/** The roles of the demonstration (models of purchasing and gardens, section 8). Each has a first page. */
export const roles: RoleToEnsure[] = withFirstPage([
  { code: 'STAFF', name: 'Staff', description: 'Raises purchase requests and follows them.', permissions: ownRequests },
  {
    code: 'DEPARTMENT-HEAD',
    name: 'Department head',
    description: 'Sees and approves the requests of the department.',
    maxApprovalCents: 600_000,
    permissions: [
      ...rights(
        'PurchaseRequest',
        'my-department-request-read',
        'my-department-request-view',
        'my-department-request-edit',
        'approve',
      ),
      ...rights('MyPurchaseRequest', 'my-department-request-read'),
      ...rights('UserCreationRequest', 'request-user-creation', 'approve'),
      ...narrowed('department', 'UserCreationRequest', 'user-creation-read', 'user-creation-show'),
    ],
  },
  {
    code: 'DEPARTMENT-APPROVER',
    name: 'Department approver',
    description: 'Approves small requests of the department.',
    maxApprovalCents: 100_000,
    permissions: [
      ...rights('PurchaseRequest', 'my-department-request-read', 'my-department-request-view', 'approve'),
      ...rights('MyPurchaseRequest', 'my-department-request-read'),
    ],
  },
  {
    code: 'PURCHASING-MANAGER',
    name: 'Purchasing manager',
    description: 'Turns approved requests into orders.',
    maxApprovalCents: 3_000_000,
    permissions: [
      ...rights(
        'PurchaseRequest',
        'read',
        'show',
        'create',
        'update',
        'approve',
        'cancel',
        'close',
        'export',
        'publish',
      ),
      ...rights('Quotation', 'read', 'show', 'create', 'update', 'send', 'award', 'disqualify'),
      ...rights('PurchaseOrder', 'read', 'show', 'create', 'update', 'issue', 'amend', 'hold', 'close', 'cancel'),
      ...rights(
        'Vendor',
        'read',
        'show',
        'create',
        'update',
        'approve',
        'hold',
        'read-evaluation',
        'generate-evaluation',
        'evaluation-view',
      ),
      ...rights('ItemsMaster', 'read', 'show', 'create', 'update', 'price-history'),
      ...rights('Address', 'read', 'create', 'update'),
      ...rights('DeliveryReceipt', 'read', 'show', 'link-to-po'),
      ...rights('NonConformanceForm', 'read', 'show', 'create', 'update', 'notify', 'verify', 'close'),
    ],
  },
  {
    code: 'FINANCE-MANAGER',
    name: 'Finance manager',
    description: 'Budget, invoices and payments.',
    maxApprovalCents: 9_000_000,
    permissions: [
      ...rights('PurchaseRequest', 'read', 'show', 'approve', 'export'),
      ...rights('BudgetAllocation', 'read', 'create', 'update', 'allocate-budget-all-stages', 'edit-budget-all-stages'),
      ...rights('VendorInvoice', 'read', 'show', 'create', 'update', 'approve'),
      ...rights('VendorPayment', 'read', 'show', 'create', 'update', 'approve'),
      ...rights('BudgetOverview', 'read', 'see-expense'),
      ...rights('BudgetSetup', 'read', 'show', 'create', 'update'),
      ...rights('ExpenseCategory', 'read'),
      ...rights('CostCenter', 'read'),
      ...rights('BudgetPeriod', 'read'),
      ...rights('BusinessEntity', 'read'),
      ...rights('Setting', 'read'),
      ...rights('NumberSeries', 'read', 'export'),
    ],
  },
  {
    code: 'GENERAL-MANAGER',
    name: 'General manager',
    description: 'Leads the memorial garden.',
    permissions: [
      ...rights('PurchaseRequest', 'read', 'show', 'approve'),
      ...rights('BudgetOverview', 'read'),
      ...rights('User', 'read', 'show'),
      ...rights('Department', 'read'),
      ...rights('Team', 'read', 'show'),
      ...rights('Setting', 'read', 'update'),
      ...rights('Holiday', 'read', 'create', 'update'),
    ],
  },
  {
    code: 'DIRECTOR',
    name: 'Director',
    description: 'Approves what is large.',
    permissions: [
      ...rights('PurchaseRequest', 'read', 'show', 'approve'),
      ...rights('BudgetOverview', 'read', 'see-expense'),
      ...ownDashboards,
    ],
  },
  {
    code: 'STORE-KEEPER',
    name: 'Store keeper',
    description: 'Stock and deliveries.',
    permissions: [
      ...rights('StockList', 'read', 'list-view-all', 'stock-in', 'stock-out', 'stock-transfer'),
      ...rights('DeliveryReceipt', 'read', 'show', 'create', 'update'),
      ...rights('InventoryItem', 'read'),
      ...rights('Address', 'read'),
    ],
  },
  {
    code: 'COUNTER',
    name: 'Counter',
    description: 'Families, files and receipts.',
    permissions: [
      ...rights('File', 'read', 'show', 'register-payment'),
      ...rights('Customer', 'read', 'show', 'update'),
      ...rights('Receipt', 'read', 'show'),
      ...rights('Booking', 'read', 'show', 'create', 'update'),
    ],
  },
  {
    code: 'OPERATIONS',
    name: 'Operations',
    description: 'Ceremonies, rosters and tasks.',
    permissions: [
      ...rights('OperationCalendar', 'read'),
      ...rights('RosterMonth', 'read', 'create', 'update'),
      ...rights('ServiceRequest', 'read', 'show', 'create', 'update'),
    ],
  },
  {
    code: 'DUTY-OFFICER',
    name: 'Duty officer',
    description: 'Runs the day on the ground.',
    permissions: [
      ...rights('OperationCalendar', 'read'),
      ...rights('ServiceForm', 'read', 'show', 'update-duty-officer', 'update-status'),
    ],
  },
  {
    code: 'KITCHEN',
    name: 'Kitchen',
    description: 'Offerings and meals of the day.',
    permissions: rights('ServiceRequest', 'kitchen-view'),
  },
  {
    code: 'AGENCY-STAFF',
    name: 'Agency desk',
    description: 'Agents, announcements and reservations.',
    permissions: [
      ...rights('Agent', 'read', 'show', 'update'),
      ...rights('AgentRequest', 'read', 'show'),
      ...rights('Announcement', 'read', 'show', 'create', 'update'),
    ],
  },
  {
    code: 'AGENT',
    name: 'Agent',
    description: 'An agent of an agency.',
    permissions: rights('Announcement', 'read', 'show'),
  },
  {
    code: 'AUDITOR',
    name: 'Auditor',
    description: 'Reads everything, changes nothing.',
    permissions: [...everyRead, ...rights('Dashboard', 'my-dashboard')],
  },
]);

function withFirstPage(all: RoleToEnsure[]): RoleToEnsure[] {
  const [own] = rights('Dashboard', 'my-dashboard');
  const has = ({ subject, action }: typeof own & object) => subject === own!.subject && action === own!.action;
  return all.map((role) => (role.permissions.some(has) ? role : { ...role, permissions: [...role.permissions, own!] }));
}
