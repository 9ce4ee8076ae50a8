import { startGarden } from './server.ts';

/** One built garden for all browser tests; GARDEN_ORIGIN names one that runs already instead. */
export default async function setup(): Promise<() => Promise<void>> {
  if (process.env.GARDEN_ORIGIN) return async () => {};
  const garden = await startGarden(Number(process.env.GARDEN_TEST_PORT));
  return () => garden.stop();
}
