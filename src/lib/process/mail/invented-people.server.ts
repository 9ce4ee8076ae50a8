import { sql, type RawBuilder } from 'kysely';

/** Written into `settings` before the demonstration data, and kept. */
export const DEMONSTRATION_STARTED = 'demonstration.started';

/** Names that are reserved for examples: nobody receives mail there (RFC 2606). */
const RESERVED = /[@.](example|test|invalid|localhost|example\.(com|net|org))$/i;

/**
 * The status that a new mail begins with: 'held' in a demonstration when it goes to one of its invented people, whether
 * there is a mail server or not; it can be read and is never sent. Else 'waiting'.
 */
export function firstStatus(toAddress: string): 'waiting' | RawBuilder<'waiting' | 'held'> {
  if (!RESERVED.test(toAddress)) return 'waiting';
  return sql`case when exists (select from settings where name = ${DEMONSTRATION_STARTED}) then 'held' else 'waiting' end`;
}
