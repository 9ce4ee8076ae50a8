import { execFileSync } from 'node:child_process';
import { readFileSync, readlinkSync } from 'node:fs';
import { hostname } from 'node:os';

/** Whether a process with this id exists, whoever it belongs to. */
export function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
}

/**
 * When the process started, as text that differs between two processes that were given the same id; undefined when
 * there is no such process, or only what is left of it until its parent asks (a container without an init never does).
 */
export function startOf(pid: number): string | undefined {
  if (!isAlive(pid)) return undefined;
  try {
    if (process.platform !== 'linux')
      return execFileSync('ps', ['-o', 'lstart=', '-p', `${pid}`], { encoding: 'utf8' }).trim();
    // proc(5), from the third field on; the second is a name that may itself hold spaces and parentheses.
    const [state, ...fields] = readFileSync(`/proc/${pid}/stat`, 'utf8').split(')').at(-1)?.trim().split(' ') ?? [];
    return state === 'Z' || state === 'X' ? undefined : `${bootId()}/${fields[18]}`;
  } catch {
    return undefined;
  }
}

/** Where process ids mean what they mean here: another container or machine that shares our disk answers differently. */
export function processSpace(): string {
  try {
    return `${hostname()} ${readlinkSync('/proc/self/ns/pid')}`;
  } catch {
    return hostname();
  }
}

/** Waits until `done` is true, asking every 50 ms; false when `milliseconds` passed first. */
export async function until(milliseconds: number, done: () => boolean | Promise<boolean>): Promise<boolean> {
  const end = Date.now() + milliseconds;
  while (!(await done())) {
    if (Date.now() > end) return false;
    await pause(50);
  }
  return true;
}

/** Waits. */
export function pause(milliseconds: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, milliseconds));
}

function bootId(): string {
  return readFileSync('/proc/sys/kernel/random/boot_id', 'utf8').trim();
}
