import { pool } from '../database.server.ts';

/** Held for as long as a job's work goes on, by a connection of its own: it ends with the process, however that ends. */
export interface JobLock {
  release(): Promise<void>;
  /** Lets go at once, by closing the connection. */
  drop(): void;
}

/** The job's lock over all processes of the garden, or null while somebody holds it. */
export async function takeLock(job: string): Promise<JobLock | null> {
  const client = await pool.connect();
  let held = true;
  const letGo = (broken: boolean) => {
    if (held) client.release(broken);
    held = false;
  };
  try {
    const { rows } = await client.query<{ taken: boolean }>("select pg_try_advisory_lock(hashtext('job'), hashtext($1)) as taken", [job]);
    if (!rows[0]!.taken) {
      letGo(false);
      return null;
    }
  } catch (error) {
    letGo(true);
    throw error;
  }
  return {
    release: () => client.query("select pg_advisory_unlock(hashtext('job'), hashtext($1))", [job]).then(() => letGo(false), () => letGo(true)),
    drop: () => letGo(true),
  };
}
