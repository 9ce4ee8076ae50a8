import type pg from 'pg';

/** The schema of the job queue (pg-boss). */
const QUEUE_SCHEMA = 'pgboss';

/**
 * Grants the app's role what it needs on the tables in `public`: all data changes but no DDL; only reading and inserting
 * on those whose comment begins with 'append-only', everything but deleting on those with 'never-deleted'; it cannot
 * change the list of migrations. It may write to the tables of the queue. Repeated at every start, so that a new table
 * or a new comment takes effect.
 */
export async function grantToApplication(client: pg.Client, role: string): Promise<void> {
  const app = client.escapeIdentifier(role);
  const { rows } = await client.query<{ table: string; appendOnly: boolean; neverDeleted: boolean }>(
    `select format('%I.%I', 'public', c.relname) as table,
       coalesce(obj_description(c.oid, 'pg_class') ilike 'append-only%', false) or c.relname = 'schema_migrations' as "appendOnly",
       coalesce(obj_description(c.oid, 'pg_class') ilike 'never-deleted%', false) as "neverDeleted"
     from pg_class c
     where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p')
     order by c.relname`,
  );
  const ledgers = rows.filter(({ appendOnly }) => appendOnly).map(({ table }) => table);
  const kept = rows.filter(({ neverDeleted }) => neverDeleted).map(({ table }) => table);
  await client.query(`
    begin;
    grant usage on schema public to ${app};
    grant select, insert, update, delete on all tables in schema public to ${app};
    grant usage, select on all sequences in schema public to ${app};
    ${ledgers.length === 0 ? '' : `revoke update, delete, truncate on ${ledgers.join(', ')} from ${app};`}
    ${kept.length === 0 ? '' : `revoke delete, truncate on ${kept.join(', ')} from ${app};`}
    revoke insert, update, delete on schema_migrations from ${app};
    ${(await hasQueue(client)) ? `grant usage on schema ${QUEUE_SCHEMA} to ${app}; grant select, insert, update, delete on all tables in schema ${QUEUE_SCHEMA} to ${app};` : ''}
    commit`);
}

async function hasQueue(client: pg.Client): Promise<boolean> {
  const { rowCount } = await client.query('select 1 from pg_namespace where nspname = $1', [QUEUE_SCHEMA]);
  return rowCount === 1;
}
