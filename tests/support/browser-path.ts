import { spawnSync } from 'node:child_process';
import { accessSync, constants } from 'node:fs';
import { delimiter, join } from 'node:path';

/** Switches for a browser without a screen, without the network's surprises, and able to run as root. */
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
const MISSING =
  'No Chromium was found and none could be installed. Install it (on Debian: apt-get install chromium), ' +
  'or set CHROMIUM_PATH to the one you have.';

/** An installed Chromium: that of CHROMIUM_PATH, else the machine's; undefined when there is none. */
export function browserPath(): string | undefined {
  const named = process.env.CHROMIUM_PATH;
  if (named) return named;
  const folders = ['/usr/bin', ...(process.env.PATH ?? '').split(delimiter)];
  const places = NAMES.flatMap((name) => folders.map((folder) => join(folder, name)));
  return places.find(isExecutable);
}

/** An installed Chromium, installed now from Debian's packages when there is none. Throws a sentence when it cannot. */
export function browserPathOrInstall(): string {
  const found = browserPath() ?? install();
  if (!found) throw new Error(MISSING);
  return found;
}

function install(): string | undefined {
  console.log('Installing Chromium with apt-get …');
  const asRoot = process.getuid?.() === 0 ? [] : ['sudo', '-n'];
  const done = apt([...asRoot, 'apt-get', 'update']) && apt([...asRoot, 'apt-get', 'install', '-y', '--no-install-recommends', 'chromium']);
  return done ? browserPath() : undefined;
}

function apt([program = '', ...args]: string[]): boolean {
  const { status, stdout, stderr } = spawnSync(program, args, {
    encoding: 'utf8',
    env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' },
  });
  if (status !== 0) console.error(`${stdout ?? ''}${stderr ?? ''}`.trim().split('\n').slice(-5).join('\n'));
  return status === 0;
}

function isExecutable(path: string): boolean {
  try {
    accessSync(path, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}
