import type { Actor } from '#lib/values/actor.ts';
import { invalid, type FieldError } from '#lib/values/refusal.ts';
import { store } from '#lib/records/store.server.ts';
import type { ShownVersion } from '#lib/records/version.server.ts';
import type { WriteOptions } from '#lib/records/store-writing.server.ts';
import type { ReadRow } from '#lib/records/store-reading.server.ts';
import { db } from '#lib/process/database/database.server.ts';
import { address, type Address } from './address.ts';

declare module '#lib/process/database/database.server.ts' {
  interface Database {
    addresses: Address;
  }
}

export const addresses = store(address, {
  rights: {
    list: ['read'],
    show: ['read', 'update'],
    create: ['create'],
    update: ['update'],
    acts: { close: ['update'], reopen: ['update'] },
  },
});

/** One address within reach, else 404. */
export async function getAddress(actor: Actor, id: string): Promise<ReadRow<typeof address>> {
  return addresses.get(actor, id);
}

/** Creates an address; the country is Singapore by default. */
export async function createAddress(actor: Actor, input: unknown): Promise<Address> {
  return makeAddress(actor, { ...addressDefaults, ...(input as object) }, {});
}

/** The same as part of something larger: an import, or its dry run. */
export async function makeAddress(actor: Actor, input: unknown, how: WriteOptions): Promise<Address> {
  return addresses.create(actor, input, check, how);
}

/** The defaults of an address. */
export const addressDefaults = { country: 'Singapore' };

/** Updates an address. Issued documents have a copy of their own and do not change. */
export async function updateAddress(actor: Actor, seen: ShownVersion, input: unknown): Promise<Address> {
  return addresses.update(actor, seen, input, check);
}

/** Closes an address: it can no longer be chosen. */
export async function closeAddress(actor: Actor, seen: ShownVersion): Promise<Address> {
  return addresses.transition(actor, 'close', seen);
}

/** Reopens a closed address. */
export async function reopenAddress(actor: Actor, seen: ShownVersion): Promise<Address> {
  return addresses.transition(actor, 'reopen', seen);
}

export interface ListedAddress {
  id: string;
  label: string;
  kind: string;
  /** 'Block 12 Lim Chu Kang Lane, 718845'. */
  line: string;
  status: string;
}

/**
 * The addresses of a business entity, active ones first. The caller has checked that the reader may open the entity.
 */
export async function addressesOf(businessEntityId: string): Promise<ListedAddress[]> {
  const rows = await db
    .selectFrom('addresses')
    .select(['id', 'label', 'kind', 'block', 'street', 'postalCode', 'status'])
    .where('businessEntityId', '=', businessEntityId)
    .orderBy('status')
    .orderBy('label')
    .execute();
  return rows.map(({ block, street, postalCode, ...row }) => ({
    ...row,
    line: `${[block, street].filter(Boolean).join(' ')}, ${postalCode}`,
  }));
}

/** Six digits in Singapore; coordinates need both degrees (model of the directory, 4.3). */
async function check({ country, postalCode, latitude, longitude }: Address): Promise<void> {
  const faults: FieldError[] = [];
  if (country === 'Singapore' && !/^\d{6}$/.test(postalCode))
    faults.push({ path: 'postalCode', code: 'not-a-postal-code' });
  if ((latitude === null) !== (longitude === null))
    faults.push({ path: latitude === null ? 'latitude' : 'longitude', code: 'both-or-none' });
  if (faults.length > 0) throw invalid(faults);
}
