/**
 * Every subject and the actions that exist on it, by module flag (specification, sections 3 and 6; the actions that the
 * models add are listed in the model of purchasing, 0.5). A pair that is not here does not exist: it can be neither
 * granted nor asked for.
 */
export type ModuleFlag =
  | 'operation'
  | 'purchase'
  | 'inventory'
  | 'budgeting'
  | 'dashboard'
  | 'content'
  | 'customer'
  | 'reservation'
  | 'always';

const plain = ['read', 'show', 'create', 'update'] as const;
const edited = ['read', 'create', 'update'] as const;
/** On a document of one's own. */
const own = [
  'my-request-read',
  'my-request-show',
  'my-request-create',
  'my-request-update',
  'my-request-publish',
] as const;

const always = {
  Auth: ['read'],
  BusinessEntity: edited,
  AppClient: [...edited, 'rotate-secret', 'revoke'],
  Role: plain,
  Address: edited,
  Department: edited,
  Team: plain,
  User: [
    ...plain,
    'change-password',
    'suspend',
    'reactivate',
    'reset-password',
    'reset-second-factor',
    'end-sessions',
    'explain',
  ],
  UserManagementLog: ['user-activity-log-read', 'export'],
  ApprovalPolicy: [...plain, 'simulate'],
  UserCreationRequest: ['user-creation-read', 'request-user-creation', 'user-creation-show', 'approve'],
  Setting: ['read', 'update'],
  Holiday: edited,
  NumberSeries: ['read', 'export'],
  Job: ['read', 'run'],
  MailOutbox: ['read', 'update'],
  SavedView: ['share-with-all'],
} as const;

const purchase = {
  PurchaseRequest: [
    ...plain,
    ...own,
    'my-department-request-read',
    'my-department-request-view',
    'my-department-request-edit',
    'approve',
    'cancel',
    'close',
    'export',
    'publish',
  ],
  MyPurchaseRequest: ['my-request-read', 'my-department-request-read'],
  Quotation: [...plain, 'send', 'open-sealed', 'award', 'disqualify'],
  PurchaseOrder: [...plain, 'approve', 'issue', 'amend', 'hold', 'close', 'cancel', 'void'],
  Vendor: [
    ...plain,
    'read-evaluation',
    'generate-evaluation',
    'evaluation-view',
    'approve',
    'hold',
    'blacklist',
    'update-bank',
    'verify-bank',
    'evaluation-score',
    'evaluation-approve',
  ],
  ItemsMaster: [...plain, 'price-history'],
  DeliveryReceipt: [
    ...plain,
    'my-delivery-receipt-read',
    'my-department-delivery-receipt-read',
    'my-department-delivery-receipt-update',
    'link-to-po',
    'complete',
    'inspect',
    'reverse',
  ],
  NonConformanceForm: [...plain, 'my-ncf-read', 'my-department-ncf-read', 'notify', 'verify', 'close', 'cancel'],
  BudgetAllocation: [
    'read',
    'create',
    'update',
    'allocate-budget-all-stages',
    'edit-budget-all-stages',
    'override-budget',
  ],
  VendorInvoice: [
    ...plain,
    'approve',
    'override-match',
    'hold',
    'void',
    'my-invoice-read',
    'my-department-invoice-read',
  ],
  VendorPayment: [
    ...plain,
    'my-vp-read',
    'my-vp-create',
    'my-vp-show',
    'my-department-vp-read',
    'my-department-vp-show',
    'approve',
    'release',
    'void',
  ],
  MyVendorPayment: ['my-vp-read', 'my-department-vp-read'],
} as const;

const operation = {
  OperationCalendar: ['read'],
  RosterGroup: edited,
  RosterStatusType: edited,
  RosterYear: edited,
  RosterMonth: edited,
  TaskBlockComponent: plain,
  WorkFlowCategory: edited,
  WorkFlow: plain,
  WorkFlowTask: ['create', 'update'],
  ServiceDescription: ['read'],
  ServiceForm: [
    ...plain,
    'update-applicant',
    'update-deceased',
    'update-service-description',
    'update-agent',
    'update-attachment',
    'update-duty-officer',
    'update-status',
    'update-payment',
  ],
  ServiceRequest: [...plain, 'kitchen-view', 'update-detail', 'update-assignee', 'update-status'],
  ServiceRequestTask: ['read', 'show'],
  OperationReport: ['ceremonial-service', 'call-log', 'appointments', 'site-ops-urn-internment', 'customer-feedback'],
  FormTemplate: plain,
  Calendar: ['read'],
  ActivityType: plain,
  AvailabilityScheme: ['create', 'update'],
  BlockOutDate: edited,
  CallLogType: edited,
  CallLog: plain,
  Event: plain,
  EventPackage: ['show', 'create', 'update'],
  EventTimeSlot: ['create'],
  Booking: plain,
} as const;

const inventory = {
  StockList: ['read', 'list-view-all', 'stock-in', 'stock-out', 'stock-adjustment', 'stock-transfer', 'stock-count'],
  InventoryCategory: edited,
  InventoryStore: edited,
  InventoryItem: edited,
  InventoryReports: ['urn-stock-movement'],
  InventoryTransaction: ['read', 'reverse'],
  InventoryRequest: [...plain, 'approve', 'respond', 'issue', 'confirm', 'cancel'],
} as const;

const budgeting = {
  BudgetOverview: ['read', 'see-expense'],
  BudgetSetup: [...plain, 'approve', 'import', 'revise', 'transfer', 'carry-forward', 'close-period'],
  ExpenseCategory: ['read'],
  CostCenter: ['read'],
  BudgetPeriod: ['read'],
} as const;

const customer = {
  File: ['read', 'show', 'register-payment'],
  CustomerRequest: ['read', 'show'],
  Receipt: ['read', 'show'],
  Invoice: ['read', 'show', 'register-payment'],
  Customer: ['read', 'show', 'update'],
  Agent: ['read', 'show', 'update'],
  AgentRequest: ['read', 'show'],
  AgentArticle: plain,
  AgentArticleCategory: plain,
  AnnouncementCategory: plain,
  Announcement: plain,
  SuiteLocation: plain,
  Suite: plain,
  Lot: ['show'],
} as const;

const reservation = { ReservationSetting: ['read'], LotReservation: ['read', 'show', 'create'] } as const;

const content = {
  ContactInformation: ['read', 'update'],
  Highlights: [...edited, 'publish', 'schedule', 'archive'],
  Article: [...plain, 'publish', 'schedule', 'archive'],
  ArticleCategory: plain,
} as const;

const dashboard = { Dashboard: ['my-dashboard', ...plain, 'assign'] } as const;

/** Subjects by the module flag that switches them on or off. */
export const catalogue = {
  always,
  purchase,
  operation,
  inventory,
  budgeting,
  customer,
  reservation,
  content,
  dashboard,
} as const;

type Catalogue = typeof catalogue;
type Merged = Catalogue[keyof Catalogue] extends infer M
  ? M extends unknown
    ? { [S in keyof M]: M[S] }
    : never
  : never;
type SubjectsOf<M> = M extends unknown ? keyof M : never;

/** The name of a subject, as in the specification. */
export type Subject = SubjectsOf<Merged> & string;

/** The actions that exist on a subject. */
export const actionsOf: ReadonlyMap<string, readonly string[]> = new Map(
  Object.values(catalogue).flatMap((module) => Object.entries(module) as [string, readonly string[]][]),
);

/** The module flag of a subject. */
export const moduleOf: ReadonlyMap<string, ModuleFlag> = new Map(
  (Object.entries(catalogue) as [ModuleFlag, object][]).flatMap(([flag, subjects]) =>
    Object.keys(subjects).map((s) => [s, flag]),
  ),
);

/** Whether the action exists on the subject. */
export function isRight(subject: string, action: string): boolean {
  return actionsOf.get(subject)?.includes(action) ?? false;
}

/** Scoped actions of the My subjects are issued for the main subject too (model of purchasing, 0.5). */
export const MAIN_SUBJECT: Readonly<Record<string, Subject>> = {
  MyPurchaseRequest: 'PurchaseRequest',
  MyVendorPayment: 'VendorPayment',
};
