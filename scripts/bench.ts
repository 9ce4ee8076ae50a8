import { documents } from '#tests/bench/documents.ts';
import { list } from '#tests/bench/list.ts';
import { openBench } from '#tests/bench/app.ts';
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
  const bench = await openBench();
  try {
    measured.push(
      ...(await sizes(bench)),
      ...(await throughput(bench)),
      ...(await list(bench)),
      ...(await search(bench)),
    );
  } finally {
    await bench.close();
  }
  measured.push(...(await documents()));
  report(measured);
});
