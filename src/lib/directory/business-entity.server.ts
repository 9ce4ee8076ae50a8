import { sql } from 'kysely';
import { requirePersonWithProof } from '#lib/access/session/step-up.server.ts';
import { personId, type Actor } from '#lib/values/actor.ts';
import { Refusal, invalid, invalidField, type FieldError } from '#lib/values/refusal.ts';
import { store } from '#lib/records/store.server.ts';
import type { ShownVersion } from '#lib/records/version.server.ts';
import type { ReadRow } from '#lib/records/store-reading.server.ts';
import { notifyFinance } from '#lib/notifications/finance.server.ts';
import { db, type Db, type Tx } from '#lib/process/database/database.server.ts';
import { registerApiDescription } from '#lib/records/api/api-document.server.ts';
import { registerFileReader } from '#lib/process/files/file-access.server.ts';
import { claimFile } from '#lib/process/files/file-claims.server.ts';
import { sameValues } from '#lib/values/same-values.ts';
import { businessEntity, type BusinessEntity, businessEntityPath } from './business-entity.ts';
import { uploadedImage } from './profile/uploaded-image.server.ts';

interface BankAccount {
  bank: string;
  accountName: string;
  accountNumber: string;
  swift: string | null;
  payNowUen: string | null;
}

declare module '#lib/process/database/database.server.ts' {
  interface Database {
    businessEntities: BusinessEntity;
    bankAccounts: BankAccount & { businessEntityId: string; position: number };
  }
}

export const businessEntities = store(businessEntity, {
  rights: {
    list: ['read'],
    show: ['read', 'update'],
    create: ['create'],
    update: ['update'],
    acts: { close: ['update'], reopen: ['update'] },
  },
});

/** A logo is printed on documents, and everybody who works here may see it. */
registerApiDescription(businessEntity, { codeInUse: { type: 'boolean' } });

registerFileReader('logos', async (actor, file) => {
  if (actor.type !== 'user') return false;
  return (
    (await db
      .selectFrom('businessEntities')
      .select('id')
      .where('logoFileStorage', '=', file.storageKey)
      .executeTakeFirst()) !== undefined
  );
});

/**
 * A business entity with its bank accounts, and whether its short code is used in numbers already and can no longer be
 * changed.
 */
export async function getBusinessEntity(
  actor: Actor,
  id: string,
): Promise<ReadRow<typeof businessEntity> & { bankAccounts: BankAccount[]; codeInUse: boolean }> {
  const found = await businessEntities.get(actor, id);
  const [bankAccounts, codeInUse] = await Promise.all([accountsOf(db, id), hasNumbers(db, id)]);
  return { ...found, bankAccounts, codeInUse };
}

/**
 * Creates a business entity. 422 for a short code that is not 2 to 6 capitals and digits, and for a GST registration
 * without its number.
 */
export async function createBusinessEntity(actor: Actor, input: unknown): Promise<BusinessEntity> {
  const work = async (entered: Entered) => {
    check(entered);
    requireProofForAccounts(actor, [], entered.bankAccounts);
  };
  return businessEntities.create(actor, capitals(input), work, { after: writeAccounts });
}

/**
 * Updates a business entity. The short code is locked after the first number (model of the directory, 4.3); bank
 * accounts are changed by people who have proved their identity.
 */
export async function updateBusinessEntity(actor: Actor, seen: ShownVersion, input: unknown): Promise<BusinessEntity> {
  const sent = capitals(input);
  let had: BankAccount[] = [];
  return businessEntities.update(
    actor,
    seen,
    sent,
    async (after, tx, before) => {
      check(after as Entered);
      if (after.shortCode !== before.shortCode && (await hasNumbers(tx, seen.id)))
        throw invalidField('shortCode', 'code-in-use');
      had = await accountsOf(tx, seen.id);
      requireProofForAccounts(actor, had, (after as Entered).bankAccounts);
      return { beforeLists: 'bankAccounts' in sent ? { bankAccounts: had } : {} };
    },
    {
      after: async (changed: Entered, tx) => {
        await writeAccounts(changed, tx);
        await notifyFinanceOfAccounts(tx, actor, had, changed);
      },
    },
  );
}

/** Sets an uploaded picture as the logo of documents printed from now on. 422 `not-an-image`. */
export async function setLogo(actor: Actor, seen: ShownVersion, input: unknown): Promise<BusinessEntity> {
  const { url, key } = await uploadedImage(actor, input);
  return businessEntities.update(
    actor,
    seen,
    {},
    async (_, tx) => {
      await claimFile(tx, key);
      return { logo: url, logoFileStorage: key };
    },
    { event: 'logo-changed' },
  );
}

/** Documents are printed with the default mark again; issued ones stay as they are. */
export async function removeLogo(actor: Actor, seen: ShownVersion): Promise<BusinessEntity> {
  return businessEntities.update(actor, seen, {}, async () => ({ logo: null, logoFileStorage: null }), {
    event: 'logo-changed',
  });
}

/** Closes a business entity unless active departments belong to it. */
export async function closeBusinessEntity(actor: Actor, seen: ShownVersion): Promise<BusinessEntity> {
  return businessEntities.transition(actor, 'close', seen, async ({ id }, tx) => {
    const { rows } = await sql<{
      count: number;
    }>`select count(*) as count from departments where business_entity_id = ${id} and status = 'active'`.execute(tx);
    if (rows[0]!.count > 0)
      throw new Refusal('business-entity-has-departments', 409, { params: { count: rows[0]!.count } });
  });
}

/** Reopens a closed business entity. */
export async function reopenBusinessEntity(actor: Actor, seen: ShownVersion): Promise<BusinessEntity> {
  return businessEntities.transition(actor, 'reopen', seen);
}

type Entered = BusinessEntity & { bankAccounts?: BankAccount[] };

function check({ shortCode, gstRegistered, gstNo, bankAccounts = [] }: Entered): void {
  const faults: FieldError[] = [];
  if (!/^[A-Z0-9]{2,6}$/.test(shortCode)) faults.push({ path: 'shortCode', code: 'not-a-short-code' });
  if (gstRegistered && !gstNo) faults.push({ path: 'gstNo', code: 'gst-number-missing' });
  bankAccounts.forEach(({ accountNumber, swift }, index) => {
    if (!/^\d[\d -]{3,32}\d$/.test(accountNumber))
      faults.push({ path: `bankAccounts.${index}.accountNumber`, code: 'not-an-account-number' });
    if (swift && !/^[A-Z]{6}[A-Z0-9]{2}([A-Z0-9]{3})?$/.test(swift))
      faults.push({ path: `bankAccounts.${index}.swift`, code: 'not-a-swift-code' });
  });
  if (faults.length > 0) throw invalid(faults);
}

/** Customers pay to these accounts. When left out they stay unchanged. */
function requireProofForAccounts(actor: Actor, had: readonly BankAccount[], wanted?: readonly BankAccount[]): void {
  if (wanted && !sameAccounts(had, wanted)) requirePersonWithProof(actor);
}

const ACCOUNT = ['bank', 'accountName', 'accountNumber', 'swift', 'payNowUen'] as const;
const sameAccounts = (one: readonly BankAccount[], other: readonly BankAccount[]): boolean =>
  one.length === other.length && one.every((account, at) => sameValues({ ...account }, { ...other[at]! }, ACCOUNT));

async function accountsOf(reader: Db, businessEntityId: string): Promise<BankAccount[]> {
  return reader
    .selectFrom('bankAccounts')
    .select([...ACCOUNT])
    .where('businessEntityId', '=', businessEntityId)
    .orderBy('position')
    .execute();
}

/** Writes the accounts when they were sent; when left out they stay unchanged. */
async function writeAccounts({ id, bankAccounts }: Entered, tx: Tx): Promise<void> {
  if (!bankAccounts) return;
  await tx.deleteFrom('bankAccounts').where('businessEntityId', '=', id).execute();
  if (bankAccounts.length === 0) return;
  await tx
    .insertInto('bankAccounts')
    .values(bankAccounts.map((account, position) => ({ businessEntityId: id, position, ...account })))
    .execute();
}

async function hasNumbers(reader: Db, id: string): Promise<boolean> {
  const { rows } =
    await sql`select 1 from issued_numbers i join number_series s on s.id = i.series_id where s.business_entity_id = ${id} limit 1`.execute(
      reader,
    );
  return rows.length > 0;
}

/** Notifies finance at once when customers are asked to pay to another account. */
async function notifyFinanceOfAccounts(
  tx: Tx,
  actor: Actor,
  had: readonly BankAccount[],
  { id, version, legalName, shortCode }: Entered,
): Promise<void> {
  if (sameAccounts(had, await accountsOf(tx, id))) return;
  await notifyFinance(tx, personId(actor), {
    event: 'business-entity.bank-changed',
    key: `bank-changed:${id}:${version}`,
    link: businessEntityPath.show(id),
    entity: { name: businessEntity.name, id, number: shortCode },
    params: { entity: legalName, by: actor.fullName },
  });
}

function capitals(input: unknown): Record<string, unknown> {
  const { shortCode, ...rest } = (input ?? {}) as Record<string, unknown>;
  if (shortCode === undefined) return rest;
  return { ...rest, shortCode: typeof shortCode === 'string' ? shortCode.trim().toUpperCase() : shortCode };
}
