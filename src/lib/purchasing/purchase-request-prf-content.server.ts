import { sql } from 'kysely';
import { chainOf } from '#lib/approvals/chain.server.ts';
import { notFound } from '#lib/kernel/refusal.ts';
import { dateOf } from '#lib/kernel/time.ts';
import { db } from '#lib/platform/database.server.ts';
import type { Picture } from '#lib/platform/documents/paper.ts';
import { readPicture } from '#lib/platform/documents/picture.server.ts';
import {
  prfStateOf,
  type PrfContent,
  type PrfContentApproval,
  type PrfContentLine,
} from './purchase-request-prf-content.ts';
import { DOC_TYPE } from './purchase-request-snapshot.server.ts';

type HeadRow = Omit<
  PrfContent,
  'state' | 'date' | 'entity' | 'costCenters' | 'expenseCategories' | 'lines' | 'approvals'
> & {
  status: string;
  datedAt: string;
  costCenter: string | null;
  expenseCategory: string | null;
  legalName: string;
  nameChinese: string | null;
  uen: string;
  gstNo: string | null;
  phone: string | null;
  printFooter: string | null;
  logoFile: string | null;
  letterAddress: LetterAddress | null;
};

interface LetterAddress {
  block: string | null;
  street: string;
  unit_no: string | null;
  building: string | null;
  postal_code: string;
  country: string;
}

/**
 * What the form of a request says as it stands now. The caller has checked that the reader may open it. Signatures are
 * read only `signed`: for the one paper that is kept.
 */
export async function readPrfContent(id: string, { signed = false } = {}): Promise<PrfContent> {
  const {
    status,
    datedAt,
    costCenter,
    expenseCategory,
    legalName,
    nameChinese,
    uen,
    gstNo,
    phone,
    printFooter,
    logoFile,
    letterAddress,
    ...head
  } = await readHead(id);
  const lines = await readLines(id);
  return {
    ...head,
    state: prfStateOf(status),
    date: dateOf(datedAt),
    entity: {
      name: legalName,
      nameChinese,
      uen,
      gstNo,
      printFooter,
      logo: logoFile ? await readPicture(logoFile) : null,
      addressLines: [...(letterAddress ? addressLines(letterAddress) : []), ...(phone ? [phone] : [])],
    },
    costCenters: chargedTo(
      lines.map((line) => line.costCenter),
      costCenter,
    ),
    expenseCategories: chargedTo(
      lines.map((line) => line.expenseCategory),
      expenseCategory,
    ),
    lines,
    approvals: ['draft', 'rejected'].includes(prfStateOf(status)) ? [] : await readApprovals(id, signed),
  };
}

async function readHead(id: string): Promise<HeadRow> {
  const { rows } = await sql<HeadRow>`
    select r.number, r.revision, r.status, coalesce(r.submitted_at, r.created_at) as dated_at, r.title, r.purpose, r.needed_by, r.purchase_path,
      r.required_quotations, r.preferred_vendor, r.estimated_net_cents as net_cents, r.estimated_gst_cents as gst_cents,
      r.estimated_gross_cents as gross_cents, u.full_name as requester, d.name as department, a.label as deliver_to,
      c.code || ' ' || c.name as cost_center, x.code || ' ' || x.name as expense_category,
      e.legal_name, e.name_chinese, e.uen, case when e.gst_registered then e.gst_no end as gst_no, e.phone, e.print_footer, e.logo_file_storage as logo_file,
      (select to_jsonb(l) from addresses l where l.business_entity_id = e.id and l.status = 'active'
        order by l.kind <> 'registered', l.kind <> 'billing', l.created_at, l.id limit 1) as letter_address
    from purchase_requests r join users u on u.id = r.requester_id join departments d on d.id = r.department_id
    join business_entities e on e.id = r.business_entity_id join addresses a on a.id = r.deliver_to_address_id
    left join cost_centers c on c.id = r.cost_center_id left join expense_categories x on x.id = r.expense_category_id
    where r.id = ${id}`.execute(db);
  if (!rows[0]) throw notFound();
  return rows[0];
}

async function readLines(id: string): Promise<PrfContentLine[]> {
  const { rows } = await sql<PrfContentLine>`
    select l.description, l.specification, l.quantity, l.unit, l.unit_price_e4, l.gst_code, l.gst_rate, l.price_includes_gst,
      l.net_cents, c.code || ' ' || c.name as cost_center, x.code || ' ' || x.name as expense_category
    from purchase_request_lines l join cost_centers c on c.id = l.cost_center_id join expense_categories x on x.id = l.expense_category_id
    where l.purchase_request_id = ${id} and l.line_state <> 'rejected' order by l.line_no`.execute(db);
  return rows;
}

/** What the lines say, each once; what the request says where it has no lines yet. */
function chargedTo(ofLines: string[], ofRequest: string | null): string[] {
  const named = [...new Set(ofLines)];
  return named.length > 0 || ofRequest === null ? named : [ofRequest];
}

/** As on an envelope in Singapore. Two parts where there is no unit and no building, so that the letterhead stays low. */
function addressLines({ block, street, unit_no, building, postal_code, country }: LetterAddress): string[] {
  const inside = [unit_no, building].filter(Boolean).join(' ');
  return [[block, street].filter(Boolean).join(' '), inside, `${country} ${postal_code}`].filter(Boolean);
}

/** Who has approved, in the order they did; nobody when the request was taken back. */
async function readApprovals(id: string, signed: boolean): Promise<PrfContentApproval[]> {
  const chain = await chainOf(DOC_TYPE, id);
  if (!chain || !['running', 'approved'].includes(chain.status)) return [];
  const given = chain.steps.flatMap(({ people }) => people).filter(({ status }) => status === 'approved');
  const signatures = signed
    ? await signaturesOf(given.map(({ userId }) => userId))
    : new Map<string, PrfContentApproval['signature']>();
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

/** The signatures of those who let them be used on papers; one that cannot be read is left out, never in the way of the paper. */
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
