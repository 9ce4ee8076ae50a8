import { type SpawnOptions, spawnSync } from 'node:child_process';
import { chownSync, readFileSync, type Stats, statSync } from 'node:fs';
import { StartRefused } from '#lib/process/config/start-refused.ts';

/** How programs of the embedded PostgreSQL are started: it refuses to run as root, so root runs it as another user. */
export interface PostgresUser {
  /** The command and options that run `program` with `args` in `directory`. */
  command(program: string, args: string[], directory: string): { file: string; args: string[]; options: SpawnOptions };
  /** Makes the user the owner of `path`. */
  give(path: string): void;
}

interface Account {
  uid: number;
  gid: number;
}

/**
 * The user that runs PostgreSQL on `directory`, an existing folder: the current user; or, when that is root, the
 * folder's owner, the system's `postgres`, else `nobody`. Tries to run `program`, because the user may not reach it (a
 * clone under /root); if so, grants the capability to traverse folders that are closed to it.
 */
export function postgresUser(directory: string, program: string): PostgresUser {
  const owner = statSync(directory);
  if (process.getuid?.() !== 0) return ourselves(directory, owner);
  const account = owner.uid === 0 ? systemAccount() : owner;
  // A backup restored by root belongs to root entirely.
  if (owner.uid === 0) spawnSync('chown', ['-R', `${account.uid}:${account.gid}`, directory]);
  const user = [lentTo(account), lentWithPassage(account)].find((candidate) => canWork(candidate, directory, program));
  if (user) return user;
  throw new StartRefused(
    `PostgreSQL does not run as root, and the user ${account.uid} can neither reach ${program} nor ${directory}. ` +
      'Start the app as an ordinary user, or put it where every user can read it.',
  );
}

function ourselves(directory: string, { uid }: Stats): PostgresUser {
  if (process.getuid && uid !== process.getuid()) {
    throw new StartRefused(
      `The database files in ${directory} belong to user ${uid}, not to you (user ${process.getuid()}). ` +
        'Start the app as that user or as root, or give the files to yourself with chown -R.',
    );
  }
  return {
    command: (program, args, cwd) => ({ file: program, args, options: { cwd, env: environment() } }),
    give: () => {},
  };
}

function lentTo({ uid, gid }: Account): PostgresUser {
  return {
    command: (program, args, directory) => ({
      file: program,
      args,
      options: { cwd: directory, env: environment(), uid, gid },
    }),
    give: (path) => chownSync(path, uid, gid),
  };
}

function lentWithPassage({ uid, gid }: Account): PostgresUser {
  const lend = [
    `--reuid=${uid}`,
    `--regid=${gid}`,
    '--clear-groups',
    '--inh-caps=+dac_override',
    '--ambient-caps=+dac_override',
    // Without this access(2), which PostgreSQL uses to find its own programs, does not take capabilities into account.
    '--securebits=+no_setuid_fixup',
  ];
  return {
    command: (program, args, directory) => ({
      file: 'setpriv',
      args: [...lend, program, ...args],
      options: { cwd: directory, env: environment() },
    }),
    give: (path) => chownSync(path, uid, gid),
  };
}

function canWork(user: PostgresUser, directory: string, program: string): boolean {
  // initdb opens the folder by its full path and starts programs through the shell.
  const { file, args, options } = user.command(
    '/bin/sh',
    ['-c', '"$0" --version && cd "$1" && : > probe && rm probe', program, directory],
    '/',
  );
  return spawnSync(file, args, { ...options, stdio: 'ignore' }).status === 0;
}

function systemAccount(): Account {
  const accounts = readFileSync('/etc/passwd', 'utf8')
    .split('\n')
    .map((line) => line.split(':'));
  const found = accounts.find(([name]) => name === 'postgres') ?? accounts.find(([name]) => name === 'nobody');
  if (!found)
    throw new StartRefused(
      'PostgreSQL does not run as root, and this machine has no user nobody. Start the app as an ordinary user.',
    );
  return { uid: Number(found[2]), gid: Number(found[3]) };
}

/** Nothing of our own environment, which holds secrets; time zone and messages do not depend on the machine. */
function environment(): NodeJS.ProcessEnv {
  return { PATH: process.env.PATH, LC_ALL: 'C', TZ: 'UTC' };
}
