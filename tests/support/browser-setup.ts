import { runningEmbeddedPostgres } from '#lib/process/embedded-postgres/embedded-postgres.server.ts';
import { prepareGarden, startGarden } from './server.ts';
import { callWitness } from './witness.ts';

/** One built app for all browser tests, unless GARDEN_ORIGIN names a running one; and a prepared one to be copied. */
export default async function setup(): Promise<() => Promise<void>> {
  const removePrepared = prepareGarden();
  if (process.env.GARDEN_ORIGIN) return async () => removePrepared();
  const garden = await startGarden(Number(process.env.GARDEN_TEST_PORT));
  await callWitness(runningEmbeddedPostgres(garden.dataDir)!.ownerUrl);
  return async () => {
    await garden.stop();
    removePrepared();
  };
}
