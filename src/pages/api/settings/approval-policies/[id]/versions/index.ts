import { can } from '#lib/access/page.ts';
import { policyVersions } from '#lib/approvals/policy-versions.server.ts';
import { endpoint } from '#lib/platform/endpoint.server.ts';

export const access = { GET: can('ApprovalPolicy', 'show', 'update') };

export const GET = endpoint(({ actor, params }) => policyVersions(actor, params.id!));
