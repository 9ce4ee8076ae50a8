import { spawn } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { unpackPackages } from './browser-install.ts';
import { startRoundRobin } from './round-robin.ts';

/** The proxies of docs/operation.md, with what is written there about each. */
export const documentedProxies = ['nginx', 'caddy'] as const;
type ProxyName = (typeof documentedProxies)[number];

export interface Proxy {
  /** The program itself; false where it cannot be had, and a small one of the same behaviour stands in. */
  isReal: boolean;
  close(): Promise<void>;
}

const project = join(import.meta.dirname, '../..');
/** Debian's, not installed: nothing else on this machine may start to serve. Gone with the next `npm ci`. */
const UNPACKED = join(project, 'node_modules/.cache/proxies');

/** Makes both programs available to the tests that follow, where Debian's packages can be had. */
export function installProxies(): void {
  if (documentedProxies.every(programOf)) return;
  console.log('Unpacking nginx and Caddy from Debian’s packages …');
  if (!unpackPackages(UNPACKED, ['nginx', 'caddy'])) rmSync(UNPACKED, { recursive: true, force: true });
}

/** Starts the proxy `name` on `port` as docs/operation.md sets it up, in front of the apps at `upstreams`. */
export async function startProxy(name: ProxyName, port: number, upstreams: [number, number]): Promise<Proxy> {
  const program = programOf(name);
  if (!program) return { isReal: false, close: (await startRoundRobin(upstreams, port)).close };
  const folder = mkdtempSync(join(tmpdir(), `garden-${name}-`));
  mkdirSync(join(folder, 'logs'));
  const file = join(folder, 'proxy.conf');
  writeFileSync(file, { nginx: nginxSettings, caddy: caddySettings }[name](documented(name, upstreams), port, folder));
  const args = { nginx: ['-p', folder, '-c', file], caddy: ['run', '--adapter', 'caddyfile', '--config', file] }[name];
  const child = spawn(program, args, { stdio: ['ignore', 'pipe', 'pipe'], env: { ...process.env, HOME: folder } });
  let printed = '';
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (text) => (printed += text));
  const ended = new Promise((resolve) => child.on('exit', resolve));
  const close = async () => {
    child.kill('SIGTERM');
    await ended;
    rmSync(folder, { recursive: true, force: true });
  };
  for (let tries = 0; tries < 100 && child.exitCode === null; tries += 1) {
    if (await fetch(`http://127.0.0.1:${port}/healthz`).catch(() => undefined)) return { isReal: true, close };
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
  await close();
  throw new Error(`${name} did not start:\n${printed}`);
}

/** What docs/operation.md says, for the ports of the test. */
function documented(name: ProxyName, [first, second]: [number, number]): string {
  const [, settings] = new RegExp(`\`\`\`${name}\n(.*?)\`\`\``, 's').exec(
    readFileSync(join(project, 'docs/operation.md'), 'utf8'),
  )!;
  return settings!.replace('127.0.0.1:4321', `127.0.0.1:${first}`).replace('127.0.0.1:4322', `127.0.0.1:${second}`);
}

/** Without TLS, and in the foreground in a folder of its own. */
function nginxSettings(settings: string, port: number, folder: string): string {
  const places = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'];
  return `daemon off; pid ${folder}/pid; error_log stderr warn;
    ${process.getuid?.() === 0 ? 'user root;' : ''}
    events { worker_connections 512; }
    http { access_log off; ${places.map((place) => `${place}_temp_path ${folder}/${place};`).join(' ')}
    ${settings.replace('listen 443 ssl', `listen 127.0.0.1:${port}`).replace('server_name garden.example', 'server_name localhost')} }`;
}

function caddySettings(settings: string, port: number): string {
  return `{\n admin off\n auto_https off\n}\n${settings.replace('garden.example', `http://localhost:${port}, http://127.0.0.1:${port}`)}`;
}

function programOf(name: ProxyName): string | undefined {
  const places = [
    '/usr/sbin',
    '/usr/bin',
    '/usr/local/bin',
    ...['usr/sbin', 'usr/bin'].map((at) => join(UNPACKED, 'root', at)),
  ];
  return places.map((place) => join(place, name)).find(existsSync);
}
