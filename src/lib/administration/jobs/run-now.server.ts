import type { Actor } from '#lib/values/actor.ts';
import type { Flash } from '#lib/process/http/flash.server.ts';
import type { Translate } from '#lib/values/languages.ts';
import { jobName, resultText } from '#lib/process/jobs/job-words.ts';
import { askForRun, runOf } from './jobs.server.ts';

/** Milliseconds for which a page waits for what was asked for, so that short jobs say at once what they did. */
const WAIT_MS = 6_000;

/** Has a job run and says what came of it, or that it is still to come. Refuses as `askForRun` does. */
export async function runNow({ actor, t }: { actor: Actor; t: Translate }, name: string): Promise<Flash> {
  const run = await runOf(await askForRun(actor, name), WAIT_MS);
  const values = { name: jobName(t, name), result: run ? resultText(t, run) : '' };
  if (!run) return { kind: 'info', text: t('jobs.asked', values) };
  return run.outcome === 'done'
    ? { kind: 'success', text: t('jobs.ran', values) }
    : { kind: 'error', text: t('jobs.ranFailed', values) };
}
