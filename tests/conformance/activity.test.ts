import { sql } from 'kysely';
import { v7 as uuid } from 'uuid';
import { beforeAll, expect, test } from 'vitest';
import { systemActor } from '#lib/values/actor.ts';
import { logActivity } from '#lib/activity/activity.server.ts';
import { db, transaction } from '#lib/process/database/database.server.ts';
import { callWitness } from '../support/witness.ts';

/**
 * Every change has its log entry. The built app of the browser tests runs under the witness, which refuses a
 * transaction that changes something without logging it; here the witness itself is tested, from both sides.
 */
const role = (id: string) =>
  ({
    id,
    code: `R${id.slice(-6).toUpperCase()}`,
    name: `Florist ${id}`,
    description: 'Arranges flowers.',
    isSystem: false,
    status: 'active',
  }) as const;
const told = (id: string | undefined) => ({ event: 'role.created', subject: 'Role', entity: 'role', entityId: id });

beforeAll(() => callWitness(process.env.DATABASE_OWNER_URL!));

test('a record that an entry names may be made, changed and deleted', async () => {
  const id = uuid();
  await transaction(async (tx) => {
    await tx.insertInto('roles').values(role(id)).execute();
    await logActivity(systemActor(), told(id), tx);
  });
  await transaction(async (tx) => {
    await sql`update roles set name = 'Head florist', version = version + 1 where id = ${id}`.execute(tx);
    await logActivity(systemActor(), { ...told(id), event: 'role.updated' }, tx);
  });
  expect(await db.selectFrom('roles').select('name').where('id', '=', id).executeTakeFirst()).toEqual({
    name: 'Head florist',
  });
});

test('an entry that comes before the change counts as one that comes after', async () => {
  const id = uuid();
  await transaction(async (tx) => {
    await logActivity(systemActor(), told(id), tx);
    await tx.insertInto('roles').values(role(id)).execute();
  });
  expect(await db.selectFrom('roles').select('id').where('id', '=', id).execute()).toHaveLength(1);
});

test('a change without an entry, or with one that names another record, is refused at its commit', async () => {
  const id = uuid();
  await expect(db.insertInto('roles').values(role(id)).execute()).rejects.toThrow(
    'No entry of the log tells of this insert in roles',
  );
  await expect(
    transaction(async (tx) => {
      await tx.insertInto('roles').values(role(id)).execute();
      await logActivity(systemActor(), told(uuid()), tx);
    }),
  ).rejects.toThrow('in roles');
  expect(await db.selectFrom('roles').select('id').where('id', '=', id).execute()).toEqual([]);
});

test('an entry of another transaction does not count, nor one that was rolled back', async () => {
  const id = uuid();
  await logActivity(systemActor(), told(id));
  await expect(db.insertInto('roles').values(role(id)).execute()).rejects.toThrow('in roles');
  await expect(
    transaction(async (tx) => {
      await sql`savepoint before_entry`.execute(tx);
      await logActivity(systemActor(), told(id), tx);
      await sql`rollback to savepoint before_entry`.execute(tx);
      await tx.insertInto('roles').values(role(id)).execute();
    }),
  ).rejects.toThrow('in roles');
});

test('rows that belong to a record need an entry beside them', async () => {
  const id = uuid();
  const right = { roleId: id, subject: 'Role', action: 'read', condition: 'none' } as const;
  await transaction(async (tx) => {
    await tx.insertInto('roles').values(role(id)).execute();
    await tx.insertInto('rolePermissions').values(right).execute();
    await logActivity(systemActor(), told(id), tx);
  });
  await expect(db.deleteFrom('rolePermissions').where('roleId', '=', id).execute()).rejects.toThrow(
    'delete in role_permissions',
  );
});
