import { db } from '#lib/process/database/database.server.ts';

/** The person with this user name, or with this e-mail address unless it was released. */
export function personNamed(name: string): Promise<{ id: string; passwordHash: string | null } | undefined> {
  return db
    .selectFrom('users')
    .leftJoin('userCredentials as c', 'c.userId', 'users.id')
    .select(['users.id', 'c.passwordHash'])
    .where((eb) => eb.or([eb('username', '=', name), eb.and([eb('email', '=', name), eb('emailFreedAt', 'is', null)])]))
    .executeTakeFirst();
}

/** The names by which a person signs in: the user name and the e-mail address. */
export async function namesOf(personId: string): Promise<string[]> {
  const person = await db
    .selectFrom('users')
    .select(['username', 'email'])
    .where('id', '=', personId)
    .executeTakeFirstOrThrow();
  return [person.username, person.email];
}
