import { sql } from 'kysely';
import { v7 as uuid } from 'uuid';
import { actorOfSession } from '#lib/access/session/actor.server.ts';
import { systemActor, type Actor } from '#lib/values/actor.ts';
import { hashPassword, storePassword } from '#lib/access/account/passwords.server.ts';
import { openSession } from '#lib/access/session/session.server.ts';
import { logActivity } from '#lib/activity/activity.server.ts';
// Registers the modules with the engines: tests and seed can then use every operation.
import '#lib/modules.server.ts';
import { db, transaction, type Tx } from '#lib/process/database/database.server.ts';
import { addDays, instantNow, today } from '#lib/values/time.ts';
import { costCenter } from '#lib/budgeting/cost-center.ts';
import { expenseCategory } from '#lib/budgeting/expense-category.ts';
import { address as addressEntity } from '#lib/directory/address.ts';
import { businessEntity } from '#lib/directory/business-entity.ts';
import { department as departmentEntity } from '#lib/directory/department.ts';
import { team as teamEntity } from '#lib/directory/team.ts';
import type { Entity } from '#lib/records/entity.ts';
import { camel, snake } from '#lib/values/names.ts';
import { createPurchaseRequest } from '#lib/purchasing/purchase-request/writing.server.ts';
import type { PurchaseRequest } from '#lib/purchasing/purchase-request/purchase-request.ts';
import { DEMONSTRATION_PASSWORD } from '#lib/values/constants.ts';
import { departments, people, roleOwners, type DemonstrationPerson } from './people.ts';
import { company } from './company.ts';

/** The seed and the tests share these builders; each is idempotent and returns ids by the names people know. */

/** Ids of the company's reference records, by code or label. */
export interface Company {
  entityId: string;
  addressId: (label: string) => string;
  departmentId: (code: string) => string;
  categoryId: (code: string) => string;
  costCenterId: (code: string) => string;
  userId: (username: string) => string;
}

let hash: Promise<string> | undefined;

/** Creates the company: entity, departments, people with roles, addresses, categories, cost centres. */
export async function buildCompany({ addsUp = false }: { addsUp?: boolean } = {}): Promise<Company> {
  hash ??= hashPassword(DEMONSTRATION_PASSWORD);
  const passwordHash = await hash;
  await transaction(async (tx) => {
    for (const person of people) await ensurePerson(tx, person, passwordHash);
    for (const entity of company.entities) await ensure(tx, businessEntity, 'short_code', entity);
    const entityId = await idOf(tx, 'business_entities', 'short_code', 'SWG');
    for (const { bank, position, account_name, account_number, swift, pay_now_uen } of company.bankAccounts) {
      await sql`insert into bank_accounts values (${entityId}, ${position}, ${bank}, ${account_name}, ${account_number}, ${swift}, ${pay_now_uen}) on conflict do nothing`.execute(
        tx,
      );
    }
    for (const { code, name, head, parent, approvers } of departments) {
      const parentId = parent && (await idOf(tx, 'departments', 'code', parent));
      const departmentId = await ensure(tx, departmentEntity, 'code', {
        code,
        name,
        business_entity_id: entityId,
        parent_id: parentId,
        head_user_id: await idOf(tx, 'users', 'username', head),
      });
      for (const approver of approvers) {
        await sql`insert into department_approvers (department_id, user_id, limit_cents) values (${departmentId}, ${await idOf(tx, 'users', 'username', approver.username)}, ${approver.limitCents}) on conflict do nothing`.execute(
          tx,
        );
      }
    }
    for (const person of people) await place(tx, person, entityId);
    for (const [code, owner] of Object.entries(roleOwners))
      await sql`update roles set owner_id = ${await idOf(tx, 'users', 'username', owner)} where code = ${code} and owner_id is null`.execute(
        tx,
      );
    // Stories send many requests of one category in a minute; the one about adding them up switches it on.
    if (!addsUp)
      await sql`insert into settings (id, name, value, valid_from, reason) select ${uuid()}, 'purchasing.split-days', '0', now(), 'Stories' where not exists (select 1 from settings where name = 'purchasing.split-days')`.execute(
        tx,
      );
    for (const address of company.addresses)
      await ensure(tx, addressEntity, 'label', { ...address, business_entity_id: entityId });
    for (const category of company.categories) await ensure(tx, expenseCategory, 'code', category);
    for (const { department, ...center } of company.costCenters)
      await ensure(tx, costCenter, 'code', {
        ...center,
        department_id: await idOf(tx, 'departments', 'code', department),
      });
    for (const { lead, members, department, ...team } of company.teams) {
      const teamId = await ensure(tx, teamEntity, 'name', {
        ...team,
        lead_id: await idOf(tx, 'users', 'username', lead),
        department_id: await idOf(tx, 'departments', 'code', department),
      });
      for (const { username, role = null } of [{ username: lead }, ...members] as {
        username: string;
        role?: string;
      }[]) {
        await sql`insert into team_members (team_id, user_id, role_in_team) values (${teamId}, ${await idOf(tx, 'users', 'username', username)}, ${role}) on conflict do nothing`.execute(
          tx,
        );
      }
    }
  });
  return readCompany();
}

async function readCompany(): Promise<Company> {
  const known = async (table: string, key: string) => {
    const { rows } = await sql<{
      key: string;
      id: string;
    }>`select ${sql.ref(key)} as key, id from ${sql.table(table)}`.execute(db);
    const ids = new Map(rows.map((row) => [row.key, row.id]));
    return (name: string): string => {
      const id = ids.get(name);
      if (!id) throw new Error(`${table} has no ${name}`);
      return id;
    };
  };
  const entity = await known('business_entities', 'short_code');
  return {
    entityId: entity('SWG'),
    addressId: await known('addresses', 'label'),
    departmentId: await known('departments', 'code'),
    categoryId: await known('expense_categories', 'code'),
    costCenterId: await known('cost_centers', 'code'),
    userId: await known('users', 'username'),
  };
}

/** The actor of a request by this person, signed in. */
export async function actorNamed(username: string): Promise<Actor> {
  const user = await db.selectFrom('users').select('id').where('username', '=', username).executeTakeFirstOrThrow();
  const facts = { requestId: uuid(), ip: '127.0.0.1', userAgent: null };
  const session = await transaction((tx) => openSession(tx, user.id, false, facts));
  const actor = await actorOfSession(session.id, facts, false);
  if (!actor) throw new Error(`${username} cannot sign in`);
  return actor;
}

/** A draft of `actor`; the first line costs `netCents` before GST unless lines are given. */
export async function draftRequest(
  actor: Actor,
  own: Company,
  more: Record<string, unknown> & { netCents?: number } = {},
  tx?: Tx,
): Promise<PurchaseRequest> {
  const { netCents = 80_000, ...given } = more;
  const charged = { expenseCategoryId: own.categoryId('5310'), costCenterId: own.costCenterId('OPS-COL') };
  const input = {
    title: 'Granite plaques, Serenity Suite, 40 pieces',
    purpose: 'Replaces paper labels on level 5 of Serenity Suite before the December interments.',
    purchasePath: 'quotation',
    priority: 'normal',
    neededBy: addDays(today(), 14),
    deliverToAddressId: own.addressId('Site store'),
    ...charged,
    lines: [
      {
        description: 'Granite plaque, 300 × 200 mm',
        specification: 'Honed grey, engraved',
        quantity: 1,
        unit: 'Piece(s)',
        unitPriceE4: netCents * 100,
        gstCode: 'SR',
        ...charged,
      },
    ],
    ...given,
  };
  return createPurchaseRequest(actor, input, tx ? { tx } : {});
}

async function ensurePerson(tx: Tx, person: DemonstrationPerson, passwordHash: string): Promise<void> {
  const known = await tx.selectFrom('users').select('id').where('username', '=', person.username).executeTakeFirst();
  if (known) return;
  const id = uuid();
  const values = {
    username: person.username,
    email: `${person.username}@garden.example`,
    fullName: person.fullName,
    jobTitle: person.jobTitle,
    contactNumber: person.contactNumber ?? null,
    language: person.language ?? 'en',
    allEntities: person.allEntities ?? false,
  };
  await tx
    .insertInto('users')
    .values({ id, status: 'active', createdAt: instantNow(), updatedAt: instantNow(), ...values })
    .execute();
  await storePassword(tx, id, passwordHash, false);
  for (const code of person.roles)
    await sql`insert into user_roles (user_id, role_id) select ${id}, id from roles where code = ${code}`.execute(tx);
  await logActivity(
    systemActor('seed'),
    {
      event: 'user.created',
      subject: 'User',
      entity: 'user',
      entityId: id,
      entityNumber: person.username,
      after: values,
    },
    tx,
  );
}

async function place(tx: Tx, person: DemonstrationPerson, entityId: string): Promise<void> {
  const userId = await idOf(tx, 'users', 'username', person.username);
  if (!person.allEntities)
    await sql`insert into user_business_entities (user_id, business_entity_id) values (${userId}, ${entityId}) on conflict do nothing`.execute(
      tx,
    );
  if (!person.department) return;
  const departmentId = await idOf(tx, 'departments', 'code', person.department);
  await sql`update users set main_department_id = ${departmentId} where id = ${userId} and main_department_id is null`.execute(
    tx,
  );
  await sql`insert into user_departments (user_id, department_id) values (${userId}, ${departmentId}) on conflict do nothing`.execute(
    tx,
  );
}

/** The id of the record with this key, created with its log entry when it does not exist. Names as in the database. */
async function ensure(
  tx: Tx,
  of: Entity<any, any, any>,
  key: string,
  values: Record<string, unknown>,
): Promise<string> {
  const table = snake(of.table);
  const { rows } = await sql<{
    id: string;
  }>`select id from ${sql.table(table)} where ${sql.ref(key)} = ${values[key]}`.execute(tx);
  if (rows[0]) return rows[0].id;
  const id = uuid();
  const all = { id, created_at: instantNow(), updated_at: instantNow(), ...values };
  await sql`insert into ${sql.table(table)} (${sql.join(Object.keys(all).map((name) => sql.ref(name)))}) values (${sql.join(Object.values(all))})`.execute(
    tx,
  );
  const after = Object.fromEntries(
    Object.entries(values).map(([name, value]) => [camel(name.replaceAll('_', '-')), value]),
  );
  await logActivity(
    systemActor('seed'),
    {
      event: `${of.name}.created`,
      subject: of.subject,
      entity: of.name,
      entityId: id,
      entityNumber: String(values[key]),
      after,
    },
    tx,
  );
  return id;
}

async function idOf(tx: Tx, table: string, key: string, value: string): Promise<string> {
  const { rows } = await sql<{
    id: string;
  }>`select id from ${sql.table(table)} where ${sql.ref(key)} = ${value}`.execute(tx);
  if (!rows[0]) throw new Error(`${table} has no ${value}`);
  return rows[0].id;
}
