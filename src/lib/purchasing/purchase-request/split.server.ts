import { instantNow } from '#lib/values/time.ts';
import { sql } from 'kysely';
import type { AddedUp } from '#lib/approvals/policy/policy-choice.ts';
import { formStatuses } from '#lib/documents/document.ts';
import { businessSetting } from '#lib/process/settings/business-settings.server.ts';
import type { Db } from '#lib/process/database/database.server.ts';
import { purchaseRequest } from './purchase-request.ts';

/** What makes two requests belong together: one department, and a category or the vendor. `id` is the request's own, once it has one. */
export interface Sortable {
  id?: string | null | undefined;
  departmentId: string;
  preferredVendor?: string | null | undefined;
  expenseCategoryIds: readonly string[];
}

/** Statuses in which a request asks for nothing. */
const NOT_ADDED = [...formStatuses(purchaseRequest), 'rejected', 'cancelled'];

/** Numbers that one sentence names. */
const MOST_NAMED = 5;

/**
 * Requests that are added to this one, since together they may cross a limit that each stays below (model of purchasing,
 * 1.2, split rule): sent from the same department within as many days as `purchasing.split-days` says, with a category of
 * expense or the vendor in common, and neither returned, rejected nor cancelled. Null where there are none.
 */
export async function addedUpWith(
  { id = null, departmentId, preferredVendor, expenseCategoryIds }: Sortable,
  netCents: number,
  reader: Db,
): Promise<AddedUp | null> {
  const days = await businessSetting('purchasing.split-days', reader);
  const vendor = preferredVendor?.trim().toLowerCase() || null;
  if (days === 0 || (expenseCategoryIds.length === 0 && vendor === null)) return null;
  const { rows } = await sql<{ id: string; number: string; estimatedNetCents: number }>`
    select r.id, r.number, r.estimated_net_cents from purchase_requests r
    where r.department_id = ${departmentId} and r.id is distinct from ${id}::uuid and r.submitted_at > ${instantNow()}::timestamptz - ${days}::int * interval '1 day'
      and r.status <> all(${NOT_ADDED}::text[])
      and (lower(btrim(r.preferred_vendor)) = ${vendor} or exists (
        select 1 from purchase_request_lines l where l.purchase_request_id = r.id and l.line_state <> 'rejected' and l.expense_category_id = any(${expenseCategoryIds}::uuid[])))
    order by r.submitted_at desc, r.id`.execute(reader);
  if (rows.length === 0) return null;
  return {
    cents: rows.reduce((sum, { estimatedNetCents }) => sum + estimatedNetCents, netCents),
    numbers: rows
      .slice(0, MOST_NAMED)
      .map(({ number }) => number)
      .concat(rows.length > MOST_NAMED ? ['…'] : []),
    ids: rows.map(({ id }) => id),
  };
}
