import { execFileSync } from 'node:child_process';
import { readFileSync, readlinkSync } from 'node:fs';
import { hostname } from 'node:os';

/** Whether a process with this id exists, whoever owns it. */
export function isProcessAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
}

/**
 * When the process started, as text that differs between two processes given the same id; undefined when there is no
 * such process, or only a zombie (a container without an init never reaps it).
 */
export function processStart(pid: number): string | undefined {
  if (!isProcessAlive(pid)) return undefined;
  try {
    if (process.platform !== 'linux')
      return execFileSync('ps', ['-o', 'lstart=', '-p', `${pid}`], { encoding: 'utf8' }).trim();
    // proc(5), from the third field on; the second is a name that may contain spaces and parentheses.
    const [state, ...fields] = readFileSync(`/proc/${pid}/stat`, 'utf8').split(')').at(-1)?.trim().split(' ') ?? [];
    return state === 'Z' || state === 'X' ? undefined : `${bootId()}/${fields[18]}`;
  } catch {
    return undefined;
  }
}

/**
 * The namespace in which process ids are comparable: another container or machine sharing our disk gives another
 * answer.
 */
export function processNamespace(): string {
  try {
    return `${hostname()} ${readlinkSync('/proc/self/ns/pid')}`;
  } catch {
    return hostname();
  }
}

/** Waits until `done` is true, polling every 50 ms; false after `milliseconds`. */
export async function waitUntil(milliseconds: number, done: () => boolean | Promise<boolean>): Promise<boolean> {
  const end = Date.now() + milliseconds;
  while (!(await done())) {
    if (Date.now() > end) return false;
    await sleep(50);
  }
  return true;
}

/** Waits for so many milliseconds. */
export function sleep(milliseconds: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, milliseconds));
}

function bootId(): string {
  return readFileSync('/proc/sys/kernel/random/boot_id', 'utf8').trim();
}
