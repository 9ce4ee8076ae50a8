import type { Actor } from '#lib/values/actor.ts';
import type { Translate } from '#lib/values/languages.ts';
import { findRecipients, type Recipient } from './recipients.server.ts';

/** The matches for a typed name, each with a detail that distinguishes it, in the reader's language. */
export async function offersFor(actor: Actor, words: string, t: Translate): Promise<(Recipient & { about: string })[]> {
  const found = await findRecipients(actor, words);
  return found.map((one) => ({
    ...one,
    about: one.kind === 'user' ? (one.detail ?? '') : t(`email.kinds.${one.kind}`, { count: Number(one.detail) }),
  }));
}
