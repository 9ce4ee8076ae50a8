import { expect, test } from 'vitest';
import { normaliseContactNumber, telephoneDigits } from '#lib/values/contact-number.ts';

test.each([
  ['91234567', '+65 91234567'],
  ['+6591234567', '+65 91234567'],
  ['+65 91234567', '+65 91234567'],
  ['+6012345678', '+60 12345678'],
  ['+60 12345678', '+60 12345678'],
  [' 91234567 ', '+65 91234567'],
])('%j is kept as %j', (typed, kept) => expect(normaliseContactNumber(typed)).toBe(kept));

test.each([
  '9123456',
  '912345678',
  '6591234567',
  '+65  91234567',
  '+65-91234567',
  '9123 4567',
  '+44 12345678',
  '９１２３４５６７',
  'phone',
  '',
  null,
  undefined,
])('%j yields nothing', (typed) => expect(normaliseContactNumber(typed)).toBe(''));

test('a stored number stays as it is', () => {
  expect(normaliseContactNumber(normaliseContactNumber('91234567'))).toBe('+65 91234567');
});

test.each([
  ['6123 4511', '61234511'],
  ['+65 6123-4511', '6561234511'],
  ['(65) 6123.4511', '6561234511'],
  ['0065 61234511', '6561234511'],
  ['+6561234511', '6561234511'],
])('%j is looked for as %j', (typed, digits) => expect(telephoneDigits(typed)).toBe(digits));

test.each(['61234511', 'PR-SWG-2026-00012', '12 34', 'level 5', '+', '', '6123 4511 Hannah'])(
  '%j is no telephone number to look for',
  (typed) => expect(telephoneDigits(typed)).toBe(''),
);
