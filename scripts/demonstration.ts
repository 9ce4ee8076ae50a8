/** User names of the people in the demonstration data, as the README lists them. */
export const demonstrationAccounts = [
  'admin',
  'requester',
  'requester2',
  'head',
  'purchasing',
  'finance',
  'director',
  'stores',
  'counter',
  'operations',
  'duty',
  'kitchen',
  'agency',
  'agent',
  'auditor',
  'nobody',
];

/** Creates the demonstration data, with the twelve months before today. Its modules are loaded only now, when DATABASE_URL is known. */
export async function seedDemonstration(): Promise<void> {
  const { seedDemonstration: seed } = await import('../db/seed/index.ts');
  await seed({ year: true });
}
