import { useEffect, useLayoutEffect, useRef, useState, type KeyboardEvent, type MouseEvent } from 'react';
import { searchPath } from '#lib/records/paths.ts';
import { Icon } from '../ui/Icon.tsx';
import { PaletteList } from './PaletteList.tsx';
import type { Command } from './palette-commands.ts';
import { keyOf, sectionsOf, type Offered } from './palette-sections.ts';
import { usePaletteAnswer } from './palette-answer.ts';
import { SEARCH_MAX } from '#lib/values/constants.ts';

const AFTER_TYPING_MS = 120;

interface Props {
  words: Record<string, string>;
  /** What was typed before it opened, and whether Enter was pressed after it. */
  typed: string;
  isEntered: boolean;
  /** The acts of the page, and what is the same on each. */
  acts: readonly Command[];
  commands: readonly Command[];
  offering: Promise<Offered | undefined>;
  onClose: () => void;
}

/**
 * Pages, records, what can be created, the acts of the record on the page, display settings, by words. Nothing is decided
 * here: acts are the page's own buttons, records come from the search with the person's rights.
 */
export function Palette({ words, typed, isEntered, acts, commands, offering, onClose }: Props) {
  const dialog = useRef<HTMLDialogElement>(null);
  const field = useRef<HTMLInputElement>(null);
  const [value, setValue] = useState(typed);
  const [offered, setOffered] = useState<Offered>();
  /** Chosen by an arrow (`isOwn`) or under the pointer; without, the first. */
  const [pointed, setPointed] = useState<{ key: string; isOwn: boolean } | null>(null);
  const { answer, ask, answered } = usePaletteAnswer(() => setPointed((before) => (before?.isOwn ? before : null)));
  const q = value.trim();
  const sections = sectionsOf(q, { acts, commands, offered, answer, words, again: () => ask(field.current!.value, 0) });
  const options = sections.flatMap(({ items }) => items);
  const at = pointed ? options.findIndex((option) => keyOf(option) === pointed.key) : -1;
  const chosen = at >= 0 ? at : q !== '' && options.length > 0 ? 0 : -1;
  /** For what goes on after an answer was awaited. */
  const now = useRef({ options, chosen, pointed, answer });
  now.current = { options, chosen, pointed, answer };

  useLayoutEffect(() => {
    dialog.current!.showModal();
    field.current!.focus();
    field.current!.setSelectionRange(typed.length, typed.length);
  }, []);
  useEffect(() => {
    ask(typed, 0);
    void offering.then(setOffered);
    if (isEntered) void enter();
    return () => ask(null, 0);
  }, []);

  function choose(index: number, isOwn: boolean) {
    const option = options[index];
    if (!option) return;
    setPointed({ key: keyOf(option), isOwn });
    if (isOwn) document.getElementById(`palette-option-${index}`)?.scrollIntoView({ block: 'nearest' });
  }

  /**
   * Enter means what was typed, however fast. A choice of one's own and a command found by its words are there at once;
   * for a number, or where nothing is found yet, the answer is awaited. What is typed meanwhile takes the Enter back.
   */
  async function enter(isElsewhere = false) {
    const entered = field.current!.value;
    // What can be created may still be loading, and be meant.
    await offering;
    const { chosen: index, pointed: own } = now.current;
    const isKnown = own?.isOwn || (index >= 0 && !/\d/.test(entered));
    if (!isKnown && entered.trim() !== '' && now.current.answer === undefined) await answered(entered);
    if (!dialog.current?.open || field.current!.value !== entered) return;
    const { options: all, chosen: last, answer: found } = now.current;
    const command = isKnown || found ? all[last] : undefined;
    if (command) run(command, isElsewhere);
    else if (entered.trim() !== '') location.assign(searchPath.of(entered.trim()));
  }

  function run(command: Command, isElsewhere: boolean) {
    if (!command.stays) dialog.current!.close();
    if (command.href && isElsewhere) window.open(command.href);
    else if (command.href) location.assign(command.href);
    else command.run!();
  }

  function onKeyDown(event: KeyboardEvent) {
    const count = options.length;
    const to = {
      ArrowDown: (chosen + 1) % count,
      ArrowUp: (Math.max(chosen, 0) + count - 1) % count,
      PageDown: Math.min(count - 1, chosen + 8),
      PageUp: Math.max(0, chosen - 8),
    }[event.key];
    if (event.nativeEvent.isComposing) return;
    if (event.key === 'k' && (event.ctrlKey || event.metaKey)) {
      event.stopPropagation();
      dialog.current!.close();
    } else if (to !== undefined && count > 0) choose(to, true);
    else if (event.key === 'Enter') void enter(event.ctrlKey || event.metaKey);
    else return;
    event.preventDefault();
  }

  const text = statusText();
  return (
    <dialog ref={dialog} className="palette" aria-label={words.title} onClose={onClose} {...{ closedby: 'any' }}>
      <div className="palette-field">
        <Icon name="search" />
        <input
          ref={field}
          role="combobox"
          aria-expanded
          aria-controls="palette-list"
          aria-autocomplete="list"
          aria-activedescendant={chosen >= 0 ? `palette-option-${chosen}` : undefined}
          autoComplete="off"
          autoCapitalize="none"
          spellCheck={false}
          maxLength={SEARCH_MAX}
          aria-label={words.label}
          placeholder={words.hint}
          value={value}
          onChange={({ target }) => {
            setValue(target.value);
            setPointed(null);
            ask(target.value, AFTER_TYPING_MS);
          }}
          onKeyDown={onKeyDown}
        />
        <button className="icon-button" type="button" aria-label={words.close} onClick={() => dialog.current!.close()}>
          <Icon name="x" />
        </button>
      </div>
      <p className="palette-said" hidden={text === '' || (answer === undefined && options.length > 0)}>
        {text}
      </p>
      <PaletteList
        sections={sections}
        chosen={chosen}
        label={words.results!}
        isBusy={answer === undefined}
        onPoint={(index) => choose(index, false)}
        onClick={(command, event: MouseEvent) => command.href === undefined && run(command, event.ctrlKey)}
      />
      <p className="palette-foot">
        <span>
          <kbd>↑</kbd> <kbd>↓</kbd> {words.choose}
        </span>
        <span>
          <kbd>{words.enter}</kbd> {words.open}
        </span>
        <span>
          <kbd>{words.escape}</kbd> {words.close}
        </span>
      </p>
      <p className="sr-only" role="status">
        {answer !== undefined &&
          (text ||
            words[options.length === 1 ? 'count_one' : 'count_other']!.replace('{count}', String(options.length)))}
      </p>
    </dialog>
  );

  /** The line below the field. */
  function statusText(): string {
    if (answer === undefined) return words.loading!;
    if (answer === null) return words.failed!;
    const { meant, groups, recent, exact } = answer;
    if (meant) return words.meant!.replace('{words}', () => q).replace('{meant}', () => meant);
    return groups.length + recent.length === 0 && !exact && options.length <= 1 && q !== ''
      ? words.none!.replace('{words}', () => q)
      : '';
  }
}
