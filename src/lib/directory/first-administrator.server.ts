import { v7 as uuid } from 'uuid';
import { systemActor } from '#lib/values/actor.ts';
import { administrators, lockAdministration } from '#lib/access/account/administrators.server.ts';
import { setPassword } from '#lib/access/account/passwords.server.ts';
import { logActivity } from '#lib/activity/activity.server.ts';
import { Refusal } from '#lib/values/refusal.ts';
import { transaction } from '#lib/process/database/database.server.ts';
import { ensureAdministratorRole } from '#lib/directory/role/system-roles.server.ts';
import { ensureUserRequestPolicy } from '#lib/directory/user-request/registration.server.ts';

export interface FirstAdministrator {
  username: string;
  email: string;
  fullName: string;
  password: string;
}

/** Creates the first administrator of an installation; 409 `administrator-exists` when there is one already. */
export async function createFirstAdministrator(input: FirstAdministrator): Promise<{ id: string }> {
  return transaction(async (tx) => {
    await lockAdministration(tx);
    if ((await administrators(tx)).length > 0) throw new Refusal('administrator-exists', 409);
    const roleId = await ensureAdministratorRole(tx);
    const id = uuid();
    const values = {
      username: input.username.trim().toLowerCase(),
      email: input.email.trim().toLowerCase(),
      fullName: input.fullName.trim(),
      allEntities: true,
      language: 'en' as const,
    };
    await tx
      .insertInto('users')
      .values({ id, status: 'active', ...values })
      .execute();
    await tx.insertInto('userRoles').values({ userId: id, roleId }).execute();
    await setPassword(tx, { id, username: values.username }, input.password);
    await logActivity(
      systemActor('admin-create'),
      {
        event: 'user.created',
        subject: 'User',
        entity: 'user',
        entityId: id,
        entityNumber: values.username,
        after: { ...values, status: 'active', roleIds: [roleId] },
      },
      tx,
    );
    await ensureUserRequestPolicy(tx);
    return { id };
  });
}
