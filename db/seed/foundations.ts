import { sql } from 'kysely';
import { ensureAdministratorRole, ensureRole } from '#lib/directory/role/system-roles.server.ts';
import { ensureUserRequestPolicy } from '#lib/directory/user-request/registration.server.ts';
import { transaction } from '#lib/process/database/database.server.ts';
import { ensureDefaultMatrix } from './policies.ts';
import { roles } from './roles.ts';

/**
 * The data every installation starts with: the system roles, a set of roles to adapt, the default approval matrix.
 * Idempotent.
 */
export async function seedFoundations(): Promise<void> {
  await transaction(async (tx) => {
    await sql`select pg_advisory_xact_lock(hashtext('foundations'))`.execute(tx);
    await ensureAdministratorRole(tx);
    const { rows } = await sql`select 1 from roles where not is_system limit 1`.execute(tx);
    if (rows.length === 0) for (const role of roles) await ensureRole(tx, role);
    await ensureDefaultMatrix(tx);
    await ensureUserRequestPolicy(tx);
  });
}
