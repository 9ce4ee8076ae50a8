/** Patterns of `like` for what a person typed: its own signs mean themselves. */

/** Texts in which it stands somewhere. */
export const containing = (typed: string): string => `%${plain(typed)}%`;

/** Texts that begin with it. */
export const startingWith = (typed: string): string => `${plain(typed)}%`;

const plain = (typed: string): string => typed.replace(/[\\%_]/g, '\\$&');
