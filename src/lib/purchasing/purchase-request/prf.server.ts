import { sql } from 'kysely';
import { registerPrint } from '#lib/documents/prints/prints.server.ts';
import { db } from '#lib/process/database/database.server.ts';
import { requestPath } from './paths.ts';
import { prfBody, type PrfContent, type PrfLine } from './prf.ts';
import { purchaseRequests, type ReadRequest } from './purchase-request.server.ts';

export const prf = registerPrint({
  name: 'prf',
  store: purchaseRequests,
  paths: requestPath,
  linkDays: 'purchasing.print-link-days',
  content: readContent,
  body: prfBody,
  amendable: ['title', 'neededBy', 'deliverTo'],
  total: ({ grossCents }) => grossCents,
});

async function readContent(request: ReadRequest): Promise<PrfContent> {
  const { title, purpose, neededBy, purchasePath, requiredQuotations, preferredVendor, titles } = request;
  const lines = await readLines(request.id);
  return {
    title,
    purpose,
    requester: titles.requesterId!,
    department: titles.departmentId!,
    neededBy,
    purchasePath,
    requiredQuotations,
    costCenters: chargedTo(lines, 'costCenter', titles.costCenterId),
    expenseCategories: chargedTo(lines, 'expenseCategory', titles.expenseCategoryId),
    deliverTo: titles.deliverToAddressId!,
    preferredVendor,
    lines,
    netCents: request.estimatedNetCents,
    gstCents: request.estimatedGstCents,
    grossCents: request.estimatedGrossCents,
  };
}

async function readLines(id: string): Promise<PrfLine[]> {
  const { rows } = await sql<PrfLine>`
    select l.description, l.specification, l.quantity, l.unit, l.unit_price_e4, l.gst_code, l.gst_rate, l.price_includes_gst,
      l.net_cents, c.code || ' ' || c.name as cost_center, x.code || ' ' || x.name as expense_category
    from purchase_request_lines l join cost_centers c on c.id = l.cost_center_id join expense_categories x on x.id = l.expense_category_id
    where l.purchase_request_id = ${id} and l.line_state <> 'rejected' order by l.line_no`.execute(db);
  return rows;
}

/** What the lines say, each once; what the request says where it has no lines yet. */
function chargedTo(lines: PrfLine[], charge: 'costCenter' | 'expenseCategory', ofRequest?: string): string[] {
  const named = [...new Set(lines.map((line) => line[charge]))];
  return named.length > 0 || !ofRequest ? named : [ofRequest];
}
