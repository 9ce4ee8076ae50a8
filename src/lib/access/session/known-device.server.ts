import { createHmac, timingSafeEqual } from 'node:crypto';
import type { AstroCookies } from 'astro';
import { v7 as uuid } from 'uuid';
import { config } from '#lib/process/config/config.server.ts';
import { COOKIE, cookieNamed } from '#lib/process/http/cookies.server.ts';

/** A browser in which people have proved who they are: its id, and the ids of those people, the latest first. */
export interface KnownDevice {
  id: string;
  people: string[];
  /** Milliseconds since 1970; it is a stranger again after that. */
  until: number;
}

export const DEVICE_COOKIE = cookieNamed('garden_device');
const KNOWN_DAYS = 365;
/** A shared desk knows this many people. */
const MOST_PEOPLE = 10;

/** The device that a request comes from; null for one that nobody has signed in on, or whose cookie is not ours. */
export function knownDevice(cookies: AstroCookies): KnownDevice | null {
  const [payload = '', signature = ''] = (cookies.get(DEVICE_COOKIE)?.value ?? '').split('.');
  const [given, right] = [Buffer.from(signature), Buffer.from(signatureOf(payload))];
  if (given.length !== right.length || !timingSafeEqual(given, right)) return null;
  const device = JSON.parse(Buffer.from(payload, 'base64url').toString()) as KnownDevice;
  return device.until > Date.now() ? device : null;
}

/** Makes the browser a known device of a person who has just proved who they are. It gives no right: see sign-in-limits. */
export function rememberDevice(cookies: AstroCookies, personId: string): void {
  const known = knownDevice(cookies);
  const device: KnownDevice = {
    id: known?.id ?? uuid(),
    people: [personId, ...(known?.people ?? []).filter((id) => id !== personId)].slice(0, MOST_PEOPLE),
    until: Date.now() + KNOWN_DAYS * 86_400_000,
  };
  const payload = Buffer.from(JSON.stringify(device)).toString('base64url');
  cookies.set(DEVICE_COOKIE, `${payload}.${signatureOf(payload)}`, { ...COOKIE, maxAge: KNOWN_DAYS * 86_400 });
}

const signatureOf = (payload: string): string =>
  createHmac('sha256', `known-device:${config.appSecret}`).update(payload).digest('base64url');
