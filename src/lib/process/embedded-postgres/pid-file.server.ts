import { readFileSync, readlinkSync, realpathSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { isProcessAlive } from '#lib/process/config/processes.server.ts';

/** Higher than any process id on Linux, so no process has it. */
const NOBODYS_PID = 4_194_305;

/** The process and the port named in the server's own file; empty when there is none. */
export function pidFile(directory: string): { pid?: number; port?: number } {
  try {
    const lines = readFileSync(join(directory, 'postmaster.pid'), 'utf8').split('\n');
    return { pid: Number(lines[0]) || undefined, port: Number(lines[3]) || undefined };
  } catch {
    return {};
  }
}

/** Whether the process is the server that works in the directory. */
export function isPostmasterOf(pid: number, directory: string): boolean {
  if (!isProcessAlive(pid)) return false;
  if (process.platform !== 'linux') return true;
  try {
    return readlinkSync(`/proc/${pid}/cwd`) === realpathSync(directory) && pidFile(directory).pid === pid;
  } catch (error) {
    // A zombie has no working directory; that of a process with more rights is not readable.
    if ((error as NodeJS.ErrnoException).code !== 'EACCES') return false;
    return readFileSync(`/proc/${pid}/comm`, 'utf8').startsWith('postgres');
  }
}

/**
 * PostgreSQL does not start while the process named in a stale postmaster.pid exists, even if that id belongs to
 * another program by now. The file is not deleted, because its other lines let PostgreSQL find workers that still hold
 * its shared memory.
 */
export function disarmStalePid(directory: string): void {
  const file = join(directory, 'postmaster.pid');
  const { pid } = pidFile(directory);
  if (!pid || !isProcessAlive(pid) || isPostmasterOf(pid, directory)) return;
  writeFileSync(file, readFileSync(file, 'utf8').replace(/^\d+/, `${NOBODYS_PID}`));
}
