import { sql } from 'kysely';
import { chainOf } from '#lib/approvals/approval-chain.server.ts';
import type { AnyDocument } from '#lib/documents/document.ts';
import { spansNotInForce } from '#lib/documents/in-force.server.ts';
import { dateOf } from '#lib/values/time.ts';
import { db } from '#lib/process/database/database.server.ts';
import type { Picture } from '#lib/process/typst/picture.ts';
import { readPicture } from '#lib/process/typst/picture.server.ts';
import { printStateOf, type PrintHead, type PrintedApproval, type PrintedEntity } from './print-content.ts';
import type { Print, PrintedRecord } from './prints.server.ts';

interface EntityRow extends Omit<PrintedEntity, 'addressLines' | 'logo'> {
  phone: string | null;
  logoFile: string | null;
  letterAddress: LetterAddress | null;
}

interface LetterAddress {
  block: string | null;
  street: string;
  unit_no: string | null;
  building: string | null;
  postal_code: string;
  country: string;
}

/**
 * What the print of a document says as it stands now. The caller has checked that the reader may open it. Signatures are
 * read only `signed`: for the one version that is stored.
 */
export async function readPrintContent<R extends PrintedRecord, C extends object>(
  { store: { of }, states, content }: Print<R, C>,
  record: R,
  { signed = false } = {},
): Promise<PrintHead & C> {
  const { id, number, revision, status, submittedAt, createdAt } = record;
  const state = printStateOf(status, states);
  return {
    ...(await content(record)),
    number,
    revision,
    state,
    date: dateOf(submittedAt ?? createdAt),
    entity: await readEntity(String(record[of.scope!.businessEntity as keyof R])),
    approvals: ['draft', 'rejected'].includes(state) ? [] : await readApprovals(of, id, signed),
  };
}

async function readEntity(id: string): Promise<PrintedEntity> {
  const { rows } = await sql<EntityRow>`
    select e.legal_name as name, e.name_chinese, e.uen, case when e.gst_registered then e.gst_no end as gst_no, e.phone, e.print_footer, e.logo_file_storage as logo_file,
      (select to_jsonb(l) from addresses l where l.business_entity_id = e.id and l.status = 'active'
        order by l.kind <> 'registered', l.kind <> 'billing', l.created_at, l.id limit 1) as letter_address
    from business_entities e where e.id = ${id}`.execute(db);
  const { phone, logoFile, letterAddress, ...entity } = rows[0]!;
  return {
    ...entity,
    logo: logoFile ? await readPicture(logoFile) : null,
    addressLines: [...(letterAddress ? addressLines(letterAddress) : []), ...(phone ? [phone] : [])],
  };
}

/** As on an envelope in Singapore. Two parts where there is no unit and no building, so that the letterhead stays low. */
function addressLines({ block, street, unit_no, building, postal_code, country }: LetterAddress): string[] {
  const inside = [unit_no, building].filter(Boolean).join(' ');
  return [[block, street].filter(Boolean).join(' '), inside, `${country} ${postal_code}`].filter(Boolean);
}

/** Who has approved what is in force, in the order they did; nobody when the document was taken back. */
async function readApprovals(of: AnyDocument, id: string, signed: boolean): Promise<PrintedApproval[]> {
  const chain = await chainOf(of.docType, id, await spansNotInForce(of, id, 'any'));
  if (!chain || !['running', 'approved'].includes(chain.status)) return [];
  const given = chain.steps.flatMap(({ people }) => people).filter(({ status }) => status === 'approved');
  const signatures = signed
    ? await signaturesOf(given.map(({ userId }) => userId))
    : new Map<string, PrintedApproval['signature']>();
  return given
    .toSorted((a, b) => a.decidedAt!.localeCompare(b.decidedAt!))
    .map(({ userId, fullName, jobTitle, onBehalfOf, decidedAt }) => ({
      userId,
      name: fullName,
      jobTitle,
      onBehalfOf,
      at: decidedAt!,
      signature: signatures.get(userId) ?? null,
    }));
}

/** The signatures of those who let them be used on prints; one that cannot be read is left out, never in the way of the print. */
async function signaturesOf(people: string[]): Promise<Map<string, Omit<Picture, 'alt'>>> {
  if (people.length === 0) return new Map();
  const owners = await db
    .selectFrom('users')
    .select(['id', 'signatureFileStorage'])
    .where('id', 'in', people)
    .where('signatureOnPrints', '=', true)
    .execute();
  const read = owners.map(async ({ id, signatureFileStorage: key }) => [id, key && (await readPicture(key))] as const);
  return new Map((await Promise.all(read)).flatMap(([id, picture]) => (picture ? [[id, picture] as const] : [])));
}
