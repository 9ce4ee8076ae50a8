import { can } from '#lib/access/session/page.ts';
import { approvalPolicies } from '#lib/approvals/policy/approval-policy.server.ts';
import { createApprovalPolicy } from '#lib/approvals/policy/policy-writing.server.ts';
import { listAnswer } from '#lib/records/list/list-answer.server.ts';
import { endpoint } from '#lib/process/http/endpoint.server.ts';
import { createEndpoint } from '#lib/records/create-endpoint.server.ts';
import { approvalPolicy } from '#lib/approvals/policy/approval-policy.ts';

export const access = { GET: can('ApprovalPolicy', 'read'), POST: can('ApprovalPolicy', 'create') };

export const GET = endpoint(({ actor, query }) => listAnswer(actor, approvalPolicies, query));

export const POST = createEndpoint(approvalPolicy, ({ actor, input }) => createApprovalPolicy(actor, input));
