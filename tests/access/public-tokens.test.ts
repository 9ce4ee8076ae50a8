import { sql } from 'kysely';
import { v7 as uuid } from 'uuid';
import { describe, expect, test } from 'vitest';
import { systemActor } from '#lib/values/actor.ts';
import {
  createToken,
  peekToken,
  revokeTokens,
  useToken,
  type TokenOptions,
} from '#lib/access/tokens/public-tokens.server.ts';
import { db, transaction } from '#lib/process/database/database.server.ts';
import { refusal } from '#tests/support/refusal.ts';

const make = (wish: Partial<TokenOptions> = {}) =>
  transaction(async (tx) => {
    const wanted = { purpose: 'view-form', subjectId: uuid(), hours: 1, maxUses: 1, ...wish };
    return (await createToken(tx, systemActor(), wanted)).token;
  });
const use = (token: string, purpose = 'view-form') => transaction((tx) => useToken(tx, purpose, token));

describe('a link for one use', () => {
  test('opens what it was made for, once', async () => {
    const subjectId = uuid();
    const token = await make({ subjectId, data: { lot: 'S05A' } });
    expect(await use(token)).toMatchObject({ subjectId, data: { lot: 'S05A' } });
    expect(await refusal(use(token))).toMatchObject({ status: 404, code: 'not-found' });
  });

  test('opens exactly once when twenty try at the same moment', async () => {
    const token = await make();
    const tries = await Promise.allSettled([...Array(20)].map(() => use(token)));
    expect(tries.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
  });

  test('is not used up by looking, nor by an act that fails', async () => {
    const token = await make();
    expect(await peekToken(db, 'view-form', token)).not.toBeNull();
    await expect(
      transaction(async (tx) => {
        await useToken(tx, 'view-form', token);
        throw new Error('the act failed');
      }),
    ).rejects.toThrow('the act failed');
    expect(await use(token)).toBeTruthy();
    expect(await peekToken(db, 'view-form', token)).toBeNull();
  });
});

test('a link for three uses opens three times, one without a number as often as one likes', async () => {
  const [three, any] = [await make({ maxUses: 3 }), await make({ maxUses: undefined })];
  const tries = await Promise.allSettled([...Array(8)].map(() => use(three)));
  expect(tries.filter(({ status }) => status === 'fulfilled')).toHaveLength(3);
  for (let times = 0; times < 5; times += 1) expect(await use(any)).toBeTruthy();
});

describe('a link is not good', () => {
  test('for another purpose', async () => {
    expect(await refusal(use(await make(), 'set-password'))).toMatchObject({ status: 404 });
  });

  test('when it has expired', async () => {
    const token = await make({ hours: 1 });
    await sql`update public_tokens set expires_at = now() - interval '1 second'`.execute(db);
    expect(await refusal(use(token))).toMatchObject({ status: 404 });
  });

  test('after it was revoked, which leaves those of others alone', async () => {
    const [mine, other] = [uuid(), uuid()];
    const [token, untouched] = [await make({ subjectId: mine }), await make({ subjectId: other })];
    await transaction((tx) => revokeTokens(tx, 'view-form', mine));
    expect(await refusal(use(token))).toMatchObject({ status: 404 });
    expect(await use(untouched)).toBeTruthy();
  });

  test.each(['', 'guess', 'x'.repeat(5_000)])('when nobody made it: %#', async (token) => {
    expect(await refusal(use(token))).toMatchObject({ status: 404 });
    expect(await peekToken(db, 'view-form', token)).toBeNull();
  });
});

test('only a hash is stored, and no two tokens are alike', async () => {
  const tokens = await Promise.all([...Array(5)].map(() => make()));
  expect(new Set(tokens).size).toBe(5);
  for (const token of tokens) expect(Buffer.from(token, 'base64url')).toHaveLength(32);
  const { rows } = await sql<{ row: string }>`select t::text as row from public_tokens t`.execute(db);
  for (const token of tokens) expect(rows.some(({ row }) => row.includes(token))).toBe(false);
});
