import { randomInt } from 'node:crypto';
import { sql } from 'kysely';
import { mailPerson } from '#lib/process/mail/person-mail.server.ts';
import type { Tx } from '#lib/process/database/database.server.ts';
import type { Table } from '#lib/process/database/table.ts';
import { secretHashOf } from '#lib/access/tokens/secret-token.ts';
import { wrongProof } from './wrong-proof.ts';

declare module '#lib/process/database/database.server.ts' {
  interface Database {
    recoveryCodes: Table<{ userId: string; codeHash: Buffer; madeAt: string; usedAt: string | null }, 'madeAt'>;
  }
}

/** Number of codes a person gets at once. */
export const RECOVERY_CODES = 10;
/**
 * Without characters that are easily confused. Sixteen of them are 79 bits: a plain hash suffices, and does not depend
 * on APP_SECRET.
 */
const LETTERS = 'abcdefghjkmnpqrstuvwxyz23456789';

/** Creates a person's codes; previous ones become invalid. They are readable only here. */
export async function makeRecoveryCodes(tx: Tx, userId: string): Promise<string[]> {
  const codes = Array.from({ length: RECOVERY_CODES }, newCode);
  await tx.deleteFrom('recoveryCodes').where('userId', '=', userId).execute();
  await tx
    .insertInto('recoveryCodes')
    .values(codes.map((code) => ({ userId, codeHash: secretHashOf(lettersOf(code)) })))
    .execute();
  return codes;
}

/** Uses up a code, in any case and grouping, and notifies its owner by mail. `wrong-proof` for an invalid one. */
export async function useRecoveryCode(tx: Tx, userId: string, typed: string): Promise<void> {
  const used =
    await sql`update recovery_codes set used_at = now() where user_id = ${userId} and code_hash = ${secretHashOf(lettersOf(typed))} and used_at is null returning 1`.execute(
      tx,
    );
  if (used.rows.length === 0) throw wrongProof('recoveryCode', 'recovery-code-wrong');
  const left = await tx
    .selectFrom('recoveryCodes')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where('userId', '=', userId)
    .where('usedAt', 'is', null)
    .executeTakeFirstOrThrow();
  const person = await tx
    .selectFrom('users')
    .select(['id', 'fullName', 'email', 'language'])
    .where('id', '=', userId)
    .executeTakeFirstOrThrow();
  await mailPerson(tx, person, 'recovery-code-used', { count: left.count });
}

function newCode(): string {
  const group = () => Array.from({ length: 4 }, () => LETTERS[randomInt(LETTERS.length)]).join('');
  return [group(), group(), group(), group()].join('-');
}

/** The significant characters of a code, however it was typed. */
function lettersOf(typed: string): string {
  return typed.toLowerCase().replaceAll(/[^a-z0-9]/g, '');
}
