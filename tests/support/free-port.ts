import { createServer } from 'node:net';

/** The ports that tests take: below those that the system gives out by itself (from 32768), which clients use. */
const FIRST = 20_000;
const COUNT = 12_000;

/**
 * Where this process looks next. Asking the system for a free port gives two processes the same one now and then, since
 * it is free again until the application listens on it; so each process begins at a place of its own.
 */
let next = (process.pid * 97) % COUNT;

/** A port of this machine that nobody listens on at this moment, and that no other process of the tests is given. */
export async function freePort(): Promise<number> {
  for (;;) {
    const port = FIRST + next;
    next = (next + 1) % COUNT;
    if (await isFree(port)) return port;
  }
}

function isFree(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const server = createServer();
    server.once('error', () => resolve(false));
    server.listen(port, '127.0.0.1', () => server.close(() => resolve(true)));
  });
}
