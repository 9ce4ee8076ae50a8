import { existsSync, readdirSync, rmSync } from 'node:fs';
import { StartRefused } from '#lib/process/config/start-refused.ts';

/** What an installation puts into its DATA_DIR, also one whose restore was killed. */
const OWN =
  /^(postgres(\.new|\.log)?|(secret|postgres-password|postgres-app-password)(\.\d+)?|store-id|running\.json.*|files|prints|variants|incoming|backups|lost\+found)$/;

/** Throws StartRefused for a folder with anything in it that no installation has put there: it is not the one that was meant. */
export function refuseStrangeFiles(dataDir: string): void {
  const strange = existsSync(dataDir) && readdirSync(dataDir).find((name) => !OWN.test(name));
  if (strange)
    throw new StartRefused(
      `The data directory ${dataDir} is not empty: it holds ${strange}. A backup is only restored into an empty one: nothing was changed. Set another DATA_DIR.`,
    );
}

/** Runs a restore; one that is refused leaves no data directory behind that was not there before. */
export async function withoutTrace(dataDir: string, restore: () => Promise<void>): Promise<void> {
  const isNew = !existsSync(dataDir);
  try {
    await restore();
  } catch (error) {
    if (isNew && error instanceof StartRefused) rmSync(dataDir, { recursive: true, force: true });
    throw error;
  }
}
