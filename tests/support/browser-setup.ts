import { runningEmbeddedPostgres } from '#lib/process/embedded-postgres/embedded-postgres.server.ts';
import { prepareApp, startApp } from './server.ts';
import { callWitness } from './witness.ts';

/** One built app for all browser tests, unless GARDEN_ORIGIN names a running one; and a prepared one to be copied. */
export default async function setup(): Promise<() => Promise<void>> {
  const removePrepared = prepareApp();
  if (process.env.GARDEN_ORIGIN) return async () => removePrepared();
  const app = await startApp(Number(process.env.GARDEN_TEST_PORT));
  await callWitness(runningEmbeddedPostgres(app.dataDir)!.ownerUrl);
  return async () => {
    await app.stop();
    removePrepared();
  };
}
