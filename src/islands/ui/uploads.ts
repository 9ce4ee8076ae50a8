import { useEffect, useRef, useState } from 'react';
import { UPLOAD_MAX_BYTES } from '#lib/values/constants.ts';
import { upload } from '../upload.ts';

/** A file on its way. */
export interface UnderWay {
  id: number;
  name: string;
  /** The fraction sent, from 0 to 1. */
  part: number;
  giveUp: () => void;
}

/** A file in the store, under its name there, and as the person calls it. */
export interface SentFile {
  fileName: string;
  name: string;
}

interface Options {
  /** What is said of a file above the limit, and of one that was not sent for no reason given. */
  tooLarge: string;
  failed: string;
  onSent: (file: SentFile) => void;
}

export interface Uploads {
  underWay: readonly UnderWay[];
  /** What went wrong with the last files, with their names; '' for nothing. */
  problem: string;
  /** Sends files one after the other; resolves when the last one has come, was refused or given up. */
  send: (files: readonly File[]) => Promise<void>;
}

/** Sends files to the store at once, each with its progress and a way to give it up. */
export function useUploads({ tooLarge, failed, onSent }: Options): Uploads {
  const [underWay, setUnderWay] = useState<readonly UnderWay[]>([]);
  const [problem, setProblem] = useState('');
  const next = useRef(0);
  const sent = useRef(onSent);
  sent.current = onSent;

  async function sendOne(file: File): Promise<void> {
    if (file.size > UPLOAD_MAX_BYTES) return setProblem(`${file.name}: ${tooLarge}`);
    const stop = new AbortController();
    const id = (next.current += 1);
    const change = (part: number) => setUnderWay((all) => all.map((one) => (one.id === id ? { ...one, part } : one)));
    setUnderWay((all) => [...all, { id, name: file.name, part: 0, giveUp: () => stop.abort() }]);
    let why = failed;
    const refused = (said: string) => (why = said);
    const done = await upload(file, { progress: change, refused, signal: stop.signal });
    setUnderWay((all) => all.filter((one) => one.id !== id));
    if (stop.signal.aborted) return;
    if (done) sent.current({ fileName: done.fileName, name: file.name });
    else setProblem(`${file.name}: ${why}`);
  }

  async function send(files: readonly File[]): Promise<void> {
    setProblem('');
    for (const file of files) await sendOne(file);
  }
  return { underWay, problem, send };
}

/** Takes files that are pasted anywhere on the page. */
export function usePastedFiles(take: (files: readonly File[]) => void): void {
  const now = useRef(take);
  now.current = take;
  useEffect(() => {
    const onPaste = ({ clipboardData }: ClipboardEvent) => {
      const files = [...(clipboardData?.files ?? [])];
      if (files.length > 0) now.current(files);
    };
    addEventListener('paste', onPaste);
    return () => removeEventListener('paste', onPaste);
  }, []);
}
