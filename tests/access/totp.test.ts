import { describe, expect, test } from 'vitest';
import {
  base32,
  totpCodeOf,
  authenticatorUri,
  totpStepAt,
  totpStepOfCode,
} from '#lib/access/second-factor/totp.server.ts';

const ascii = (text: string, length: number) => Buffer.from(text.repeat(8).slice(0, length));
const SECRET = ascii('1234567890', 20);

describe('a code', () => {
  test.each([
    [0, '755224'],
    [1, '287082'],
    [2, '359152'],
    [3, '969429'],
    [4, '338314'],
    [5, '254676'],
    [6, '287922'],
    [7, '162583'],
    [8, '399871'],
    [9, '520489'],
  ])('is that of RFC 4226, appendix D, at %i', (step, code) => {
    expect(totpCodeOf(SECRET, step)).toBe(code);
  });

  test.each([
    [59, '94287082', '46119246', '90693936'],
    [1_111_111_109, '07081804', '68084774', '25091201'],
    [1_111_111_111, '14050471', '67062674', '99943326'],
    [1_234_567_890, '89005924', '91819424', '93441116'],
    [2_000_000_000, '69279037', '90698825', '38618901'],
    [20_000_000_000, '65353130', '77737706', '47863826'],
  ])('is that of RFC 6238, appendix B, %i seconds after 1970', (seconds, sha1, sha256, sha512) => {
    const step = totpStepAt(seconds * 1000);
    expect(totpCodeOf(SECRET, step, { digits: 8 })).toBe(sha1);
    expect(totpCodeOf(ascii('1234567890', 32), step, { digits: 8, algorithm: 'sha256' })).toBe(sha256);
    expect(totpCodeOf(ascii('1234567890', 64), step, { digits: 8, algorithm: 'sha512' })).toBe(sha512);
  });

  test('is taken in its 30 seconds and those beside them, typed with or without a gap', () => {
    const now = 1_234_567_890_000;
    const code = totpCodeOf(SECRET, totpStepAt(now));
    for (const shift of [0, -30_000, 30_000]) expect(totpStepOfCode(SECRET, code, now + shift)).toBe(totpStepAt(now));
    for (const shift of [-60_000, 60_000]) expect(totpStepOfCode(SECRET, code, now + shift)).toBeNull();
    expect(totpStepOfCode(SECRET, `${code.slice(0, 3)} ${code.slice(3)}`, now)).toBe(totpStepAt(now));
  });

  test.each(['', '12345', '1234567', 'abcdef', '٠٠٠٠٠٠', ' '.repeat(2_000)])('is not %j', (typed) => {
    expect(totpStepOfCode(SECRET, typed, 1_234_567_890_000)).toBeNull();
  });
});

describe('a secret', () => {
  test.each([
    ['f', 'MY'],
    ['fo', 'MZXQ'],
    ['foo', 'MZXW6'],
    ['foob', 'MZXW6YQ'],
    ['fooba', 'MZXW6YTB'],
    ['foobar', 'MZXW6YTBOI'],
  ])('%s is typed as RFC 4648 says, without padding: %s', (text, typed) => {
    expect(base32(Buffer.from(text))).toBe(typed);
  });

  test('is told to an app with whose account it is, and where', () => {
    const uri = new URL(authenticatorUri(SECRET, { issuer: 'Stillwater & Garden', account: 'mei lim' }));
    expect([uri.protocol, uri.host, decodeURIComponent(uri.pathname)]).toEqual([
      'otpauth:',
      'totp',
      '/Stillwater & Garden:mei lim',
    ]);
    expect(Object.fromEntries(uri.searchParams)).toEqual({
      secret: base32(SECRET),
      issuer: 'Stillwater & Garden',
      algorithm: 'SHA1',
      digits: '6',
      period: '30',
    });
    expect(uri.href).not.toContain('+');
  });
});
