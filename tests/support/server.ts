import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

export interface RunningApp {
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

/** The data directory of a demonstration installation that was made once for the whole run; apps of single tests start with copies of it. */
const PREPARED = 'GARDEN_TEST_PREPARED';

/** Makes that installation; the returned function removes it. */
export function prepareApp(): () => void {
  const dataDir = mkdtempSync(join(tmpdir(), 'garden-prepared-'));
  execFileSync(process.execPath, [join(root, 'tests/support/prepared-app.ts')], {
    cwd: root,
    env: ownEnvironment({ DATA_DIR: dataDir, NODE_ENV: 'production', DEMONSTRATION: 'on', LOG_LEVEL: 'error' }),
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  process.env[PREPARED] = dataDir;
  return () => rmSync(dataDir, { recursive: true, force: true });
}

/**
 * `npm start` on `port`, with the demonstration data in a directory of its own (removed when it stops). One with a
 * database or a store of files of its own makes it itself; any other begins with what was prepared.
 */
export async function startApp(port: number, environment: Record<string, string> = {}): Promise<RunningApp> {
  const own = mkdtempSync(join(tmpdir(), 'garden-built-'));
  const origin = `http://localhost:${port}`;
  const prepared = process.env[PREPARED];
  if (prepared && !environment.DATABASE_URL && !environment.FILE_STORE)
    // What is in it, not the directory itself: `join` would drop the dot.
    execFileSync('cp', ['-Rp', `${prepared}/.`, environment.DATA_DIR ?? own]);
  const app = launch(
    { PORT: `${port}`, DATA_DIR: own, PUBLIC_ORIGIN: origin, LOG_LEVEL: 'error', ...environment },
    origin,
    own,
  );
  const stop = async () => {
    await app.stop();
    rmSync(own, { recursive: true, force: true });
  };
  if (!(await isReady(app))) {
    await stop();
    throw new Error(`The app did not start:\n${app.output()}`);
  }
  return { ...app, stop };
}

function launch(environment: Record<string, string>, origin: string, dataDir: string): RunningApp {
  const child = spawn(process.execPath, [join(root, 'scripts/start.ts')], {
    cwd: root,
    env: ownEnvironment(environment),
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

/** The environment of an app: nothing in that of the test run reveals where its database is. */
function ownEnvironment(environment: Record<string, string>): NodeJS.ProcessEnv {
  const { DATABASE_URL: _1, DATABASE_OWNER_URL: _2, APP_SECRET: _3, NODE_ENV: _4, ...inherited } = process.env;
  return { ...inherited, ...environment };
}

async function isReady({ origin, process: child }: RunningApp): Promise<boolean> {
  const end = Date.now() + START_MS;
  while (Date.now() < end && child.exitCode === null && child.signalCode === null) {
    const answer = await fetch(`${origin}/readyz`).catch(() => undefined);
    if (answer?.ok) return true;
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
  return false;
}
