import { can } from '#lib/access/page.ts';
import { simulateApproval } from '#lib/approvals/simulate.server.ts';
import { endpoint } from '#lib/platform/endpoint.server.ts';

export const access = { POST: can('ApprovalPolicy', 'simulate') };

export const POST = endpoint(async ({ actor, body }) => simulateApproval(actor, await body()));
