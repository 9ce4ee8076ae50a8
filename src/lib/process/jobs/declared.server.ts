import type { Actor } from '#lib/values/actor.ts';
import { notFound } from '#lib/values/refusal.ts';
import { scheduleWords } from './schedule.ts';

/** The results of a run, in figures; each name has a text in locales `jobs.figures.<name>`. */
export type Figures = Record<string, number>;

/** The context of a run, passed to its work. */
export interface RunContext {
  /** The id of the run; the log entries written by it carry it as their request. */
  id: string;
  attempt: number;
  /** The system actor. */
  actor: Actor;
  /** Aborted when the process stops or the run has taken too long: long work stops between two steps. */
  signal: AbortSignal;
}

export interface JobDeclaration {
  /** 'log-root': kebab-case. Its name and description are in locales `jobs.names` and `jobs.texts`. */
  name: string;
  /** Cron schedule in Singapore time: '10 0 * * *' is each day at 00:10. Null: by hand only. */
  schedule: string | null;
  /**
   * Does the work; must be idempotent. A Refusal is a finding, reported by its code and not retried; any other error is
   * retried with growing delays.
   */
  run(run: RunContext): Promise<Figures>;
  /** Minutes after which a run is aborted. */
  mostMinutes?: number;
  /** Whether a person proves their identity before running it by hand: what it writes holds everything. */
  needsProof?: boolean;
}

export type Job = Required<JobDeclaration>;

const MOST_MINUTES = 60;
const declared = new Map<string, Job>();

/**
 * Registers a job; called from a file that `modules.server.ts` loads. `npm run dev` reloads files when they change: the
 * last declaration wins.
 */
export function declareJob(job: JobDeclaration): void {
  if (!/^[a-z][a-z0-9-]{1,59}$/.test(job.name)) throw new Error(`A job cannot be called ${job.name}`);
  scheduleWords(job.schedule);
  declared.set(job.name, { mostMinutes: MOST_MINUTES, needsProof: false, ...job });
}

/** Every job, in the order of declaration. */
export const declaredJobs = (): Job[] => [...declared.values()];

/** The job of that name; 404 for an unknown name. */
export function jobNamed(name: string): Job {
  const job = declared.get(name);
  if (!job) throw notFound();
  return job;
}
