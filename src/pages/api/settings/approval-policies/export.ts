import { can } from '#lib/access/session/page.ts';
import { approvalPolicies } from '#lib/approvals/policy/approval-policy.server.ts';
import { endpoint } from '#lib/process/http/endpoint.server.ts';
import { exportList } from '#lib/records/list/export.server.ts';

export const access = { GET: can('ApprovalPolicy', 'read') };

export const GET = endpoint(({ actor, query, locals }) => exportList(actor, approvalPolicies, query, locals));
