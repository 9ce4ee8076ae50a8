import { expect, test } from 'vitest';
import { newCheckCode, readCheckCode } from '#lib/documents/prints/check-code.ts';

test('a check code has three groups of four without letters that look like figures', () => {
  for (let time = 0; time < 500; time += 1) {
    expect(newCheckCode()).toMatch(/^[0-9A-HJKMNP-TV-Z]{4}-[0-9A-HJKMNP-TV-Z]{4}-[0-9A-HJKMNP-TV-Z]{4}$/);
  }
});

test('no two prints get the same code', () => {
  expect(new Set(Array.from({ length: 5000 }, newCheckCode)).size).toBe(5000);
});

test('a code is read however it was typed, and what cannot be one is not', () => {
  expect(readCheckCode('7k4m qx2p 93td')).toBe('7K4M-QX2P-93TD');
  expect(readCheckCode('O1iL-7K4M-QX2P')).toBe('0111-7K4M-QX2P');
  expect(readCheckCode('7K4M-QX2P-93T')).toBeUndefined();
  expect(readCheckCode('7K4M-QX2P-93TU')).toBeUndefined();
});
