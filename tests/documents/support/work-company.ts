import { actorNamed, buildCompany, type Company } from '#db/seed/builders.ts';
import { seedFoundations } from '#db/seed/foundations.ts';
import { APP_ROLE } from '#lib/process/embedded-postgres/embedded-postgres.server.ts';
import type { Actor } from '#lib/values/actor.ts';
import { asOwner } from '#tests/support/database.ts';
import { policyOf } from '#tests/support/policies.ts';
import type { WorkOrder } from './work-order.ts';
import { createWorkOrder, workLine, workOrderLife } from './work-orders.server.ts';

/** The people of a story about work orders. */
export interface WorkGarden {
  company: Company;
  /** Orders work for Operations. */
  hannah: Actor;
  /** Heads Operations and decides on its orders. */
  daniel: Actor;
  /** Manages purchasing for the whole company. */
  priya: Actor;
  /** Of another department. */
  farid: Actor;
}

/** Called once in `beforeAll`: the tables of work orders, the garden with its people, and a policy that asks the department's head. */
export async function workGarden(): Promise<WorkGarden> {
  await asOwner(process.env.DATABASE_OWNER_URL!, TABLES);
  await seedFoundations();
  const company = await buildCompany();
  await policyOf({ name: 'Work orders', docType: 'PO', steps: [{ rule: 'department-head' }] });
  const [hannah, daniel, priya, farid] = await Promise.all([
    actorNamed('requester'),
    actorNamed('head'),
    actorNamed('purchasing'),
    actorNamed('requester2'),
  ]);
  return { company, hannah, daniel, priya, farid };
}

/** An order that Hannah has sent: Daniel is asked. */
export async function sentOrder(
  { hannah }: Pick<WorkGarden, 'hannah'>,
  ...args: Partial<Tail<typeof createWorkOrder>>
): Promise<WorkOrder> {
  return workOrderLife.submit(hannah, await createWorkOrder(hannah, ...args)) as Promise<WorkOrder>;
}

/** An order that Daniel has approved. */
export async function approvedOrder(
  people: Pick<WorkGarden, 'hannah' | 'daniel'>,
  ...args: Partial<Tail<typeof createWorkOrder>>
): Promise<WorkOrder> {
  return workOrderLife.approve(people.daniel, await sentOrder(people, ...args)) as Promise<WorkOrder>;
}

export { createWorkOrder, workLine };

type Tail<F extends (...args: any) => unknown> = Parameters<F> extends [unknown, ...infer R] ? R : never;

const TABLES = `
  create table work_orders (
    id uuid primary key, version integer not null default 1, status text not null default 'draft',
    created_at timestamptz not null default now(), created_by uuid, updated_at timestamptz not null default now(), updated_by uuid,
    number text unique, revision integer not null default 1, submitted_at timestamptz, ended_reason text,
    on_hold boolean not null default false, hold_reason text, held_by_id uuid references users, held_at timestamptz, deleted_at timestamptz,
    title text not null, mason text not null, note text, request_id uuid references purchase_requests,
    requester_id uuid not null references users, department_id uuid not null references departments,
    business_entity_id uuid not null references business_entities,
    net_cents bigint not null, gst_cents bigint not null, gross_cents bigint not null, paid_cents bigint not null default 0,
    copied_from_id uuid references work_orders, reverses_id uuid unique references work_orders,
    search text generated always as (search_text(coalesce(number, '') || ' ' || title)) stored
  );
  create table work_order_lines (
    id uuid primary key, work_order_id uuid not null references work_orders on delete cascade, line_no integer not null,
    description text not null, quantity numeric(14, 3) not null, unit text not null, unit_price_e4 bigint not null,
    gst_code text not null, gst_rate integer not null, price_includes_gst boolean not null,
    net_cents bigint not null, gst_cents bigint not null, gross_cents bigint not null,
    line_state text not null default 'open', decision_note text, request_id uuid references purchase_requests,
    done_quantity numeric(14, 3) not null default 0, billed_cents bigint not null default 0,
    unique (work_order_id, line_no) deferrable initially deferred
  );
  grant select, insert, update, delete on work_orders, work_order_lines to ${APP_ROLE}`;
