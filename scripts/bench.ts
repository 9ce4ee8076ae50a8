import { documents } from '#tests/bench/documents.ts';
import { list } from '#tests/bench/list.ts';
import { openBench } from '#tests/bench/garden.ts';
import { search } from '#tests/bench/search.ts';
import { sizes } from '#tests/bench/sizes.ts';
import { start } from '#tests/bench/start.ts';
import { throughput } from '#tests/bench/throughput.ts';
import { report, type Measured } from '#tests/bench/report.ts';
import { buildIfNeeded } from './build-if-needed.ts';
import { run } from './run.ts';

/**
 * `npm run bench`: the performance budgets, each as a ratio of the measured to the allowed value (1.00 or less passes).
 */
await run(async () => {
  await buildIfNeeded(console.log);
  const measured: Measured[] = await start();
  const garden = await openBench();
  try {
    measured.push(
      ...(await sizes(garden)),
      ...(await throughput(garden)),
      ...(await list(garden)),
      ...(await search(garden)),
    );
  } finally {
    await garden.close();
  }
  measured.push(...(await documents()));
  report(measured);
});
