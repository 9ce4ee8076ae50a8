import { can } from '#lib/access/page.ts';
import { resendInvitation } from '#lib/directory/invitation.server.ts';
import { endpoint } from '#lib/platform/endpoint.server.ts';

export const access = { POST: can('User', 'update') };

export const POST = endpoint(({ actor, params }) => resendInvitation(actor, params.id!));
