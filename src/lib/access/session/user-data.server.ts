import type { Language } from '#lib/values/languages.ts';
import { db } from '#lib/process/database/database.server.ts';
import type { Permission } from '#lib/values/ability.ts';
import type { Actor } from '#lib/values/actor.ts';

/** What the browser stores about the person who signed in (specification, section 3). */
export interface UserData {
  id: string;
  username: string;
  email: string;
  fullName: string;
  language: Language | null;
  image: string | null;
  imageFileStorage: string | null;
  signature: string | null;
  signatureFileStorage: string | null;
  permissions: readonly Permission[];
  personalRedirect: string | null;
  mustChangePassword: boolean;
}

/** The person's own data in the responses of `/api/login` and `/api/refresh-token`. */
export async function userDataOf(actor: Actor): Promise<UserData> {
  const files = await db
    .selectFrom('users')
    .select(['image', 'imageFileStorage', 'signature', 'signatureFileStorage'])
    .where('id', '=', actor.id)
    .executeTakeFirstOrThrow();
  return {
    id: actor.id,
    username: actor.username,
    email: actor.email,
    fullName: actor.fullName,
    language: actor.language,
    ...files,
    permissions: actor.ability.permissions,
    personalRedirect: actor.personalRedirect,
    mustChangePassword: actor.mustChangePassword,
  };
}
