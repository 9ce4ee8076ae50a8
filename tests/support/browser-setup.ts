import { runningEmbeddedPostgres } from '#lib/platform/embedded-postgres.server.ts';
import { startGarden } from './server.ts';
import { callWitness } from './witness.ts';

/** One built garden for all browser tests; GARDEN_ORIGIN names one that runs already instead. */
export default async function setup(): Promise<() => Promise<void>> {
  if (process.env.GARDEN_ORIGIN) return async () => {};
  const garden = await startGarden(Number(process.env.GARDEN_TEST_PORT));
  await callWitness(runningEmbeddedPostgres(garden.dataDir)!.ownerUrl);
  return () => garden.stop();
}
