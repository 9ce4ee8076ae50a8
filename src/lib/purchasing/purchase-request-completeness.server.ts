import { sql } from 'kysely';
import { invalid, type FieldError } from '#lib/kernel/refusal.ts';
import { today } from '#lib/kernel/time.ts';
import { businessSetting } from '#lib/platform/business-settings.server.ts';
import type { Tx } from '#lib/platform/database.server.ts';
import type { PurchaseRequest } from './purchase-request.ts';

/** What must be true before a request is sent (model of purchasing, 1.2); every fault is named at once (422). */
export async function checkComplete(tx: Tx, request: PurchaseRequest, lineCount: number, netCents: number): Promise<void> {
  const faults: FieldError[] = [];
  const fault = (path: string, code: string, params?: Record<string, unknown>) => faults.push({ path, code, params });
  if (lineCount === 0) fault('lines', 'no-lines');
  if (request.neededBy < today()) fault('neededBy', 'in-the-past', { date: request.neededBy });
  if (request.priority !== 'normal' && !request.priorityReason) fault('priorityReason', 'reason-needed');
  if (request.purchasePath === 'emergency' && !request.pathReason) fault('pathReason', 'reason-needed');
  if (request.purchasePath === 'agreement') fault('purchasePath', 'no-price-contract');
  const directLimit = await businessSetting('purchasing.direct-limit', tx);
  if (request.purchasePath === 'direct' && netCents > directLimit) fault('purchasePath', 'above-direct-limit', { limit: directLimit });
  const specificationAbove = await businessSetting('purchasing.specification-above', tx);
  if (netCents > specificationAbove && !(await hasSpecification(tx, request.id))) fault('attachments', 'specification-needed', { limit: specificationAbove });
  if (faults.length > 0) throw invalid(faults);
}

/** How many quotations the amount asks for: the business's own tiers. */
export async function quotationsFor(tx: Tx, netCents: number): Promise<number> {
  const tiers = await businessSetting('purchasing.quotation-tiers', tx);
  return tiers.find(({ upToCents }) => upToCents === null || netCents <= upToCents)!.quotations;
}

async function hasSpecification(tx: Tx, id: string): Promise<boolean> {
  const { rows } = await sql`select 1 from attachments where entity = 'purchase-request' and entity_id = ${id} and kind = 'specification' and removed_at is null limit 1`.execute(tx);
  return rows.length > 0;
}
