/** Errors of the network on the way to the database. */
const NETWORK = new Set([
  'ECONNREFUSED',
  'ECONNRESET',
  'EPIPE',
  'ETIMEDOUT',
  'EHOSTUNREACH',
  'ENETUNREACH',
  'EAI_AGAIN',
  'ENOTFOUND',
]);
/** Shut down, crashed, starting; class 08 is a connection that failed. */
const SERVER = /^(57P0[123]|08...)$/;
/** The client's own words, without a code, for a connection that broke. */
const BROKEN =
  /^(Connection terminated\b|Client has encountered a connection error|Client was closed and is not queryable)/;

/** Whether the database, and not the statement, is the cause: it is being restarted, crashed or cannot be reached. */
export function isAway(error: unknown): boolean {
  const { code = '', message = '' } = (error ?? {}) as { code?: unknown; message?: unknown };
  return NETWORK.has(String(code)) || SERVER.test(String(code)) || BROKEN.test(String(message));
}

/**
 * The sentence for somebody who started a command, about an error of the database that they can mend: it went away, or
 * lets the role not do what is needed. Undefined for everything else, which is a mistake of ours.
 */
export function databaseSentence(error: unknown): string | undefined {
  const { code, message } = (error ?? {}) as { code?: string; message?: string };
  if (isAway(error))
    return `The database went away before this was finished (${message || code}). Look whether it is running, and start this again.`;
  if (code === '42501')
    return `The role that connects to the database lacks a right: ${message}. Connect as the role that owns the tables, with DATABASE_OWNER_URL.`;
  return undefined;
}
