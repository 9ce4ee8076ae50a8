import { createServer, type RequestListener, type Server } from 'node:http';
import { Server as NetServer } from 'node:net';
import { REQUEST_TIMEOUT_MS } from '#lib/values/constants.ts';
import { sleep } from '#lib/process/config/processes.server.ts';
import { StartRefused } from '#lib/process/config/start-refused.ts';

/** The port the app will listen on. It is opened when the app is ready, so that a proxy sends nothing to one that starts. */
export interface Port {
  port: number;
  /** Whether it is about to close: clients with open connections should look for another process. */
  isClosing(): boolean;
  /** Throws StartRefused when another program has taken the port meanwhile. */
  open(listener: RequestListener): Promise<void>;
  /**
   * Goes on answering for `drainMs`, so that a proxy can switch to another process. Then it takes no more connections:
   * where it was drained, open ones without a request stay open for a moment, because a proxy may be sending on one of
   * them. What is under way may finish, in ten seconds at most.
   */
  close(drainMs?: number): Promise<void>;
}

const HEADERS_TIMEOUT_MS = 20_000;
/** Longer than the idle time of common proxies, so that a proxy never sends on a connection that is just closing. */
const KEEP_ALIVE_MS = 65_000;
/** A proxy that was refused a connection has switched to another process, and sends on none of its idle ones either. */
const LINGER_MS = 1_000;
const FINISH_MS = 10_000;
/** A turn of the event loop in which nothing happened is shorter. */
const EMPTY_TURN_MS = 0.1;
const QUIET_MS = 5;
const QUIET_WITHIN_MS = 2_000;

/** The port of the settings, 0 for any free one, not opened yet. Throws StartRefused when it is taken. */
export async function choosePort(wanted: { host: string; port: number }): Promise<Port> {
  let closing = false;
  const tried = await listening(wanted, () => {});
  const port = portOf(tried[0]!);
  await Promise.all(tried.map((server) => end(server)));
  let servers: Server[] = [];
  let held: (() => void)[] | undefined;
  return {
    port,
    isClosing: () => closing,
    async open(listener) {
      const orLater: RequestListener = (request, response) => {
        if (held) held.push(() => listener(request, response));
        else listener(request, response);
      };
      if (!closing) servers = await listening({ ...wanted, port }, orLater);
    },
    async close(drainMs = 0) {
      closing = true;
      if (drainMs > 0) {
        await sleep(drainMs);
        held = [];
        await noneWaits(servers);
      }
      const ended = servers.map((server) => end(server, drainMs > 0 ? LINGER_MS : 0));
      for (const answer of held ?? []) answer();
      held = undefined;
      await Promise.all(ended);
    },
  };
}

async function listening({ host, port: wanted }: { host: string; port: number }, listener: RequestListener) {
  let port = wanted;
  const servers: Server[] = [];
  for (const address of host === 'localhost' ? ['127.0.0.1', '::1'] : [host]) {
    const server = createServer({ requestTimeout: REQUEST_TIMEOUT_MS, headersTimeout: HEADERS_TIMEOUT_MS }, listener);
    server.keepAliveTimeout = KEEP_ALIVE_MS;
    if (!(await listens(server, address, port))) continue;
    servers.push(server);
    port = portOf(server);
  }
  return servers;
}

/** False for an address that this machine does not have, such as `::1` where IPv6 is off. */
function listens(server: Server, host: string, port: number): Promise<boolean> {
  return new Promise((resolve, reject) => {
    server.once('error', (error: NodeJS.ErrnoException) => {
      if (host === '::1' && (error.code === 'EADDRNOTAVAIL' || error.code === 'EAFNOSUPPORT')) return resolve(false);
      reject(new StartRefused(cannotListen(error, host, port)));
    });
    server.listen(port, host, () => resolve(true));
  });
}

function cannotListen({ code, message }: NodeJS.ErrnoException, host: string, port: number): string {
  if (code === 'EADDRINUSE')
    return `Port ${port} of ${host} is taken by another program. Stop that one, or set PORT to another number.`;
  if (code === 'EACCES') return `Port ${port} may not be used by this user. Set PORT to a number above 1023.`;
  return `The app cannot listen on ${host}, port ${port}: ${message}. Check HOST and PORT.`;
}

function portOf(server: Server): number {
  const address = server.address();
  return typeof address === 'object' && address ? address.port : 0;
}

async function end(server: Server, lingerMs = 0): Promise<void> {
  // That of HTTP would close the idle connections at once.
  const ended = new Promise<void>((resolve) => NetServer.prototype.close.call(server, () => resolve()));
  if (lingerMs > 0) await Promise.race([ended, sleep(lingerMs)]);
  const impatience = setTimeout(() => server.closeAllConnections(), FINISH_MS);
  server.closeIdleConnections();
  await ended;
  clearTimeout(impatience);
}

/**
 * Waits, up to two seconds, until no connection has come for a moment; no request may begin meanwhile. Connections that the
 * kernel has made and the process has not taken yet (it takes one in a turn of the event loop) are reset when a port closes,
 * with the form that was sent on them, and a proxy may not send that again. Right after a short, empty turn there is none.
 */
async function noneWaits(servers: readonly Server[]): Promise<void> {
  const latest = performance.now() + QUIET_WITHIN_MS;
  let busy = performance.now();
  for (const server of servers) server.on('connection', () => (busy = performance.now()));
  for (let began = busy; began < latest; began = performance.now()) {
    await new Promise((resolve) => setImmediate(resolve));
    const ended = performance.now();
    if (ended - began > EMPTY_TURN_MS) busy = ended;
    else if (ended - busy > QUIET_MS) return;
  }
}
