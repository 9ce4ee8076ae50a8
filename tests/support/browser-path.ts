import { accessSync, constants } from 'node:fs';
import { delimiter, join } from 'node:path';
import { installWithApt, unpackFromDebian } from './browser-install.ts';

/** Switches for a headless browser, without background network traffic, and able to run as root. */
export const browserArguments = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
];

const NAMES = ['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable'];
/** Where an ordinary user's own Chromium is unpacked; gone with the next `npm ci`. */
const UNPACKED = join(import.meta.dirname, '../../node_modules/.cache/chromium');
const MISSING =
  'No Chromium was found and none could be installed. Install it (on Debian: apt-get install chromium), ' +
  'or set CHROMIUM_PATH to the one you have.';

/** An installed Chromium: that of CHROMIUM_PATH, else the machine's, else one unpacked before; undefined when there is none. */
export function browserPath(): string | undefined {
  const named = process.env.CHROMIUM_PATH;
  if (named) return named;
  const folders = ['/usr/bin', ...(process.env.PATH ?? '').split(delimiter)];
  const places = NAMES.flatMap((name) => folders.map((folder) => join(folder, name)));
  return [...places, join(UNPACKED, 'chromium')].find(isExecutable);
}

/** An installed Chromium, installed now from Debian's packages when there is none. Throws a sentence when it cannot. */
export function browserPathOrInstall(): string {
  const found = browserPath() ?? install();
  if (!found) throw new Error(MISSING);
  return found;
}

function install(): string | undefined {
  console.log('Installing Chromium from Debian’s packages …');
  if (installWithApt()) return browserPath();
  console.log('Not for everybody on this machine; unpacking it into the project instead …');
  return unpackFromDebian(UNPACKED);
}

function isExecutable(path: string): boolean {
  try {
    accessSync(path, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}
