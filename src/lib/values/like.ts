/** Patterns for SQL `like` from typed text, with its special characters escaped. */

/** Matches texts that contain it. */
export const containing = (typed: string): string => `%${plain(typed)}%`;

/** Matches texts that begin with it. */
export const startingWith = (typed: string): string => `${plain(typed)}%`;

const plain = (typed: string): string => typed.replace(/[\\%_]/g, '\\$&');
