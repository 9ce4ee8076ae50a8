import { hash, verify } from '@node-rs/argon2';
import limited from 'p-limit';
import { invalidField } from '#lib/values/refusal.ts';
import { businessSetting } from '#lib/process/settings/business-settings.server.ts';
import { db, type Db, type Tx } from '#lib/process/database/database.server.ts';
import type { Table } from '#lib/process/database/table.ts';
import { isGuessable } from './password-strength.server.ts';
import { deleteChallengesOf } from '#lib/access/tokens/identity-challenges.server.ts';

declare module '#lib/process/database/database.server.ts' {
  interface Database {
    userCredentials: Table<
      { userId: string; passwordHash: string | null; mustChange: boolean; changedAt: string },
      'mustChange' | 'changedAt'
    >;
    passwordHistory: Table<{ userId: string; passwordHash: string; setAt: string }, 'setAt'>;
  }
}

const PASSWORD_MAX = 200;

/** The package's number for Argon2id; its enum cannot be imported under isolated modules. */
const ARGON2ID = 2;
// 46 MiB and two passes: the recommended cost for a server that handles sign-ins all day.
const cost = { algorithm: ARGON2ID, memoryCost: 47_104, timeCost: 2, parallelism: 1 };

/**
 * Hashes computed at once in this process. Each takes a processor for some 50 ms and 46 MiB: sixty people who sign in
 * together must not keep everybody else waiting.
 */
const turn = limited(2);

/** Minimum number of characters of a password (model of the directory, 4.1). */
export const minimumPasswordLength = (reader: Db = db): Promise<number> =>
  businessSetting('directory.least-characters', reader);

/** Argon2id hash of a password. */
export const hashPassword = (password: string): Promise<string> => turn(() => hash(password, cost));

/** Whether the password matches the hash; takes the same time when there is none, so that names cannot be guessed. */
export async function matchesPassword(stored: string | null | undefined, password: string): Promise<boolean> {
  const known = stored ?? (await decoy());
  const fits = await turn(() => verify(known, password.slice(0, PASSWORD_MAX))).catch(() => false);
  return Boolean(stored) && fits;
}

/**
 * Sets a password after checking it: long enough, at most 200 characters, not easily guessed, not containing the user
 * name, not one of the last ones. Refuses with 422 at `path`.
 */
export async function setPassword(
  tx: Tx,
  user: { id: string; username: string },
  password: string,
  more: { mustChange?: boolean; path?: string } = {},
): Promise<void> {
  const path = more.path ?? 'password';
  const minimum = await minimumPasswordLength(tx);
  if (password.length < minimum) throw invalidField(path, 'password-too-short', { minimum });
  if (password.length > PASSWORD_MAX) throw invalidField(path, 'too-long', { maximum: PASSWORD_MAX });
  if (user.username.length > 2 && password.toLowerCase().includes(user.username.toLowerCase()))
    throw invalidField(path, 'password-contains-name');
  const person = await tx
    .selectFrom('users')
    .select(['fullName', 'email'])
    .where('id', '=', user.id)
    .executeTakeFirst();
  const own = [user.username, person?.fullName ?? '', person?.email ?? ''];
  if (isGuessable(password, own)) throw invalidField(path, 'password-common');
  const history = await businessSetting('directory.no-reuse-of-last', tx);
  const earlier = await tx
    .selectFrom('passwordHistory')
    .select('passwordHash')
    .where('userId', '=', user.id)
    .orderBy('setAt', 'desc')
    .limit(history)
    .execute();
  for (const { passwordHash } of earlier)
    if (await turn(() => verify(passwordHash, password))) throw invalidField(path, 'password-used-before');
  await storePassword(tx, user.id, await hashPassword(password), more.mustChange ?? false);
}

/** Stores a hash computed before; for the seed, which hashes once for all its people. */
export async function storePassword(tx: Tx, userId: string, passwordHash: string, mustChange: boolean): Promise<void> {
  const values = { passwordHash, mustChange, changedAt: new Date().toISOString() };
  await tx
    .insertInto('userCredentials')
    .values({ userId, ...values })
    .onConflict((c) => c.column('userId').doUpdateSet(values))
    .execute();
  await tx.insertInto('passwordHistory').values({ userId, passwordHash }).execute();
  await deleteChallengesOf(tx, userId);
}

let decoyHash: Promise<string> | undefined;
const decoy = () => (decoyHash ??= hashPassword('nobody has this password'));
