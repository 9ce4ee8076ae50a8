import { type ChildProcess, spawn } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

export interface RunningGarden {
  origin: string;
  dataDir: string;
  /** Of `npm start` itself. */
  process: ChildProcess;
  /** What it has printed so far. */
  output(): string;
  /** Resolves with the exit code. */
  ended: Promise<number | null>;
  stop(): Promise<void>;
}

const root = fileURLToPath(new URL('../..', import.meta.url));
const START_MS = 180_000;

/** `npm start` on `port`, with the demonstration garden in a directory of its own (removed when it stops). */
export async function startGarden(port: number, environment: Record<string, string> = {}): Promise<RunningGarden> {
  const own = mkdtempSync(join(tmpdir(), 'garden-built-'));
  const origin = `http://localhost:${port}`;
  const garden = launch(
    { PORT: `${port}`, DATA_DIR: own, PUBLIC_ORIGIN: origin, LOG_LEVEL: 'error', ...environment },
    origin,
    own,
  );
  const stop = async () => {
    await garden.stop();
    rmSync(own, { recursive: true, force: true });
  };
  if (!(await isReady(garden))) {
    await stop();
    throw new Error(`The garden did not start:\n${garden.output()}`);
  }
  return { ...garden, stop };
}

function launch(environment: Record<string, string>, origin: string, dataDir: string): RunningGarden {
  const { DATABASE_URL: _1, DATABASE_OWNER_URL: _2, APP_SECRET: _3, NODE_ENV: _4, ...inherited } = process.env;
  const child = spawn(process.execPath, [join(root, 'scripts/start.ts')], {
    cwd: root,
    env: { ...inherited, ...environment },
  });
  let printed = '';
  child.stdout.on('data', (text) => (printed += text));
  child.stderr.on('data', (text) => (printed += text));
  const ended = new Promise<number | null>((resolve) => child.on('exit', (code) => resolve(code)));
  return {
    origin,
    dataDir,
    process: child,
    ended,
    output: () => printed,
    async stop() {
      child.kill('SIGTERM');
      await ended;
    },
  };
}

async function isReady({ origin, process: child }: RunningGarden): Promise<boolean> {
  const end = Date.now() + START_MS;
  while (Date.now() < end && child.exitCode === null && child.signalCode === null) {
    const answer = await fetch(`${origin}/readyz`).catch(() => undefined);
    if (answer?.ok) return true;
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
  return false;
}
