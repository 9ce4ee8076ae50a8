import { collectDefaultMetrics, Counter, Gauge, Histogram, Registry } from 'prom-client';
import type pg from 'pg';

/** The metrics of a process. */
interface Measured {
  registry: Registry;
  requests: Counter;
  seconds: Histogram;
  underWay: Gauge;
  rateLimited: Counter;
  signInFailures: Counter;
  jobRuns: Counter;
  pools: Set<pg.Pool>;
  /** The values that a label has taken so far. */
  seen: Map<string, Set<string>>;
}

/**
 * Maximum number of values of a label: more than there are routes. Further values are counted together, so that no
 * visitor can fill the memory.
 */
const MOST_VALUES = 1_000;
const SECONDS = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10];
const PLACE = Symbol.for('app.measured');

/** The built pages and the server around them have modules of their own, in one process: both count here. */
const measured: Measured = ((globalThis as { [PLACE]?: Measured })[PLACE] ??= make());

/** Everything that was counted, for Prometheus. */
export const { registry } = measured;

/** Starts measuring the process itself: processor, memory, event loop, garbage collection. */
export function startMeasuring(): void {
  if (!registry.getSingleMetric('process_cpu_seconds_total')) collectDefaultMetrics({ register: registry });
}

/** How a request was answered. `route` is a pattern, never an address, which may contain ids. */
export interface Answered {
  method: string;
  route: string;
  /** 'interrupted' when the client disconnected first. */
  status: string;
  seconds: number;
}

export function requestBegan(): void {
  measured.underWay.inc();
}

export function requestEnded({ method, route, status, seconds }: Answered): void {
  const labels = { method, route: bounded('route', route) };
  measured.underWay.dec();
  measured.requests.inc({ ...labels, status });
  measured.seconds.observe(labels, seconds);
}

/** A rate limit was reached. */
export function limitReached(limit: string): void {
  measured.rateLimited.inc({ limit: bounded('limit', limit) });
}

/** A sign-in or identity check failed; the reason is the refusal's code. */
export function signInFailed(reason: string): void {
  measured.signInFailures.inc({ reason: bounded('reason', reason) });
}

/** A run of a job has ended in this process. */
export function jobRan(job: string, outcome: string): void {
  measured.jobRuns.inc({ job: bounded('job', job), outcome });
}

/** Counts the connections of a pool from now on. */
export function measurePool(pool: pg.Pool): void {
  measured.pools.add(pool);
}

function bounded(label: string, value: string): string {
  const seen = measured.seen.get(label) ?? new Set<string>();
  measured.seen.set(label, seen);
  if (seen.size < MOST_VALUES) seen.add(value);
  return seen.has(value) ? value : 'other';
}

function make(): Measured {
  const registers = [new Registry()];
  const pools = new Set<pg.Pool>();
  const sum = (count: (pool: pg.Pool) => number) => [...pools].reduce((total, pool) => total + count(pool), 0);
  new Gauge({
    name: 'garden_database_connections',
    help: 'Connections of this process to the database.',
    labelNames: ['state'],
    registers,
    collect() {
      this.set(
        { state: 'used' },
        sum(({ totalCount, idleCount }) => totalCount - idleCount),
      );
      this.set(
        { state: 'idle' },
        sum(({ idleCount }) => idleCount),
      );
    },
  });
  new Gauge({
    name: 'garden_database_waiting',
    help: 'Statements of this process that wait for a connection.',
    registers,
    collect() {
      this.set(sum(({ waitingCount }) => waitingCount));
    },
  });
  return {
    registry: registers[0]!,
    pools,
    seen: new Map(),
    requests: new Counter({
      name: 'garden_http_requests_total',
      help: 'Requests answered, by the pattern of their route.',
      labelNames: ['method', 'route', 'status'],
      registers,
    }),
    seconds: new Histogram({
      name: 'garden_http_request_duration_seconds',
      help: 'Time until a request was answered.',
      labelNames: ['method', 'route'],
      buckets: SECONDS,
      registers,
    }),
    underWay: new Gauge({
      name: 'garden_http_requests_under_way',
      help: 'Requests that are being answered.',
      registers,
    }),
    rateLimited: new Counter({
      name: 'garden_rate_limit_refusals_total',
      help: 'Requests refused since a limit was used up.',
      labelNames: ['limit'],
      registers,
    }),
    signInFailures: new Counter({
      name: 'garden_sign_in_failures_total',
      help: 'Tries to sign in, or to prove who one is, that were refused.',
      labelNames: ['reason'],
      registers,
    }),
    jobRuns: new Counter({
      name: 'garden_job_runs_total',
      help: 'Runs of jobs that ended in this process.',
      labelNames: ['job', 'outcome'],
      registers,
    }),
  };
}
