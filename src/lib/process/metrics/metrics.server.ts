import { createHash, timingSafeEqual } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import { Gauge } from 'prom-client';
import { config } from '#lib/process/config/config.server.ts';
import { readAppFigures } from './app-figures.server.ts';
import { registry, startMeasuring } from '#lib/process/instrumentation/measured.server.ts';

export interface MetricsAnswer {
  status: 200 | 401 | 403 | 405;
  headers: Record<string, string>;
  text: string;
}

const PLAIN = { 'content-type': 'text/plain; charset=utf-8' };
/** Headers added by proxies. */
const FORWARDED = ['forwarded', 'via', 'x-forwarded-for', 'x-forwarded-host', 'x-forwarded-proto', 'x-real-ip'];
const LOOPBACK = /^(127\.|::1$|::ffff:127\.)/;
const HERE = /^(localhost|127\.\d+\.\d+\.\d+|\[::1\])$/;

/** Starts measuring this process; `version` is in its build info. */
export function startMetrics(version: string): void {
  startMeasuring();
  const build = new Gauge({
    name: 'garden_build_info',
    help: 'What runs: always 1.',
    labelNames: ['version', 'node'],
    registers: [registry],
  });
  build.set({ version, node: process.versions.node }, 1);
}

/** The response of `/metrics`, in the Prometheus text format, for permitted clients. */
export async function metrics(request: IncomingMessage): Promise<MetricsAnswer> {
  if (request.method !== 'GET' && request.method !== 'HEAD')
    return { status: 405, headers: { ...PLAIN, allow: 'GET, HEAD' }, text: 'Only GET.\n' };
  const refused = refusedTo(request);
  if (refused) return refused;
  await readAppFigures();
  return { status: 200, headers: { 'content-type': registry.contentType }, text: await registry.metrics() };
}

/**
 * With METRICS_TOKEN, anyone who presents it is answered. Without one only this machine is, and only while the app is
 * not published: behind a proxy on the same machine every visitor would seem to come from it, and not every proxy adds
 * headers.
 */
function refusedTo({ headers, socket }: IncomingMessage): MetricsAnswer | undefined {
  if (config.metricsToken !== undefined) {
    const given = /^Bearer (.+)$/i.exec(headers.authorization ?? '')?.[1] ?? '';
    return isSame(given, config.metricsToken)
      ? undefined
      : {
          status: 401,
          headers: { ...PLAIN, 'www-authenticate': 'Bearer' },
          text: 'The token of METRICS_TOKEN is asked for.\n',
        };
  }
  const isAlone =
    !config.trustProxy &&
    HERE.test(new URL(config.publicOrigin).hostname) &&
    HERE.test((headers.host ?? '').replace(/:\d+$/, ''));
  const isHere = LOOPBACK.test(socket.remoteAddress ?? '') && FORWARDED.every((name) => headers[name] === undefined);
  return isAlone && isHere
    ? undefined
    : {
        status: 403,
        headers: PLAIN,
        text: 'Without METRICS_TOKEN only the machine itself is answered, and only while the app is not published.\n',
      };
}

/** Constant time wherever the values differ, and whatever their lengths. */
function isSame(given: string, wanted: string): boolean {
  const digest = (text: string) => createHash('sha256').update(text).digest();
  return timingSafeEqual(digest(given), digest(wanted));
}
