import { signedIn } from '#lib/access/page.ts';
import { endDelegation } from '#lib/approvals/delegation.server.ts';
import { endpoint } from '#lib/platform/endpoint.server.ts';

export const access = { DELETE: signedIn() };

/** Ends a delegation before its time: by either of the two, or by somebody who changes people. */
export const DELETE = endpoint(({ actor, params }) => endDelegation(actor, params.id!));
