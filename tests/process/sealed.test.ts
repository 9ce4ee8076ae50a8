import { expect, test } from 'vitest';
import { seal, unseal } from '#lib/process/config/sealed.server.ts';

const secret = Buffer.from('the gate opens at seven');
const mine = { purpose: 'authenticator', owner: 'mei' };

test('a sealed secret opens for whom and what it was sealed, and tells nothing until then', () => {
  const sealed = seal(secret, mine);
  expect(unseal(sealed, mine)).toEqual(secret);
  expect(Buffer.from(sealed, 'base64url').toString()).not.toContain('gate');
  expect(seal(secret, mine)).not.toBe(sealed);
});

test('it opens for nobody else, for nothing else, and not when it was changed', () => {
  const sealed = seal(secret, mine);
  expect(unseal(sealed, { ...mine, owner: 'bala' })).toBeNull();
  expect(unseal(sealed, { ...mine, purpose: 'webhook' })).toBeNull();
  const bytes = Buffer.from(sealed, 'base64url');
  for (const place of [0, 14, bytes.length - 1]) {
    const changed = Buffer.from(bytes);
    changed[place]! ^= 1;
    expect(unseal(changed.toString('base64url'), mine)).toBeNull();
  }
  for (const rubbish of ['', 'x', 'a'.repeat(20)]) expect(unseal(rubbish, mine)).toBeNull();
});
