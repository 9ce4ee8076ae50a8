import { can } from '#lib/access/page.ts';
import { approvalPolicies } from '#lib/approvals/approval-policy.server.ts';
import { createApprovalPolicy } from '#lib/approvals/policy-writing.server.ts';
import { listAnswer } from '#lib/kernel/list-answer.server.ts';
import { created, endpoint } from '#lib/platform/endpoint.server.ts';

export const access = { GET: can('ApprovalPolicy', 'read'), POST: can('ApprovalPolicy', 'create') };

export const GET = endpoint(({ actor, query }) => listAnswer(actor, approvalPolicies, query));

export const POST = endpoint(async ({ actor, body }) => created(await createApprovalPolicy(actor, await body())));
