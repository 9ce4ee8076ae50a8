import { sql } from 'kysely';
import { extractText } from 'unpdf';
import { actorNamed, buildCompany, draftRequest, type Company } from '#db/seed/builders.ts';
import { seedFoundations } from '#db/seed/foundations.ts';
import type { Actor } from '#lib/values/actor.ts';
import { db } from '#lib/process/database/database.server.ts';
import { translatorFor } from '#lib/process/i18n/translator.server.ts';
import { approvePurchaseRequest, submitPurchaseRequest } from '#lib/purchasing/purchase-request/life.server.ts';
import { downloadPrint } from '#lib/documents/prints/print-reading.server.ts';
import { prf } from '#lib/purchasing/purchase-request/prf.server.ts';
import type { PurchaseRequest } from '#lib/purchasing/purchase-request/purchase-request.ts';

export const english = { t: translatorFor('en'), language: 'en' } as const;

/** The company with Hannah who asks, Daniel (her head) and Marie (finance) who approve, and Farid of another department. */
export interface PrintedCompany {
  company: Company;
  hannah: Actor;
  daniel: Actor;
  marie: Actor;
  farid: Actor;
}

export async function printedCompany(): Promise<PrintedCompany> {
  await seedFoundations();
  const company = await buildCompany();
  const [hannah, daniel, marie, farid] = await Promise.all([
    actorNamed('requester'),
    actorNamed('head'),
    actorNamed('finance'),
    actorNamed('requester2'),
  ]);
  return { company, hannah, daniel, marie, farid };
}

/** Forty plaques of Hannah's, sent for approval: S$ 17,101.00 net, so her head and the finance manager are asked. */
export async function sent(
  { company, hannah }: PrintedCompany,
  more: Record<string, unknown> = {},
): Promise<PurchaseRequest> {
  const charged = {
    expenseCategoryId: company.categoryId('5310'),
    costCenterId: company.costCenterId('OPS-COL'),
    gstCode: 'SR',
  };
  const lines = [
    {
      description: 'Granite plaque, 300 × 200 mm',
      specification: 'Honed grey',
      quantity: 40,
      unit: 'Piece(s)',
      unitPriceE4: 3_950_000,
      ...charged,
    },
    { description: 'Bronze fixing set', quantity: 40, unit: 'Piece(s)', unitPriceE4: 250_000, ...charged },
    { description: 'Delivery and placement', quantity: 1, unit: 'Lot(s)', unitPriceE4: 3_010_000, ...charged },
  ];
  return submitPurchaseRequest(hannah, await draftRequest(hannah, company, { lines, ...more }));
}

export async function approved(people: PrintedCompany, more: Record<string, unknown> = {}): Promise<PurchaseRequest> {
  const { daniel, marie } = people;
  return approvePurchaseRequest(marie, await approvePurchaseRequest(daniel, await sent(people, more), {}), {});
}

/** What budgeting and the buyers will do to an approved request in operations of their own. */
export async function setStatus(id: string, status: string): Promise<void> {
  await sql`update purchase_requests set status = ${status} where id = ${id}`.execute(db);
}

export async function downloaded(actor: Actor, id: string) {
  const file = await downloadPrint(actor, prf, id, english.t, 'en');
  return { ...file, text: await textOf(file.bytes) };
}

export async function textOf(bytes: Uint8Array): Promise<string> {
  return (await extractText(Uint8Array.from(bytes), { mergePages: true })).text;
}

/** Entries of the log with this code about one record. */
export function events(code: string, entityId: string) {
  return db
    .selectFrom('activityLog')
    .selectAll()
    .where('eventCode', '=', code)
    .where('entityId', '=', entityId)
    .execute();
}
