import type { Actor } from '#lib/values/actor.ts';
import { notFound } from '#lib/values/refusal.ts';
import { scheduleWords } from './schedule.ts';

/** What a run did, in figures; each name has words in locales `jobs.figures.<name>`. */
export type Figures = Record<string, number>;

/** A run as the work sees it. */
export interface Running {
  /** The run's record; the entries of the log that it leaves carry it as their request. */
  id: string;
  attempt: number;
  /** The product itself. */
  actor: Actor;
  /** Raised when the process ends or the run has taken too long: long work stops between two steps. */
  signal: AbortSignal;
}

export interface JobDeclaration {
  /** 'log-root': kebab-case. What it is called and does stands in locales `jobs.names` and `jobs.texts`. */
  name: string;
  /** When, in Singapore: '10 0 * * *' is each day at 00:10. Null: by hand only. */
  schedule: string | null;
  /**
   * Does the work. Running it twice changes nothing more. A Refusal is a finding, told by its code and not tried again;
   * anything else that is thrown is tried again, later each time.
   */
  run(run: Running): Promise<Figures>;
  /** Minutes after which a run is given up. */
  mostMinutes?: number;
}

export type Job = Required<JobDeclaration>;

const MOST_MINUTES = 60;
const declared = new Map<string, Job>();

/**
 * Makes a job of the product known; from a file that `modules.server.ts` loads. `npm run dev` loads files again when
 * they change: what was declared last holds.
 */
export function declareJob(job: JobDeclaration): void {
  if (!/^[a-z][a-z0-9-]{1,59}$/.test(job.name)) throw new Error(`A job cannot be called ${job.name}`);
  scheduleWords(job.schedule);
  declared.set(job.name, { mostMinutes: MOST_MINUTES, ...job });
}

/** Every job, in the order of their declarations. */
export const declaredJobs = (): Job[] => [...declared.values()];

/** The job of a name; 404 for a name nobody declared. */
export function jobNamed(name: string): Job {
  const job = declared.get(name);
  if (!job) throw notFound();
  return job;
}
