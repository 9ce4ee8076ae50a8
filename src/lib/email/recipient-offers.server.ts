import type { Actor } from '#lib/values/actor.ts';
import type { Translate } from '#lib/values/languages.ts';
import { findRecipients, type Recipient } from './recipients.server.ts';

/** Those whom words may mean, each with what tells it apart in the reader's words. */
export async function offersFor(actor: Actor, words: string, t: Translate): Promise<(Recipient & { about: string })[]> {
  const found = await findRecipients(actor, words);
  return found.map((one) => ({
    ...one,
    about: one.kind === 'user' ? (one.detail ?? '') : t(`email.kinds.${one.kind}`, { count: Number(one.detail) }),
  }));
}
