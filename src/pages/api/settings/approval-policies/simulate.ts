import { can } from '#lib/access/session/page.ts';
import { simulateApproval } from '#lib/approvals/policy/simulate.server.ts';
import { endpoint } from '#lib/process/http/endpoint.server.ts';

export const access = { POST: can('ApprovalPolicy', 'simulate') };

export const POST = endpoint(async ({ actor, body }) => simulateApproval(actor, await body()));
