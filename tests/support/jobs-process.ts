/** An app process that runs jobs, for tests that kill it: its one job reports that it has begun and never ends. */
import { declareJob } from '#lib/process/jobs/declared.server.ts';
import { startJobs } from '#lib/process/jobs/worker.server.ts';

declareJob({
  name: 'endless',
  schedule: null,
  run: () => {
    console.log('begun');
    return new Promise(() => {});
  },
});
await startJobs();
