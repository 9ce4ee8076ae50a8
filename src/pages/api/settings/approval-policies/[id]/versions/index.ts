import { can } from '#lib/access/session/page.ts';
import { policyVersions } from '#lib/approvals/policy/policy-versions.server.ts';
import { endpoint } from '#lib/process/http/endpoint.server.ts';

export const access = { GET: can('ApprovalPolicy', 'show', 'update') };

export const GET = endpoint<'id'>(({ actor, params }) => policyVersions(actor, params.id));
