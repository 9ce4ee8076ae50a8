import { pool } from '#lib/process/database/database.server.ts';

/** Held while a job's work goes on, by a connection of its own: it ends with the process, however that ends. */
export interface JobLock {
  /** Aborted when the connection breaks, and the lock with it: another process may run the job from now on. */
  lost: AbortSignal;
  release(): Promise<void>;
  /** Releases the lock at once, by closing the connection. */
  drop(): void;
}

/** The job's lock across all processes, or null while another holds it. */
export async function takeLock(job: string): Promise<JobLock | null> {
  const client = await pool.connect();
  const lost = new AbortController();
  const lose = () => lost.abort();
  let held = true;
  const letGo = (broken: boolean) => {
    if (!held) return;
    held = false;
    client.removeListener('error', lose);
    client.release(broken);
  };
  client.once('error', lose);
  try {
    const { rows } = await client.query<{ taken: boolean }>(
      "select pg_try_advisory_lock(hashtext('job'), hashtext($1)) as taken",
      [job],
    );
    if (!rows[0]!.taken) {
      letGo(false);
      return null;
    }
  } catch (error) {
    letGo(true);
    throw error;
  }
  return {
    lost: lost.signal,
    release: () =>
      client.query("select pg_advisory_unlock(hashtext('job'), hashtext($1))", [job]).then(
        () => letGo(false),
        () => letGo(true),
      ),
    drop: () => letGo(true),
  };
}
