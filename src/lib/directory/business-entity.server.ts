import { sql } from 'kysely';
import type { Actor } from '#lib/access/actor.ts';
import { Refusal, invalidField } from '#lib/kernel/refusal.ts';
import { store, type ReadRow, type Seen } from '#lib/kernel/store.server.ts';
import { db, type Reader, type Tx } from '#lib/platform/database.server.ts';
import { businessEntity, type BusinessEntity } from './business-entity.ts';

declare module '#lib/platform/database.server.ts' {
  interface Database {
    businessEntities: BusinessEntity;
  }
}

export const businessEntities = store(businessEntity, {
  rights: { list: ['read'], show: ['read', 'update'], create: ['create'], update: ['update'], acts: { close: ['update'], reopen: ['update'] } },
});

/** A business entity, and whether its short code stands in numbers already and can be changed no more. */
export async function getBusinessEntity(actor: Actor, id: string): Promise<ReadRow<typeof businessEntity> & { codeInUse: boolean }> {
  return { ...(await businessEntities.get(actor, id)), codeInUse: await hasNumbers(db, id) };
}

/** Makes a business entity. 422 for a short code that is not 2 to 6 capitals and digits, and for a GST registration without its number. */
export async function createBusinessEntity(actor: Actor, input: unknown): Promise<BusinessEntity> {
  return businessEntities.create(actor, capitals(input), async (entered) => check(entered));
}

/** Changes a business entity. The short code is locked after the first number (model of the directory, 4.3). */
export async function updateBusinessEntity(actor: Actor, seen: Seen, input: unknown): Promise<BusinessEntity> {
  const sent = capitals(input);
  return businessEntities.update(actor, seen, sent, async (after, tx) => {
    check(after);
    if ('shortCode' in sent) await keepIssuedCode(tx, after);
  });
}

/** Takes a business entity out of use when no active department belongs to it. */
export async function closeBusinessEntity(actor: Actor, seen: Seen): Promise<BusinessEntity> {
  return businessEntities.transition(actor, 'close', seen, async ({ id }, tx) => {
    const { rows } = await sql<{ count: number }>`select count(*) as count from departments where business_entity_id = ${id} and status = 'active'`.execute(tx);
    if (rows[0]!.count > 0) throw new Refusal('business-entity-has-departments', 409, { params: { count: rows[0]!.count } });
  });
}

/** Takes a closed business entity into use again. */
export async function reopenBusinessEntity(actor: Actor, seen: Seen): Promise<BusinessEntity> {
  return businessEntities.transition(actor, 'reopen', seen);
}

function check({ shortCode, gstRegistered, gstNo }: BusinessEntity): void {
  if (!/^[A-Z0-9]{2,6}$/.test(shortCode)) throw invalidField('shortCode', 'not-a-short-code');
  if (gstRegistered && !gstNo) throw invalidField('gstNo', 'gst-number-missing');
}

async function keepIssuedCode(tx: Tx, { id, shortCode }: BusinessEntity): Promise<void> {
  const { shortCode: known } = await tx.selectFrom('businessEntities').select('shortCode').where('id', '=', id).executeTakeFirstOrThrow();
  if (known !== shortCode && (await hasNumbers(tx, id))) throw invalidField('shortCode', 'code-in-use');
}

async function hasNumbers(reader: Reader | Tx, id: string): Promise<boolean> {
  const { rows } = await sql`select 1 from issued_numbers i join number_series s on s.id = i.series_id where s.business_entity_id = ${id} limit 1`.execute(reader);
  return rows.length > 0;
}

function capitals(input: unknown): Record<string, unknown> {
  const { shortCode, ...rest } = (input ?? {}) as Record<string, unknown>;
  if (shortCode === undefined) return rest;
  return { ...rest, shortCode: typeof shortCode === 'string' ? shortCode.trim().toUpperCase() : shortCode };
}
