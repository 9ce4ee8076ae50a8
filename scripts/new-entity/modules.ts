/** The modules a record may belong to, in the order in which each may import those before it: a new one takes its place here. */
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

/** Folders of components and islands that belong to no module: no module is called so. */
export const takenNames: readonly string[] = ['gallery', 'session', 'shell', 'stores', 'ui'];

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
