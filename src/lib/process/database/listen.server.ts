import pg from 'pg';
import { config } from '#lib/process/config/config.server.ts';
import { log } from '#lib/process/config/log.server.ts';
import { overReloads } from '#lib/process/config/over-reloads.ts';

/** The payload of a notification; null when some may have been missed: at the beginning and after an interruption. */
export type Listener = (payload: string | null) => void;

const RETRY_MS = 1_000;
/** A database that is restarting is not worth a warning; one that stays away is. */
const QUIET_TRIES = 5;

interface Ear {
  channels: Map<string, Listener>;
  stopLoop?: () => Promise<void>;
  client?: pg.Client;
}

const ear = overReloads(import.meta.hot, 'ear', (): Ear => ({ channels: new Map() }));

/**
 * Calls `hear` with every notification on a channel of the database (`pg_notify`), from any process, once
 * `startListening` was called; `isListening` tells whether notifications arrive now. A channel has one listener.
 */
export function listenTo(channel: string, hear: Listener): void {
  const known = ear.channels.has(channel);
  ear.channels.set(channel, hear);
  if (!known) ear.client?.query(`listen ${pg.escapeIdentifier(channel)}`).catch(() => ear.client?.end());
}

/** Whether every notification from now on will arrive. */
export function isListening(): boolean {
  return ear.client !== undefined;
}

/**
 * Keeps one connection open for notifications for as long as the process runs, and reopens it when it breaks. Does not
 * keep the process alive. The returned function stops it. Calling it again has no effect.
 */
export function startListening(): () => Promise<void> {
  if (ear.stopLoop) return ear.stopLoop;
  let stopped = false;
  const loop = (async () => {
    for (let tries = 0; !stopped; tries += 1) {
      const heard = await listenOnce(() => stopped).catch((error: unknown) => {
        if (tries >= QUIET_TRIES) log.warn({ err: error }, 'changes of other processes are not heard');
        return false;
      });
      if (heard) tries = 0;
      if (!stopped) await new Promise((resolve) => setTimeout(resolve, RETRY_MS).unref());
    }
  })();
  ear.stopLoop = async () => {
    stopped = true;
    ear.stopLoop = undefined;
    await ear.client?.end();
    await loop;
  };
  return ear.stopLoop;
}

/** Resolves when the connection ends; rejects when it could not be opened. */
async function listenOnce(isStopped: () => boolean): Promise<true> {
  const own = new pg.Client({
    connectionString: config.databaseUrl,
    keepAlive: true,
    application_name: 'garden: listening',
  });
  const ended = new Promise<void>((resolve) => own.once('end', () => resolve()));
  own.on('error', () => {});
  own.on('notification', ({ channel, payload }) => dispatch(channel, payload ?? ''));
  try {
    await own.connect();
    (own as unknown as { connection: { stream: { unref?(): void } } }).connection.stream.unref?.();
    for (const channel of ear.channels.keys()) await own.query(`listen ${pg.escapeIdentifier(channel)}`);
    if (isStopped()) return true;
    ear.client = own;
    for (const channel of ear.channels.keys()) dispatch(channel, null);
    await ended;
    return true;
  } finally {
    ear.client = undefined;
    await own.end().catch(() => {});
  }
}

function dispatch(channel: string, payload: string | null): void {
  ear.channels.get(channel)?.(payload);
}
