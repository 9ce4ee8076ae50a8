import { v7 as uuid } from 'uuid';
import { hashPassword, storePassword } from '#lib/access/account/passwords.server.ts';
import type { Language } from '#lib/values/languages.ts';
import { transaction } from '#lib/process/database/database.server.ts';

export const PASSWORD = 'lilies by the still water';

let hash: Promise<string> | undefined;

interface Wish {
  username: string;
  status?: 'invited' | 'active' | 'suspended' | 'deactivated';
  language?: Language;
}

/** Somebody with the password above (none when invited), and the address `<name>@garden.example`. */
export async function somebody({
  username,
  status = 'active',
  language = 'en',
}: Wish): Promise<{ id: string; username: string; email: string }> {
  hash ??= hashPassword(PASSWORD);
  const passwordHash = await hash;
  const person = { id: uuid(), username, email: `${username}@garden.example` };
  await transaction(async (tx) => {
    await tx
      .insertInto('users')
      .values({
        ...person,
        fullName: `${username[0]!.toUpperCase()}${username.slice(1)} Tan`,
        status,
        language,
        deactivatedAt: status === 'deactivated' ? new Date().toISOString() : null,
      })
      .execute();
    if (status !== 'invited') await storePassword(tx, person.id, passwordHash, false);
  });
  return person;
}

/** A request from a browser at some address. */
export const facts = (ip = '203.0.113.7') => ({ requestId: uuid(), ip, userAgent: 'Mozilla/5.0 (test)' });

export { newestMailTo } from '#tests/support/mails.ts';

/** The token of the link in a mail. */
export const tokenIn = (text: string): string => /reset-password\/([\w-]+)/.exec(text)![1]!;
