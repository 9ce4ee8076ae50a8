import type { Actor } from '#lib/values/actor.ts';
import type { Flash } from '#lib/process/http/flash.server.ts';
import type { Translate } from '#lib/values/languages.ts';
import { jobName, resultText } from '#lib/process/jobs/job-words.ts';
import { requestRun, awaitRun } from './jobs.server.ts';

/** Milliseconds a page waits for the run, so that short jobs show their result at once. */
const WAIT_MS = 6_000;

/** Has a job run and returns its result, or that it is still to come. Refuses as `requestRun` does. */
export async function runNow({ actor, t }: { actor: Actor; t: Translate }, name: string): Promise<Flash> {
  const run = await awaitRun(await requestRun(actor, name), WAIT_MS);
  const values = { name: jobName(t, name), result: run ? resultText(t, run) : '' };
  if (!run) return { kind: 'info', text: t('jobs.asked', values) };
  return run.outcome === 'done'
    ? { kind: 'success', text: t('jobs.ran', values) }
    : { kind: 'error', text: t('jobs.ranFailed', values) };
}
