/**
 * Run it after every `npm install`: npm leaves a package for another platform out of package-lock.json when the
 * registry at hand does not have it, and then refuses the lock file in `npm ci`. This adds them again.
 */
import { readFileSync, writeFileSync } from 'node:fs';

interface Locked {
  version?: string;
  optional?: boolean;
  cpu?: string[];
  libc?: string[];
  os?: string[];
  optionalDependencies?: Record<string, string>;
}

const SYSTEMS = [
  'android',
  'darwin',
  'freebsd',
  'linux',
  'netbsd',
  'openbsd',
  'openharmony',
  'sunos',
  'win32',
  'windows',
];
const PROCESSORS = ['arm', 'arm64', 'ia32', 'loong64', 'ppc64', 'riscv64', 's390x', 'wasm32', 'x64'];

const lock = JSON.parse(readFileSync('package-lock.json', 'utf8')) as { packages: Record<string, Locked> };
const missing = missingPackages(lock.packages);
const { '': root, ...packages } = { ...lock.packages, ...missing };
const sorted = Object.entries(packages).sort(([one], [other]) => (one < other ? -1 : 1));
writeFileSync(
  'package-lock.json',
  `${JSON.stringify({ ...lock, packages: { '': root, ...Object.fromEntries(sorted) } }, null, 2)}\n`,
);
console.log(`${Object.keys(missing).length} packages of other platforms added to package-lock.json.`);

function missingPackages(locked: Record<string, Locked>): Record<string, Locked> {
  const wanted = Object.values(locked).flatMap(({ optionalDependencies }) =>
    Object.entries(optionalDependencies ?? {}),
  );
  const places = Object.keys(locked);
  const absent = wanted.filter(([name]) => !places.some((place) => place.endsWith(`node_modules/${name}`)));
  return Object.fromEntries(absent.map(([name, range]) => [`node_modules/${name}`, forPlatform(name, range)]));
}

/** The platform is part of the name, as in '@oxlint/binding-linux-arm64-musl'. */
function forPlatform(name: string, range: string): Locked {
  const words = name.split(/[-/]/);
  const os = SYSTEMS.filter((system) => words.includes(system)).map((system) =>
    system === 'windows' ? 'win32' : system,
  );
  const cpu = PROCESSORS.filter((processor) => words.includes(processor));
  const libc = words.some((word) => word.startsWith('musl')) ? ['musl'] : ['glibc'];
  return {
    version: range.replace(/^[\^~]/, ''),
    optional: true,
    ...(cpu.length > 0 && { cpu }),
    ...(os.includes('linux') && { libc }),
    ...(os.length > 0 && { os }),
  };
}
