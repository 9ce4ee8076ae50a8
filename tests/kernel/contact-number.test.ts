import { expect, test } from 'vitest';
import { normaliseContactNumber } from '#lib/kernel/contact-number.ts';

test.each([
  ['91234567', '+65 91234567'],
  ['+6591234567', '+65 91234567'],
  ['+65 91234567', '+65 91234567'],
  ['+6012345678', '+60 12345678'],
  ['+60 12345678', '+60 12345678'],
  [' 91234567 ', '+65 91234567'],
])('%j is kept as %j', (typed, kept) => expect(normaliseContactNumber(typed)).toBe(kept));

test.each([
  '9123456', '912345678', '6591234567', '+65  91234567', '+65-91234567', '9123 4567', '+44 12345678', '９１２３４５６７',
  'phone', '', null, undefined,
])('%j yields nothing', (typed) => expect(normaliseContactNumber(typed)).toBe(''));

test('a kept number stays as it is', () => {
  expect(normaliseContactNumber(normaliseContactNumber('91234567'))).toBe('+65 91234567');
});
