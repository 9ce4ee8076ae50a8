import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { freePort } from '#tests/support/free-port.ts';
import { startApp } from '#tests/support/server.ts';
import type { Measured } from './report.ts';

/** Seconds from the command to the first page: in an empty directory, and again in the same one. */
export async function start(): Promise<Measured[]> {
  const dataDir = mkdtempSync(join(tmpdir(), 'garden-bench-'));
  const first = await timed(dataDir);
  const again = await timed(dataDir);
  rmSync(dataDir, { recursive: true, force: true });
  return [
    {
      what: 'start in an empty directory, with the demonstration data, to the first page',
      measured: first,
      allowed: 10,
      unit: 's',
    },
    { what: 'start again', measured: again, allowed: 3, unit: 's' },
  ];
}

async function timed(dataDir: string): Promise<number> {
  const began = performance.now();
  const app = await startApp(await freePort(), { DATA_DIR: dataDir });
  await (await fetch(`${app.origin}/login`)).text();
  const seconds = (performance.now() - began) / 1000;
  await app.stop();
  return seconds;
}
