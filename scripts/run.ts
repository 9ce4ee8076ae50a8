import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { WrongSettings } from '#lib/platform/config.server.ts';
import { StartRefused } from '#lib/platform/start-refused.ts';

/** The folder of the project. */
export const root = fileURLToPath(new URL('..', import.meta.url));

/** Runs a command of the product: what it refuses is said in a sentence, what nobody expected with its stack. */
export async function run(command: () => Promise<void>): Promise<void> {
  process.chdir(root);
  if (existsSync('.env')) process.loadEnvFile('.env');
  try {
    await command();
  } catch (error) {
    const expected = error instanceof StartRefused || error instanceof WrongSettings;
    console.error(expected ? `\n${error.message}\n` : error);
    process.exit(1);
  }
}

/** Calls `stop` once when the process is asked to end, and ends it; being asked again ends it at once. */
export function stopWhenAsked(stop: () => Promise<void>): void {
  let asked = false;
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
    process.on(signal, () => {
      if (asked) process.exit(1);
      asked = true;
      stop().then(
        () => process.exit(0),
        (error: unknown) => {
          console.error(error);
          process.exit(1);
        },
      );
    });
  }
}
