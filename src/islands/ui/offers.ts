import { useEffect, useRef, useState } from 'react';

/** Something that can be picked: a person, a team, a value of a list. */
export interface Offer {
  key: string;
  name: string;
  /** What distinguishes it from another of the same name. */
  about?: string;
}

/** What is offered for some words; `undefined` while nothing is known of them, null where asking failed. */
export type Offered = readonly Offer[] | null | undefined;

const AFTER_TYPING_MS = 200;

/**
 * What `find` answers to `words`, asked once typing pauses; of several answers only that to the newest words counts.
 * Nothing is asked for `null`.
 */
export function useOffers(words: string | null, find: (words: string) => Promise<readonly Offer[]>): Offered {
  const [answer, setAnswer] = useState<{ words: string; offers: readonly Offer[] | null }>();
  const asked = useRef(words);
  asked.current = words;
  useEffect(() => {
    if (words === null) return;
    const timer = setTimeout(async () => {
      const offers = await find(words).catch(() => null);
      if (asked.current === words) setAnswer({ words, offers });
    }, AFTER_TYPING_MS);
    return () => clearTimeout(timer);
  }, [words]);
  return answer?.words === words ? answer.offers : undefined;
}

/** Lets the form around an element notice that something in it was picked or removed. */
export function notifyForm(element: Element | null): void {
  element?.dispatchEvent(new Event('input', { bubbles: true }));
}
