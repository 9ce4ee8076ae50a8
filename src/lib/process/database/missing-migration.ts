/** What the log says where the source names a table or a column that the database does not have. */
export const MISSING_MIGRATION =
  'unexpected failure: the database lacks a table or a column. Migrations run when the server starts: start it again';

/** Whether PostgreSQL knows no such column (42703) or no such table (42P01). */
export function lacksMigration(error: unknown): boolean {
  return ['42703', '42P01'].includes(String((error as { code?: unknown } | null)?.code));
}
