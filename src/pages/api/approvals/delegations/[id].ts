import { signedIn } from '#lib/access/session/page.ts';
import { endDelegation } from '#lib/approvals/delegation/delegation.server.ts';
import { endpoint } from '#lib/process/http/endpoint.server.ts';

export const access = { DELETE: signedIn() };

/** Ends a delegation early: by either of the two, or by somebody who may update people. */
export const DELETE = endpoint<'id'>(({ actor, params }) => endDelegation(actor, params.id));
