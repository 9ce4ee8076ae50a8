import { log } from '#lib/process/config/log.server.ts';

/** Milliseconds after which an absence that lasts is said again. */
const AGAIN_MS = 60_000;

let saidAt: number | undefined;

/** Says once that the database is away, however many requests and rounds notice it; once more for each minute. */
export function logAway(error: unknown): void {
  if (saidAt !== undefined && Date.now() - saidAt < AGAIN_MS) return;
  saidAt = Date.now();
  log.error({ err: error }, 'the database is away: requests are answered with 503 until it is back');
}

/** Says that a database that was away answers again. */
export function logBack(): void {
  if (saidAt === undefined) return;
  saidAt = undefined;
  log.info('the database is back');
}
