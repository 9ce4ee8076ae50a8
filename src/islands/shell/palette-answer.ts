import { useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import { searchPath } from '#lib/records/paths.ts';
import { callOf } from '#lib/values/paths.ts';
import { api } from '../api.ts';
import type { Answer } from './palette-sections.ts';

interface Asked {
  q: string;
  isSent: boolean;
  timer: number;
  stop: AbortController;
  /** Its answer is there, or something else was asked. */
  done: Promise<void>;
}

/** What the search answers to the newest words: undefined while it is under way, null when it failed. */
export function usePaletteAnswer(onAnswer: () => void) {
  const [answer, setAnswer] = useState<Answer | null | undefined>();
  const asked = useRef<Asked>(undefined);

  /** Asks for these words after a while; nothing any more for null. */
  function ask(q: string | null, after: number): void {
    clearTimeout(asked.current?.timer);
    asked.current?.stop.abort();
    asked.current = undefined;
    if (q === null) return;
    setAnswer(undefined);
    const { promise: done, resolve } = Promise.withResolvers<void>();
    const stop = new AbortController();
    const send = async () => {
      now.isSent = true;
      const found = await api<Answer>(callOf(searchPath.api(q)), { signal: stop.signal }).catch(() => null);
      if (asked.current === now)
        flushSync(() => {
          setAnswer(found);
          onAnswer();
        });
      resolve();
    };
    const now: Asked = { q, isSent: false, timer: window.setTimeout(send, after), stop, done };
    asked.current = now;
  }

  /** When the answer to these words is there; a pause after typing is not waited for. */
  async function answered(q: string): Promise<void> {
    if (!asked.current?.isSent) ask(q, 0);
    await asked.current!.done;
  }

  return { answer, ask, answered };
}
