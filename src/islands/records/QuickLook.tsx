import { useStore } from '@nanostores/react';
import type { ReadableAtom } from 'nanostores';
import { useEffect, useId, useLayoutEffect, useRef, useState, type KeyboardEvent } from 'react';
import { recordParts } from './record-parts.ts';

export interface LookWords {
  open: string;
  close: string;
  again: string;
  /** Said when the page could not be read. */
  failed: string;
}

interface Props {
  /** The row whose record is shown; null while nothing is. */
  $row: ReadableAtom<HTMLElement | null>;
  words: LookWords;
  /** Goes on to another row, or to none. */
  onRow: (row: HTMLElement | null) => void;
}

const ROW = '[data-row]';
const STEPS: Record<string, number> = { ArrowDown: 1, j: 1, ArrowUp: -1, k: -1 };

/**
 * A record beside its list: what its page says of it, without its acts. Arrows and j and k go on to other rows, Enter opens
 * the page. The record before stays in sight until the next one has come.
 */
export function QuickLook({ $row, words, onRow }: Props) {
  const row = useStore($row);
  const dialog = useRef<HTMLDialogElement>(null);
  const holder = useRef<HTMLDivElement>(null);
  const headingId = useId();
  /** Of which row; null where they could not be read. */
  const [seen, setSeen] = useState<{ row: HTMLElement; parts: Element[] | null }>();
  const [tries, setTries] = useState(0);

  useEffect(() => {
    if (!row) return dialog.current!.close();
    let isOver = false;
    void recordParts(addressOf(row), headingId).then((parts) => isOver || setSeen({ row, parts }));
    return () => void (isOver = true);
  }, [row, tries]);
  useLayoutEffect(() => {
    if (!seen) return;
    holder.current!.replaceChildren(...(seen.parts ?? []));
    dialog.current!.scrollTop = 0;
    mark(seen.row);
    if (!dialog.current!.open) dialog.current!.showModal();
  }, [seen]);

  const step = (event: KeyboardEvent) => {
    const next = row && neighbour(row, STEPS[event.key] ?? 0);
    if (!next || next === row) return;
    event.preventDefault();
    onRow(next);
  };
  const isUnread = seen?.parts === null;
  return (
    <dialog
      ref={dialog}
      className="drawer drawer-end quick-look"
      closedby="any"
      aria-labelledby={isUnread ? undefined : headingId}
      aria-label={isUnread ? words.open : undefined}
      onKeyDown={step}
      onClose={() => onRow(null)}
    >
      <div className="drawer-head">
        <a className="btn btn-outline look-open" href={seen && addressOf(seen.row)}>
          {words.open}
        </a>
        <button type="button" className="btn" onClick={() => dialog.current!.close()}>
          {words.close}
        </button>
      </div>
      {isUnread && (
        <div role="alert" className="look-failed">
          <p>{words.failed}</p>
          <button type="button" className="btn btn-outline" onClick={() => setTries((before) => before + 1)}>
            {words.again}
          </button>
        </div>
      )}
      <div ref={holder} className="look-parts" />
    </dialog>
  );
}

const addressOf = (row: HTMLElement): string => row.querySelector<HTMLAnchorElement>('.record-link')!.href;

function neighbour(row: HTMLElement, by: number): HTMLElement | undefined {
  const rows = [...document.querySelectorAll<HTMLElement>(ROW)];
  return rows[rows.indexOf(row) + by];
}

function mark(row: HTMLElement): void {
  for (const other of document.querySelectorAll(`${ROW}[aria-selected]`)) other.removeAttribute('aria-selected');
  row.setAttribute('aria-selected', 'true');
  row.scrollIntoView({ block: 'nearest' });
}
