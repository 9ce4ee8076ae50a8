import compression from 'compression';
import { type IncomingMessage, type RequestListener, type ServerResponse, STATUS_CODES } from 'node:http';
import { countBody, refuseLargeBody } from './body-limit.server.ts';
import { setSecurityHeaders } from './headers.server.ts';
import { loggablePath, METHODS, requestIdOf, applyForwardedHeaders, invalidStatus } from './request.server.ts';
import { cachedPages } from './cached-pages.server.ts';
import { log } from '#lib/process/config/log.server.ts';
import { overdueJobs } from '#lib/process/metrics/app-figures.server.ts';
import { requestBegan, requestEnded } from '#lib/process/instrumentation/measured.server.ts';
import { metrics, type MetricsAnswer } from '#lib/process/metrics/metrics.server.ts';
import { requestUnderWay, type UnderWay } from './request-under-way.server.ts';
import { staticFiles } from './static-files.server.ts';

/** The export of `dist/server/entry.mjs`: answers every address, unknown ones with our own 404 page. */
export type PageHandler = (
  request: IncomingMessage,
  response: ServerResponse,
  next: undefined,
  locals: UnderWay,
) => void | Promise<void>;

export interface ServeOptions {
  pages: PageHandler;
  /** The folder of built scripts, styles and public files. */
  clientFolder: string;
  /** Why it cannot work now: the database does not answer, the disk is full; null when it can. */
  notReady: () => Promise<string | null>;
  /** Whether the process is about to stop. */
  isClosing: () => boolean;
}

/** Routes, for the metrics, of requests that reach no page: built and public files, and early refusals. */
const FILES = '(files)';
const REFUSED = '(refused)';
const QUIET = new Set(['/healthz', '/readyz', '/metrics']);

/** Answers requests once the app has started. */
export function requestListener({ pages, clientFolder, notReady, isClosing }: ServeOptions): RequestListener {
  const compress = compression({ filter: mayCompress }) as unknown as (
    request: IncomingMessage,
    response: ServerResponse,
    next: () => void,
  ) => void;
  const sendFile = staticFiles(clientFolder);
  const cache = cachedPages();
  const ownAddresses = new Map<
    string | undefined,
    (request: IncomingMessage, response: ServerResponse) => Promise<void>
  >([
    ['/healthz', async (_, response) => answer(response, 200, 'ok')],
    ['/readyz', async (_, response) => sendReadiness(response, isClosing() ? 'about to stop' : await notReady())],
    ['/metrics', async (request, response) => sendMetrics(response, await metrics(request))],
  ]);

  return (request, response) => {
    const requestId = requestIdOf(request);
    const locals: UnderWay = { requestId };
    request.headers['x-request-id'] = requestId;
    response.setHeader('x-request-id', requestId);
    setSecurityHeaders(response);
    if (isClosing()) response.setHeader('connection', 'close');
    recordWhenDone(request, response, locals);

    const refused = invalidStatus(request);
    if (refused) return answer(response, refused, `${STATUS_CODES[refused]}, request ${requestId}`);
    const own = ownAddresses.get(request.url);
    if (own) locals.route = request.url;
    if (own) return compress(request, response, () => void own(request, response).catch(fail));
    locals.route = sendFile(request, response) ? FILES : cache.send(request, response);
    if (locals.route === undefined) compress(request, response, () => void page().catch(fail));

    async function page(): Promise<void> {
      response.setHeader('cache-control', 'no-store');
      if (await refuseLargeBody(request, response, requestId)) return;
      countBody(request, response);
      applyForwardedHeaders(request);
      callBack(response);
      locals.cachePage = cache.cachePageFor(request);
      await requestUnderWay.run(locals, () => pages(request, response, undefined, locals));
    }

    function fail(error: unknown): void {
      log.error({ err: error, requestId }, 'unexpected failure');
      if (response.headersSent) response.destroy();
      else answer(response, 500, `Server error, request ${requestId}`);
    }
  };
}

/**
 * Lets `write` call back, which the compression forgets: the framework ends an answer that broke in the middle of a page in
 * that callback, and without it the browser waited for the rest.
 */
function callBack(response: ServerResponse): void {
  const write = response.write as (chunk: unknown, encoding?: BufferEncoding) => boolean;
  response.write = ((chunk: unknown, ...more: unknown[]) => {
    const [encoding] = more.filter((one) => typeof one === 'string') as BufferEncoding[];
    const done = more.find((one) => typeof one === 'function') as (() => void) | undefined;
    const goesOn = write.call(response, chunk, encoding);
    if (done) setImmediate(done);
    return goesOn;
  }) as typeof response.write;
}

/** Neither responses that are streamed, nor ranges of a file. */
function mayCompress(request: IncomingMessage, response: ServerResponse): boolean {
  if (request.headers.range || /event-stream/.test(String(response.getHeader('content-type')))) return false;
  return compression.filter(...([request, response] as Parameters<typeof compression.filter>));
}

/** A late job does not make a process unfit to answer: it is only reported, for monitoring. */
async function sendReadiness(response: ServerResponse, reason: string | null): Promise<void> {
  if (reason !== null) return answer(response, 503, `not ready: ${reason}`);
  const overdue = await overdueJobs();
  const readiness = overdue.length > 0 ? `ready\noverdue jobs: ${overdue.join(', ')}` : 'ready';
  answer(response, 200, readiness);
}

function sendMetrics(response: ServerResponse, { status, headers, text }: MetricsAnswer): void {
  response.writeHead(status, { ...headers, 'cache-control': 'no-store' }).end(text);
}

function answer(response: ServerResponse, status: number, text: string): void {
  response
    .writeHead(status, { 'content-type': 'text/plain; charset=utf-8', 'cache-control': 'no-store' })
    .end(`${text}\n`);
}

function recordWhenDone(request: IncomingMessage, response: ServerResponse, locals: UnderWay): void {
  const began = performance.now();
  const path = loggablePath(request);
  requestBegan();
  response.once('close', () => {
    const { statusCode: status, writableFinished } = response;
    const ms = performance.now() - began;
    const method = METHODS.has(request.method ?? '') ? request.method! : 'other';
    requestEnded({
      method,
      route: locals.route ?? REFUSED,
      status: writableFinished ? String(status) : 'interrupted',
      seconds: ms / 1_000,
    });
    const line = {
      requestId: locals.requestId,
      method: request.method,
      path,
      status,
      ms: Math.round(ms),
      ...(locals.actor?.type === 'user' && { userId: locals.actor.id }),
      ...(locals.statements && { statements: locals.statements.count }),
      ...(!writableFinished && { interrupted: true }),
    };
    log[levelOf(path, status)](line, 'request');
  });
}

/** 503 is no mistake of ours: why somebody was asked to come back is said once, where it was noticed. */
function levelOf(path: string, status: number): 'debug' | 'info' | 'error' {
  if (status >= 500 && status !== 503) return 'error';
  return path.startsWith('/_astro/') || QUIET.has(path) ? 'debug' : 'info';
}
