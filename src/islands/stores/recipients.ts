import { map } from 'nanostores';

/** Who is a recipient of the mail on the page already, by field: nobody is offered twice. */
export const $recipients = map<Record<string, readonly string[]>>({});
