import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { WrongSettings } from '#lib/process/config/config.server.ts';
import { databaseSentence } from '#lib/process/database/away.server.ts';
import { StartRefused } from '#lib/process/config/start-refused.ts';

/** The folder of the project. */
export const root = fileURLToPath(new URL('..', import.meta.url));

/** Runs a command: a refusal is printed as a sentence, an unexpected error with its stack. */
export async function run(command: () => Promise<void>): Promise<void> {
  process.chdir(root);
  if (existsSync('.env')) process.loadEnvFile('.env');
  try {
    await command();
  } catch (error) {
    // Errors caused by stopping the database are not worth reporting.
    if (askedAt !== undefined) return;
    const expected = error instanceof StartRefused || error instanceof WrongSettings;
    const sentence = expected ? error.message : databaseSentence(error);
    console.error(sentence === undefined ? error : `\n${sentence}\n`);
    process.exit(1);
  }
}

/** Ctrl-C arrives twice, from the terminal and from npm: that is not a second request. */
const REPEATED_MS = 1_000;
let askedAt: number | undefined;

/**
 * Calls `stop` once when the process is asked to stop, and exits; a second request exits at once. The end of the npm
 * that started the process counts as a request: npm cannot pass a SIGKILL on.
 */
export function stopWhenAsked(stop: () => Promise<void>): void {
  const end = () => {
    if (askedAt !== undefined) return void (Date.now() - askedAt > REPEATED_MS && process.exit(1));
    askedAt = Date.now();
    stop().then(
      () => process.exit(0),
      (error: unknown) => {
        console.error(error);
        process.exit(1);
      },
    );
  };
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, end);
  if (process.env.npm_lifecycle_event) whenParentEnds(() => askedAt ?? end());
}

function whenParentEnds(end: () => void): void {
  const parent = process.ppid;
  const watch = setInterval(() => {
    if (process.ppid === parent) return;
    clearInterval(watch);
    end();
  }, 200);
  watch.unref();
}
