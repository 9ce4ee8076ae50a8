/** The people of the demonstration. User names are fixed; the password is the same for all (README). */
export interface DemonstrationPerson {
  username: string;
  fullName: string;
  jobTitle: string;
  department: string | null;
  roles: string[];
  language?: 'en' | 'de' | 'fr' | 'pt';
  contactNumber?: string;
  allEntities?: boolean;
  redirect?: string;
}

export const people: DemonstrationPerson[] = [
  {
    username: 'admin',
    fullName: 'Siti Aminah',
    jobTitle: 'Systems administrator',
    department: 'MGT',
    roles: ['ADMINISTRATOR', 'APPROVAL-FALLBACK'],
    allEntities: true,
    contactNumber: '+65 61234500',
  },
  {
    username: 'requester',
    fullName: 'Hannah Lim',
    jobTitle: 'Operations executive',
    department: 'OPS',
    roles: ['STAFF'],
    contactNumber: '+65 61234511',
  },
  {
    username: 'requester2',
    fullName: 'Farid Rahman',
    jobTitle: 'Senior gardener',
    department: 'GRD',
    roles: ['STAFF'],
    contactNumber: '+65 61234512',
  },
  {
    username: 'head',
    fullName: 'Daniel Koh',
    jobTitle: 'Head of operations',
    department: 'OPS',
    roles: ['STAFF', 'DEPARTMENT-HEAD'],
    contactNumber: '+65 61234513',
  },
  {
    username: 'purchasing',
    fullName: 'Priya Menon',
    jobTitle: 'Purchasing manager',
    department: 'PUR',
    roles: ['STAFF', 'PURCHASING-MANAGER', 'DEPARTMENT-HEAD'],
    contactNumber: '+65 61234514',
  },
  {
    username: 'finance',
    fullName: 'Marie Lau',
    jobTitle: 'Finance manager',
    department: 'FIN',
    roles: ['STAFF', 'FINANCE-MANAGER', 'DEPARTMENT-HEAD'],
    allEntities: true,
    contactNumber: '+65 61234515',
  },
  {
    username: 'director',
    fullName: 'Rajan Silva',
    jobTitle: 'Director',
    department: 'MGT',
    roles: ['DIRECTOR'],
    allEntities: true,
  },
  {
    username: 'stores',
    fullName: 'Prakash Nair',
    jobTitle: 'Store keeper',
    department: 'OPS',
    roles: ['STAFF', 'STORE-KEEPER'],
  },
  {
    username: 'counter',
    fullName: 'Grace Tan Mei Ling 陈美玲',
    jobTitle: 'Customer counter',
    department: 'CUS',
    roles: ['STAFF', 'COUNTER'],
  },
  {
    username: 'operations',
    fullName: 'Tan Wei Jie 陈伟杰',
    jobTitle: 'Ceremony planner',
    department: 'OPS',
    roles: ['STAFF', 'OPERATIONS'],
  },
  {
    username: 'duty',
    fullName: 'Mohamed Idris',
    jobTitle: 'Duty officer',
    department: 'OPS',
    roles: ['STAFF', 'DUTY-OFFICER'],
  },
  {
    username: 'kitchen',
    fullName: 'Cecilia Wong 黄思雅',
    jobTitle: 'Head of kitchen',
    department: 'KIT',
    roles: ['STAFF', 'KITCHEN', 'DEPARTMENT-HEAD'],
  },
  {
    username: 'agency',
    fullName: 'Joyce Ng',
    jobTitle: 'Agency desk',
    department: 'CUS',
    roles: ['STAFF', 'AGENCY-STAFF'],
  },
  { username: 'agent', fullName: 'Kumar Raman குமார் ராமன்', jobTitle: 'Agent', department: null, roles: ['AGENT'] },
  {
    username: 'auditor',
    fullName: 'Helen Goh',
    jobTitle: 'Internal auditor',
    department: 'MGT',
    roles: ['AUDITOR'],
    allEntities: true,
  },
  { username: 'nobody', fullName: 'Adam Lee', jobTitle: 'New colleague', department: null, roles: [] },
  {
    username: 'approver',
    fullName: 'Nurul Huda',
    jobTitle: 'Deputy head of operations',
    department: 'OPS',
    roles: ['STAFF', 'DEPARTMENT-APPROVER'],
  },
  {
    username: 'head2',
    fullName: 'Bala Krishnan',
    jobTitle: 'Head of grounds',
    department: 'GRD',
    roles: ['STAFF', 'DEPARTMENT-HEAD'],
  },
  {
    username: 'counterhead',
    fullName: 'Ong Siew Lan 王秀兰',
    jobTitle: 'Head of customer care',
    department: 'CUS',
    roles: ['STAFF', 'DEPARTMENT-HEAD'],
  },
  {
    username: 'manager',
    fullName: 'Lim Kai Wen 林凯文',
    jobTitle: 'General manager',
    department: 'MGT',
    roles: ['STAFF', 'GENERAL-MANAGER', 'DEPARTMENT-HEAD'],
    allEntities: true,
  },
  {
    username: 'director2',
    fullName: 'Evelyn Ong',
    jobTitle: 'Director',
    department: 'MGT',
    roles: ['DIRECTOR'],
    allEntities: true,
  },
];

export interface DemonstrationDepartment {
  code: string;
  name: string;
  head: string;
  parent: string | null;
  approvers: { username: string; limitCents: number }[];
}

/** The general manager heads the company; every other department is below. */
export const departments: DemonstrationDepartment[] = [
  { code: 'MGT', name: 'Management', head: 'manager', parent: null, approvers: [] },
  {
    code: 'OPS',
    name: 'Operations',
    head: 'head',
    parent: 'MGT',
    approvers: [{ username: 'approver', limitCents: 100_000 }],
  },
  { code: 'GRD', name: 'Grounds', head: 'head2', parent: 'MGT', approvers: [] },
  { code: 'PUR', name: 'Purchasing', head: 'purchasing', parent: 'MGT', approvers: [] },
  { code: 'FIN', name: 'Finance', head: 'finance', parent: 'MGT', approvers: [] },
  { code: 'CUS', name: 'Customer care', head: 'counterhead', parent: 'MGT', approvers: [] },
  { code: 'KIT', name: 'Kitchen', head: 'kitchen', parent: 'MGT', approvers: [] },
];

/** The owner of a role, asked when somebody of another department is to get it. */
export const roleOwners: Record<string, string> = {
  'PURCHASING-MANAGER': 'purchasing',
  'FINANCE-MANAGER': 'finance',
  'GENERAL-MANAGER': 'manager',
  DIRECTOR: 'director',
  COUNTER: 'counterhead',
  'AGENCY-STAFF': 'counterhead',
  'STORE-KEEPER': 'head',
  OPERATIONS: 'head',
  'DUTY-OFFICER': 'head',
  KITCHEN: 'kitchen',
};
