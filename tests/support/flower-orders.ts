import { sql } from 'kysely';
import { v7 as uuid } from 'uuid';
import { actorNamed, buildCompany } from '#db/seed/builders.ts';
import { seedFoundations } from '#db/seed/foundations.ts';
import type { Actor } from '#lib/values/actor.ts';
import { document, documentFields } from '#lib/documents/document.ts';
import { registerPrint } from '#lib/documents/prints/prints.server.ts';
import { db } from '#lib/process/database/database.server.ts';
import { APP_ROLE } from '#lib/process/embedded-postgres/embedded-postgres.server.ts';
import { store } from '#lib/records/store.server.ts';
import { money, reference, text } from '#lib/values/fields.ts';
import { formatCents } from '#lib/values/money.ts';
import '#lib/directory/business-entity.ts';
import '#lib/directory/department.ts';
import '#lib/directory/user/user.ts';
import { asOwner } from './database.ts';

/** An order of flowers for a ceremony: a document that exists in tests only, with the rights on purchase requests. */
export const flowerOrder = document('flower-order', {
  docType: 'PO',
  module: 'purchasing',
  plural: 'flower-orders',
  subject: 'PurchaseRequest',
  path: '/flower-orders',
  title: ['number', 'family'],
  scope: { own: ['requesterId'], department: 'departmentId', businessEntity: 'businessEntityId' },
  fields: {
    ...documentFields,
    family: text({ max: 100 }),
    ribbon: text({ max: 100 }),
    totalCents: money(),
    requesterId: reference('user'),
    departmentId: reference('department'),
    businessEntityId: reference('business-entity', { readOnly: true }),
  },
  list: { columns: ['number', 'family'], sortable: ['number'], defaultSort: 'number' },
  form: ['family', 'ribbon'],
  statuses: ['draft', 'confirmed', 'returned', 'void', 'voided', 'reversed'],
  transitions: {},
  requester: 'requesterId',
  amount: 'totalCents',
  material: ['family', 'totalCents'],
  acts: {},
  final: ['void', 'voided', 'reversed'],
});

export const flowerOrders = store(flowerOrder, {
  rights: { list: ['read'], show: ['show', 'my-request-show'] },
  computed: { waitingFor: () => sql<string | null>`null` },
});

interface Said {
  family: string;
  ribbon: string;
  totalCents: number;
}

const paths = { show: (id: string) => `/flower-orders/${id}/show`, download: (key: string) => `/flower-orders/${key}` };

/** The order as the florist gets it. */
export const orderPrint = registerPrint({
  name: 'flowers',
  store: flowerOrders,
  paths,
  linkDays: 'purchasing.print-link-days',
  states: { void: 'cancelled' },
  content: async ({ family, ribbon, totalCents }): Promise<Said> => ({ family, ribbon, totalCents }),
  body: ({ family, ribbon, totalCents }, { language }) => ({
    facts: [{ label: 'Family', value: family }],
    texts: [{ label: 'Ribbon', value: ribbon }],
    columns: [
      { kind: 'text', label: 'Wreath' },
      { kind: 'number', label: 'Amount' },
    ],
    lines: [{ cells: ['White lilies', formatCents(totalCents, language)] }],
    totals: [{ label: 'Total', amount: formatCents(totalCents, language), strong: true }],
  }),
  amendable: ['ribbon'],
  total: ({ totalCents }) => totalCents,
});

/** The card that accompanies the flowers: a second print of the same document, with neither lines nor an amount. */
export const cardPrint = registerPrint({
  name: 'card',
  store: flowerOrders,
  paths: { ...paths, download: (key: string) => `/flower-orders/card/${key}` },
  linkDays: 'purchasing.print-link-days',
  states: { void: 'cancelled' },
  content: async ({ ribbon }): Promise<Pick<Said, 'ribbon'>> => ({ ribbon }),
  body: ({ ribbon }) => ({ facts: [{ label: 'Ribbon', value: ribbon }] }),
  amendable: [],
  total: () => null,
});

/** The table of flower orders, and the company with Hannah who orders and Farid of another department. */
export async function flowerCompany(): Promise<{ hannah: Actor; farid: Actor }> {
  await asOwner(
    process.env.DATABASE_OWNER_URL!,
    `create table flower_orders (
      id uuid primary key, version integer not null default 1, status text not null, number text, revision integer not null default 1,
      created_at timestamptz not null default now(), created_by uuid, updated_at timestamptz not null default now(), updated_by uuid,
      submitted_at timestamptz, ended_reason text, on_hold boolean not null default false, hold_reason text, held_by_id uuid,
      held_at timestamptz, deleted_at timestamptz, family text not null, ribbon text not null, total_cents bigint not null,
      requester_id uuid not null references users, department_id uuid not null references departments,
      business_entity_id uuid not null references business_entities
    );
    grant select, insert, update on flower_orders to ${APP_ROLE}`,
  );
  await seedFoundations();
  await buildCompany();
  const [hannah, farid] = await Promise.all([actorNamed('requester'), actorNamed('requester2')]);
  return { hannah, farid };
}

/** Hannah's order of white lilies for S$ 218.00. */
export async function order(hannah: Actor, status = 'confirmed'): Promise<string> {
  const id = uuid();
  await sql`
    insert into flower_orders (id, status, number, family, ribbon, total_cents, requester_id, department_id, business_entity_id)
    select ${id}, ${status}, 'PO-SWG-2026-' || right(${id}, 5), 'Tan', 'With love', 21800, ${hannah.id}, ${hannah.departmentTreeIds[0]}, id
    from business_entities where short_code = 'SWG'`.execute(db);
  return id;
}

export async function change(id: string, to: { status?: string; ribbon?: string; revision?: number }): Promise<void> {
  await db
    .updateTable('flowerOrders' as never)
    .set(to as never)
    .where('id' as never, '=', id as never)
    .execute();
}
