import { spawnSync } from 'node:child_process';
import { globSync, mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

const DEBIAN = ['install', '-y', '--no-install-recommends'];

/**
 * Installs Debian's Chromium system-wide: as root, or where sudo needs no password. Returns whether it is installed
 * now.
 */
export function installWithApt(): boolean {
  const asRoot = process.getuid?.() === 0 ? [] : ['sudo', '-n'];
  return run([...asRoot, 'apt-get', 'update']) && run([...asRoot, 'apt-get', ...DEBIAN, 'chromium']);
}

/**
 * Unpacks Debian's Chromium, with the libraries this machine lacks, into a folder of the project, which an ordinary
 * user can do. Returns the program to start, or undefined when it is not available.
 */
export function unpackFromDebian(folder: string, status?: string): string | undefined {
  return unpackPackages(folder, ['chromium'], status) ? writeStarter(folder) : undefined;
}

/**
 * Unpacks packages of Debian, with those this machine lacks, into `root` of a folder, without installing them. `status`
 * is dpkg's list of installed packages. Returns whether they are there.
 */
export function unpackPackages(folder: string, names: string[], status = '/var/lib/dpkg/status'): boolean {
  const place = (name: string) => join(folder, name);
  rmSync(folder, { recursive: true, force: true });
  for (const name of ['lists/partial', 'archives/partial', 'root']) mkdirSync(place(name), { recursive: true });
  const own = Object.entries({
    'Dir::State': folder,
    'Dir::State::lists': place('lists'),
    'Dir::State::status': status,
    'Dir::Cache': folder,
    'Dir::Cache::archives': place('archives'),
    'Debug::NoLocking': '1',
    'APT::Sandbox::User': '',
  }).flatMap(([name, value]) => ['-o', `${name}=${value}`]);
  if (!run(['apt-get', ...own, 'update']) || !run(['apt-get', ...own, ...DEBIAN, '--download-only', ...names]))
    return false;
  const packages = globSync(place('archives/*.deb'));
  if (!packages.every((file) => run(['dpkg-deb', '-x', file, place('root')]))) return false;
  for (const name of ['lists', 'archives']) rmSync(place(name), { recursive: true });
  return true;
}

/** A program that finds the unpacked libraries, fonts and their settings beside it. */
function writeStarter(folder: string): string {
  const root = join(folder, 'root');
  const starter = join(folder, 'chromium');
  const libraries = ['usr/lib/*-linux-gnu*', 'lib/*-linux-gnu*'].flatMap((pattern) => globSync(join(root, pattern)));
  const environment = {
    LD_LIBRARY_PATH: libraries.join(':'),
    XDG_DATA_DIRS: `${join(root, 'usr/share')}:/usr/local/share:/usr/share`,
    ...(globSync(join(root, 'etc/fonts/fonts.conf')).length > 0 && { FONTCONFIG_PATH: join(root, 'etc/fonts') }),
  };
  const settings = Object.entries(environment).map(
    ([name, value]) => `export ${name}='${value.replaceAll("'", String.raw`'\''`)}'`,
  );
  const program = join(root, 'usr/lib/chromium/chromium').replaceAll("'", String.raw`'\''`);
  writeFileSync(starter, `#!/bin/sh\n${settings.join('\n')}\nexec '${program}' "$@"\n`, { mode: 0o755 });
  return starter;
}

function run([program = '', ...args]: string[]): boolean {
  const environment = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' };
  const { status, stdout, stderr, error } = spawnSync(program, args, { encoding: 'utf8', env: environment });
  if (status !== 0) console.error((error?.message ?? `${stdout}${stderr}`).trim().split('\n').slice(-5).join('\n'));
  return status === 0;
}
