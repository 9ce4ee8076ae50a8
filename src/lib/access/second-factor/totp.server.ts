/**
 * One-time codes of authenticator apps: RFC 6238 over RFC 4226, with parameters that every app supports (SHA-1, six
 * digits, 30 seconds).
 */
import { createHmac, timingSafeEqual } from 'node:crypto';

const STEP_SECONDS = 30;
const DIGITS = 6;
/** Bytes of a secret: the size of the hash (RFC 4226, section 4). */
export const SECRET_BYTES = 20;
const BASE32 = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567';

/** The code of a secret at a step (RFC 4226, section 5.3). */
export function totpCodeOf(secret: Buffer, step: number, { digits = DIGITS, algorithm = 'sha1' } = {}): string {
  const counter = Buffer.alloc(8);
  counter.writeBigUInt64BE(BigInt(step));
  const mac = createHmac(algorithm, secret).update(counter).digest();
  const number = mac.readUInt32BE(mac.at(-1)! & 0xf) & 0x7fffffff;
  return String(number % 10 ** digits).padStart(digits, '0');
}

/** The time step (30 seconds) of an instant (milliseconds). */
export function totpStepAt(instant: number): number {
  return Math.floor(instant / 1000 / STEP_SECONDS);
}

/**
 * The step whose code was typed: the current one, the one before or the one after, because clocks differ. Null when it
 * is none of them.
 */
export function totpStepOfCode(secret: Buffer, typed: string, instant: number): number | null {
  const code = Buffer.from(typed.replaceAll(/[\s-]/g, ''));
  const now = totpStepAt(instant);
  const fits = (step: number) => code.length === DIGITS && timingSafeEqual(code, Buffer.from(totpCodeOf(secret, step)));
  return [now, now - 1, now + 1].find(fits) ?? null;
}

/** Bytes in base32, which apps accept and people can type (RFC 4648). */
export function base32(bytes: Buffer): string {
  const bits = [...bytes].map((byte) => byte.toString(2).padStart(8, '0')).join('');
  return bits
    .match(/.{1,5}/g)!
    .map((group) => BASE32[Number.parseInt(group.padEnd(5, '0'), 2)])
    .join('');
}

/** The content of the QR code for an app: account, issuer and secret. */
export function authenticatorUri(secret: Buffer, { issuer, account }: { issuer: string; account: string }): string {
  const asked = new URLSearchParams({
    secret: base32(secret),
    issuer,
    algorithm: 'SHA1',
    digits: String(DIGITS),
    period: String(STEP_SECONDS),
  });
  return `otpauth://totp/${encodeURIComponent(issuer)}:${encodeURIComponent(account)}?${String(asked).replaceAll('+', '%20')}`;
}
