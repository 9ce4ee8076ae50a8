import { createServer, type RequestListener, type Server } from 'node:http';
import { REQUEST_TIMEOUT_MS } from '#lib/values/constants.ts';
import { sleep } from '#lib/process/config/processes.server.ts';
import { StartRefused } from '#lib/values/start-refused.ts';

/** The port the app listens on. Until a handler is set it answers that the app is starting. */
export interface OpenPort {
  port: number;
  /** Whether it is about to close: clients with open connections should look for another process. */
  isClosing(): boolean;
  answerWith(listener: RequestListener): void;
  /**
   * Goes on answering for `drainMs`, so that a proxy can switch to another process, then takes no more requests, lets
   * those under way finish (ten seconds at most) and closes.
   */
  close(drainMs?: number): Promise<void>;
}

const HEADERS_TIMEOUT_MS = 20_000;
/** Longer than the idle time of common proxies, so that a proxy never sends on a connection that is just closing. */
const KEEP_ALIVE_MS = 65_000;
const FINISH_MS = 10_000;

/** Opens a port; 0 takes any free one. Throws StartRefused when it is taken. */
export async function openPort({ host, port: wanted }: { host: string; port: number }): Promise<OpenPort> {
  let listener: RequestListener = starting;
  let closing = false;
  let port = wanted;
  const servers: Server[] = [];
  for (const address of host === 'localhost' ? ['127.0.0.1', '::1'] : [host]) {
    const server = createServer(
      { requestTimeout: REQUEST_TIMEOUT_MS, headersTimeout: HEADERS_TIMEOUT_MS },
      (request, response) => listener(request, response),
    );
    server.keepAliveTimeout = KEEP_ALIVE_MS;
    if (!(await listens(server, address, port))) continue;
    servers.push(server);
    port = portOf(server);
  }
  return {
    port,
    isClosing: () => closing,
    answerWith: (next) => void (listener = next),
    async close(drainMs = 0) {
      closing = true;
      if (drainMs > 0) await sleep(drainMs);
      await Promise.all(servers.map(end));
    },
  };
}

/** While the pages are loaded and the tables are migrated, which may take long: alive, but not ready. */
const starting: RequestListener = (request, response) => {
  const isAlive = request.url === '/healthz';
  const headers = {
    'content-type': 'text/plain; charset=utf-8',
    'cache-control': 'no-store',
    ...(!isAlive && { 'retry-after': '2' }),
  };
  response.writeHead(isAlive ? 200 : 503, headers).end(isAlive ? 'ok\n' : 'starting\n');
};

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

function end(server: Server): Promise<void> {
  return new Promise((resolve) => {
    const impatience = setTimeout(() => server.closeAllConnections(), FINISH_MS);
    server.close(() => {
      clearTimeout(impatience);
      resolve();
    });
    server.closeIdleConnections();
  });
}
