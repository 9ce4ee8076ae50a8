import { spawn } from 'node:child_process';
import { existsSync, mkdirSync, readdirSync, rmSync, statSync, utimesSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import {
  type DataDirectoryHold,
  ownDataDirectory,
} from '#lib/process/embedded-postgres/data-directory-owner.server.ts';
import { waitUntil } from '#lib/process/config/processes.server.ts';
import { StartRefused } from '#lib/process/config/start-refused.ts';
import { root } from './run.ts';

/** The built server; its `handler` answers requests. */
export const entry = join(root, 'dist/server/entry.mjs');
export const clientFolder = join(root, 'dist/client');

const SOURCES = ['src', 'public', 'locales', 'astro.config.mjs', 'package-lock.json'];
const SIGNALS = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const;
/** Exists while a build is running, so that an interrupted one is not taken for a complete one. */
const unfinished = join(root, '.astro/build-unfinished');
const workplace = join(root, '.astro');
/** Longer than any build takes. */
const BUILD_MS = 600_000;

/**
 * Builds the app when it was never built, or when a source is newer; of several processes starting together one builds,
 * and the others wait. Throws StartRefused with the build's output.
 */
export async function buildIfNeeded(say: (sentence: string) => void): Promise<void> {
  if (isBuilt()) return;
  mkdirSync(workplace, { recursive: true });
  const hold = await takePlace();
  try {
    if (isBuilt()) return;
    say('Building the pages; this takes a moment and happens once.');
    const began = new Date();
    writeFileSync(unfinished, '');
    await build();
    utimesSync(entry, began, began);
    rmSync(unfinished);
  } finally {
    hold.release();
  }
}

async function takePlace(): Promise<DataDirectoryHold> {
  let hold: DataDirectoryHold | undefined;
  await waitUntil(BUILD_MS, async () => {
    hold = await ownDataDirectory(workplace, 'a build').catch((error: unknown) => {
      if (error instanceof StartRefused) return undefined;
      throw error;
    });
    return hold !== undefined;
  });
  if (!hold)
    throw new StartRefused(
      `Another process has been building the pages for more than ${BUILD_MS / 60_000} minutes. End it, and start again.`,
    );
  return hold;
}

function isBuilt(): boolean {
  if (!existsSync(entry) || existsSync(unfinished)) return false;
  const built = statSync(entry).mtimeMs;
  return SOURCES.every((source) => newest(join(root, source)) <= built);
}

function newest(path: string): number {
  const stats = statSync(path, { throwIfNoEntry: false });
  if (!stats?.isDirectory()) return stats?.mtimeMs ?? 0;
  return Math.max(stats.mtimeMs, ...readdirSync(path).map((name) => newest(join(path, name))));
}

function build(): Promise<void> {
  const astro = join(root, 'node_modules/astro/bin/astro.mjs');
  const child = spawn(process.execPath, [astro, 'build'], {
    cwd: root,
    env: { ...process.env, NODE_ENV: 'production', ASTRO_TELEMETRY_DISABLED: '1' },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let output = '';
  child.stdout.on('data', (text) => (output += text));
  child.stderr.on('data', (text) => (output += text));
  // A build that goes on in the background would write into the next one.
  const abandon = () => {
    child.kill();
    process.exit(1);
  };
  for (const signal of SIGNALS) process.once(signal, abandon);
  return new Promise((resolve, reject) => {
    child.on('error', reject);
    child.on('exit', (code) => {
      for (const signal of SIGNALS) process.removeListener(signal, abandon);
      if (code === 0) resolve();
      else reject(new StartRefused(`${output.trim()}\n\nThe pages could not be built.`));
    });
  });
}
