import { sql } from 'kysely';
import { invalid, type FieldError } from '#lib/values/refusal.ts';
import { today } from '#lib/values/time.ts';
import { businessSetting } from '#lib/process/settings/business-settings.server.ts';
import type { Tx } from '#lib/process/database/database.server.ts';
import { CHARGED, type PurchaseRequestLine } from './line.ts';
import type { PurchaseRequest } from './purchase-request.ts';

/** What must be true before a request is sent (model of purchasing, 1.2); every fault is named at once (422). */
export async function checkComplete(
  tx: Tx,
  request: PurchaseRequest,
  lines: readonly PurchaseRequestLine[],
  netCents: number,
): Promise<void> {
  const faults: FieldError[] = [];
  const fault = (path: string, code: string, params?: Record<string, unknown>) => faults.push({ path, code, params });
  if (lines.length === 0) fault('lines', 'no-lines');
  if (request.neededBy < today()) fault('neededBy', 'in-the-past', { date: request.neededBy });
  if (request.priority !== 'normal' && !request.priorityReason) fault('priorityReason', 'reason-needed');
  if (request.purchasePath === 'emergency' && !request.pathReason) fault('pathReason', 'reason-needed');
  if (request.purchasePath === 'agreement') fault('purchasePath', 'no-price-contract');
  const directLimit =
    request.purchasePath === 'direct' ? await businessSetting('purchasing.direct-limit', tx) : Infinity;
  if (netCents > directLimit) fault('purchasePath', 'above-direct-limit', { limit: directLimit });
  const specificationAbove = await businessSetting('purchasing.specification-above', tx);
  if (netCents > specificationAbove && !(await hasSpecification(tx, request.id)))
    fault('attachments', 'specification-needed', { limit: specificationAbove });
  faults.push(...(await outOfUse(tx, request, lines)));
  if (faults.length > 0) throw invalid(faults);
}

/** The place and what the lines are charged to must be in use: nobody delivers to a closed place or books on a closed centre. */
async function outOfUse(
  tx: Tx,
  request: PurchaseRequest,
  lines: readonly PurchaseRequestLine[],
): Promise<FieldError[]> {
  const { deliverToAddressId } = request;
  const at = (name: (typeof CHARGED)[number], line: PurchaseRequestLine, index: number) =>
    line[name] === request[name] ? name : `lines.${index}.${name}`;
  const named = [
    { path: 'deliverToAddressId', id: deliverToAddressId },
    ...lines.flatMap((line, index) => CHARGED.map((name) => ({ path: at(name, line, index), id: line[name] }))),
  ];
  const { rows } = await sql<{ id: string }>`
    select id from addresses where id = ${deliverToAddressId} and status <> 'active'
    union all select id from expense_categories where id = any(${lines.map((line) => line.expenseCategoryId)}::uuid[]) and status <> 'active'
    union all select id from cost_centers where id = any(${lines.map((line) => line.costCenterId)}::uuid[]) and status <> 'active'`.execute(
    tx,
  );
  const paths = named.filter(({ id }) => rows.some((row) => row.id === id)).map(({ path }) => path);
  return [...new Set(paths)].map((path) => ({ path, code: 'out-of-use' }));
}

/** How many quotations the amount asks for: the business's own tiers. */
export async function quotationsFor(tx: Tx, netCents: number): Promise<number> {
  const tiers = await businessSetting('purchasing.quotation-tiers', tx);
  return tiers.find(({ upToCents }) => upToCents === null || netCents <= upToCents)!.quotations;
}

async function hasSpecification(tx: Tx, id: string): Promise<boolean> {
  const { rows } =
    await sql`select 1 from attachments where entity = 'purchase-request' and entity_id = ${id} and kind = 'specification' and removed_at is null limit 1`.execute(
      tx,
    );
  return rows.length > 0;
}
