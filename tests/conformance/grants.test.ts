import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { buildCompany } from '#db/seed/builders.ts';
import { seedFoundations } from '#db/seed/foundations.ts';
import { db } from '#lib/process/database/database.server.ts';

/** What the role of the app may not do to a table, by what the table is; it may do everything else to all others. */
const LEDGERS = [
  'activity_forgotten',
  'activity_log',
  'activity_proofs',
  'activity_roots',
  'approval_policy_categories',
  'approval_policy_departments',
  'approval_reminders',
  'approval_steps',
  'news_consents',
  'print_versions',
  'role_versions',
];
const NEVER_DELETED = ['approval_instances', 'approval_tasks', 'issued_numbers', 'number_series'];

test('the role of the app may do to each table what is declared here, and nothing more', async () => {
  const { rows } = await sql<{ table: string; may: string[] }>`
    select c.relname as table, array(select privilege
      from unnest(array['SELECT', 'INSERT', 'UPDATE', 'DELETE', 'TRUNCATE', 'TRIGGER', 'REFERENCES']) privilege
      where has_table_privilege(c.oid, privilege)) as may
    from pg_class c where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p') order by 1`.execute(db);
  const declared = (table: string) => {
    if (table === 'schema_migrations') return ['SELECT'];
    if (LEDGERS.includes(table)) return ['SELECT', 'INSERT'];
    return NEVER_DELETED.includes(table) ? ['SELECT', 'INSERT', 'UPDATE'] : ['SELECT', 'INSERT', 'UPDATE', 'DELETE'];
  };

  expect(rows.length).toBeGreaterThan(60);
  expect(Object.fromEntries(rows.map(({ table, may }) => [table, may]))).toEqual(
    Object.fromEntries(rows.map(({ table }) => [table, declared(table)])),
  );
  const names = rows.map(({ table }) => table);
  expect([...LEDGERS, ...NEVER_DELETED].filter((table) => !names.includes(table))).toEqual([]);
});

test('a number series only counts up, and an issued number is only voided, once', async () => {
  await seedFoundations();
  await buildCompany();
  await db.transaction().execute(async (tx) => {
    const refused = async (statement: ReturnType<typeof sql>) => {
      await sql`savepoint try`.execute(tx);
      const message = await statement.execute(tx).then(
        () => null,
        (error: Error) => error.message,
      );
      await sql`rollback to savepoint try`.execute(tx);
      return message;
    };
    await sql`insert into number_series (id, business_entity_id, doc_type, year, prefix, next_value)
      select gen_random_uuid(), id, 'PR', 2031, 'PR-GRV-2031', 7 from business_entities limit 1`.execute(tx);
    await sql`insert into issued_numbers (series_id, value, number, doc_type, doc_id)
      select id, 6, 'PR-GRV-2031-00006', 'PR', gen_random_uuid() from number_series where year = 2031`.execute(tx);

    expect(await refused(sql`update number_series set next_value = 6 where year = 2031`)).toBe(
      'a number series only counts up',
    );
    expect(await refused(sql`update number_series set next_value = 8 where year = 2031`)).toBeNull();
    expect(await refused(sql`update issued_numbers set value = 5`)).toBe('an issued number is only voided');
    await sql`update issued_numbers set voided_at = now(), void_reason = 'issued in error'`.execute(tx);
    expect(await refused(sql`update issued_numbers set void_reason = 'another'`)).toBe(
      'an issued number is only voided',
    );
    expect(await refused(sql`delete from issued_numbers`)).toMatch(/permission denied/);
  });
});
