import { sql } from 'kysely';
import { registerApprovalKind } from '#lib/approvals/kinds.server.ts';
import { entity } from '#lib/records/entity.ts';
import { text } from '#lib/values/fields.ts';

/** A paper of type T, kept nowhere: what approvers are asked about is what the test says it is. */
export const testDocuments = new Map<string, unknown>();

const testDocument = entity('paper', {
  module: 'purchasing',
  plural: 'papers',
  subject: 'PurchaseRequest',
  path: '/papers',
  title: ['name'],
  fields: { name: text({ max: 10 }) },
  list: { columns: ['name'], sortable: [], defaultSort: 'name' },
  form: ['name'],
  statuses: ['active'],
  transitions: {},
});
const unusedNotice = () => Promise.reject(new Error('A paper of a test is decided by the engine alone'));

registerApprovalKind({
  docType: 'T' as never,
  of: testDocument,
  flags: ['emergency'],
  editable: [],
  tab: { name: 'papers', label: 'purchasing.inboxTab' },
  isOpenTo: () => true,
  path: (id) => `/papers/${id}`,
  documents: () =>
    sql`select null::uuid as doc_id, 1 as version, ''::text as number, ''::text as title, 0::bigint as amount_cents, null::uuid as requester_id, null::uuid as department_id, ''::text as status, '{}'::jsonb as marking where false`,
  snapshot: async (docId) => testDocuments.get(docId) ?? null,
  decide: { approve: unusedNotice, return: unusedNotice, reject: unusedNotice },
  preview: unusedNotice,
  changes: unusedNotice,
});
