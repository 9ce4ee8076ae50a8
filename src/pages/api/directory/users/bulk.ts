import { z } from 'zod';
import { can } from '#lib/access/session/page.ts';
import { addRoleToUser } from '#lib/directory/user/bulk.server.ts';
import { suspendUser } from '#lib/directory/user/suspension.server.ts';
import { users } from '#lib/directory/user/user.server.ts';
import { bulkAnswer } from '#lib/records/list/bulk.server.ts';
import { endpoint } from '#lib/process/http/endpoint.server.ts';

export const access = { POST: can('User', 'update', 'suspend') };

/** The acts `addRole`, with a `roleId`, and `suspend`, with a `reason`. */
export const POST = endpoint(async ({ actor, body }) =>
  bulkAnswer(actor, { addRole: addRoleToUser, suspend: suspendUser }, await body(), () => users, {
    roleId: z.uuid('not-a-choice').optional(),
  }),
);
