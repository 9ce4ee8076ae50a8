import { can } from '#lib/access/page.ts';
import { approvalPolicies } from '#lib/approvals/approval-policy.server.ts';
import { endpoint } from '#lib/platform/endpoint.server.ts';
import { exportList } from '#lib/platform/export.server.ts';

export const access = { GET: can('ApprovalPolicy', 'read') };

export const GET = endpoint(({ actor, query, locals }) => exportList(actor, approvalPolicies, query, locals));
