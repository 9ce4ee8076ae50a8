/** The modules a record may belong to, in the order in which they may import each other (tests/conformance/imports.test.ts). */
export const modules = [
  'directory',
  'administration',
  'content',
  'budgeting',
  'inventory',
  'purchasing',
  'products',
  'customers',
  'agencies',
  'appointments',
  'operations',
  'email',
  'dashboards',
] as const;

export type Module = (typeof modules)[number];

/** The part of the catalogue of rights in which the subjects of a module stand. */
export const cataloguePart: Record<Module, string> = {
  directory: 'always',
  administration: 'always',
  content: 'content',
  budgeting: 'budgeting',
  inventory: 'inventory',
  purchasing: 'purchase',
  products: 'customer',
  customers: 'customer',
  agencies: 'customer',
  appointments: 'operation',
  operations: 'operation',
  email: 'always',
  dashboards: 'dashboard',
};
