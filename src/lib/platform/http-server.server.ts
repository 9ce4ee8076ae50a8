import compression from 'compression';
import { createServer, type IncomingMessage, type RequestListener, type Server, type ServerResponse, STATUS_CODES } from 'node:http';
import { REQUEST_TIMEOUT_MS } from '#lib/kernel/constants.ts';
import { countBody, refuseLargeBody } from './http-body-limit.server.ts';
import { setSecurityHeaders } from './http-headers.server.ts';
import { loggablePath, requestIdOf, seeThroughProxy, unsound } from './http-request.server.ts';
import { type Keep, keptPages } from './kept-pages.server.ts';
import { log } from './log.server.ts';
import { StartRefused } from './start-refused.ts';
import { staticFiles } from './static-files.server.ts';

/** What `dist/server/entry.mjs` exports: answers every address, unknown ones with the product's own 404 page. */
export type PageHandler = (
  request: IncomingMessage,
  response: ServerResponse,
  next: undefined,
  locals: { requestId: string; keep?: Keep | undefined; actor?: { type: string; id: string }; statements?: { count: number } },
) => void | Promise<void>;

export interface ServeOptions {
  pages: PageHandler;
  /** The folder of built scripts, styles and public files. */
  clientFolder: string;
  /** Whether the database answers. */
  isReady: () => Promise<boolean>;
  host: string;
  /** 0 takes any free one. */
  port: number;
}

export interface GardenServer {
  port: number;
  /** Takes no more requests, lets those under way finish (ten seconds at most) and ends. */
  close(): Promise<void>;
}

const HEADERS_TIMEOUT_MS = 20_000;
/** Longer than the idle time of common proxies, so that a proxy never sends on a connection that is just closing. */
const KEEP_ALIVE_MS = 65_000;
const FINISH_MS = 10_000;

/** Serves the built product. Throws StartRefused when the port is taken. */
export async function serve(options: ServeOptions): Promise<GardenServer> {
  const state = { ending: false };
  const listener = requestListener(options, state);
  const servers: Server[] = [];
  let { port } = options;
  for (const host of options.host === 'localhost' ? ['127.0.0.1', '::1'] : [options.host]) {
    const server = createServer({ requestTimeout: REQUEST_TIMEOUT_MS, headersTimeout: HEADERS_TIMEOUT_MS }, listener);
    server.keepAliveTimeout = KEEP_ALIVE_MS;
    if (!(await listens(server, host, port))) continue;
    servers.push(server);
    port = portOf(server);
  }
  return {
    port,
    async close() {
      state.ending = true;
      await Promise.all(servers.map(end));
    },
  };
}

function requestListener({ pages, clientFolder, isReady }: ServeOptions, state: { ending: boolean }): RequestListener {
  const compress = compression({ filter: mayCompress }) as unknown as (
    request: IncomingMessage,
    response: ServerResponse,
    next: () => void,
  ) => void;
  const sendFile = staticFiles(clientFolder);
  const kept = keptPages();

  return (request, response) => {
    const requestId = requestIdOf(request);
    const locals: Parameters<PageHandler>[3] = { requestId };
    request.headers['x-request-id'] = requestId;
    response.setHeader('x-request-id', requestId);
    setSecurityHeaders(response);
    if (state.ending) response.setHeader('connection', 'close');
    logWhenDone(request, response, locals);

    const refused = unsound(request);
    if (refused) return answer(response, refused, `${STATUS_CODES[refused]}, request ${requestId}`);
    if (request.url === '/healthz') return answer(response, 200, 'ok');
    if (request.url === '/readyz') return void readiness(response, state, isReady);
    if (sendFile(request, response) || kept.send(request, response)) return;
    compress(request, response, () => void page().catch(fail));

    async function page(): Promise<void> {
      response.setHeader('cache-control', 'no-store');
      if (await refuseLargeBody(request, response, requestId)) return;
      countBody(request, response);
      seeThroughProxy(request);
      locals.keep = kept.keeperFor(request);
      await pages(request, response, undefined, locals);
    }

    function fail(error: unknown): void {
      log.error({ err: error, requestId }, 'unexpected failure');
      if (response.headersSent) response.destroy();
      else answer(response, 500, `Server error, request ${requestId}`);
    }
  };
}

/** Not what the browser reads bit by bit, and not a part of a file. */
function mayCompress(request: IncomingMessage, response: ServerResponse): boolean {
  if (request.headers.range || /event-stream/.test(String(response.getHeader('content-type')))) return false;
  return compression.filter(request as never, response as never);
}

async function readiness(response: ServerResponse, state: { ending: boolean }, isReady: () => Promise<boolean>): Promise<void> {
  const ready = !state.ending && (await isReady().catch(() => false));
  answer(response, ready ? 200 : 503, ready ? 'ready' : 'not ready');
}

function answer(response: ServerResponse, status: number, text: string): void {
  response.writeHead(status, { 'content-type': 'text/plain; charset=utf-8', 'cache-control': 'no-store' }).end(`${text}\n`);
}

function logWhenDone(request: IncomingMessage, response: ServerResponse, locals: Parameters<PageHandler>[3]): void {
  const began = performance.now();
  const path = loggablePath(request);
  response.once('close', () => {
    const { statusCode: status } = response;
    const line = {
      requestId: locals.requestId,
      method: request.method,
      path,
      status,
      ms: Math.round(performance.now() - began),
      ...(locals.actor?.type === 'user' && { userId: locals.actor.id }),
      ...(locals.statements && { statements: locals.statements.count }),
      ...(!response.writableFinished && { interrupted: true }),
    };
    log[levelOf(path, status)](line, 'request');
  });
}

function levelOf(path: string, status: number): 'debug' | 'info' | 'error' {
  if (status >= 500 && path !== '/readyz') return 'error';
  return path.startsWith('/_astro/') || path === '/healthz' || path === '/readyz' ? 'debug' : 'info';
}

/** False for an address that this machine does not have, as `::1` where IPv6 is off. */
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
  if (code === 'EADDRINUSE') return `Port ${port} of ${host} is taken by another program. Stop that one, or set PORT to another number.`;
  if (code === 'EACCES') return `Port ${port} may not be used by this user. Set PORT to a number above 1023.`;
  return `The garden cannot listen on ${host}, port ${port}: ${message}. Check HOST and PORT.`;
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
