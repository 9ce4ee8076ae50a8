import { useId, useLayoutEffect, useRef, useState, type KeyboardEvent } from 'react';
import { mentionBeingTyped } from '#lib/on-records/mention.ts';
import { mentionsCall } from '#lib/on-records/paths.ts';
import { api } from '../api.ts';
import { translateWith } from '../translate-with.ts';
import { useIsLive } from '../ui/is-live.ts';
import { notifyForm, useOffers, type Offer } from '../ui/offers.ts';
import { OfferList } from '../ui/OfferList.tsx';
import { COMMENT_MAX } from '#lib/values/constants.ts';

interface Props {
  entity: string;
  id: string;
  /** Its texts, by key (`records.comment`). */
  words: Record<string, string>;
}

interface Person {
  key: string;
  name: string;
  jobTitle: string | null;
  mayOpen: boolean;
}

/**
 * The text of a comment. After an @ it offers people by a part of their name: arrows select, Enter or Tab accepts, Escape
 * leaves the text as it is. Without script it is a plain field, and user names are typed.
 */
export default function CommentText({ entity, id, words }: Props) {
  const t = translateWith(words);
  const list = useId();
  const field = useRef<HTMLTextAreaElement>(null);
  const isLive = useIsLive();
  const [typed, setTyped] = useState<string | null>(null);
  const [at, setAt] = useState(0);
  const [isFocused, setFocused] = useState(false);
  const offered = useOffers(typed, async (name): Promise<Offer[]> => {
    const { items } = await api<{ items: Person[] }>(mentionsCall(entity, id, name));
    return items.map(({ key, name: full, jobTitle, mayOpen }) => ({
      key,
      name: full,
      about: [`@${key}`, jobTitle, !mayOpen && t('records.comment.noAccess')].filter(Boolean).join(' · '),
    }));
  });
  const offers = (isFocused && typed !== null && offered) || [];
  const chosen = offers[Math.min(at, offers.length - 1)];
  const optionId = (index: number) => `${list}-${index}`;

  function look() {
    const { value, selectionStart, selectionEnd } = field.current!;
    const name = selectionStart === selectionEnd ? mentionBeingTyped(value.slice(0, selectionStart)) : null;
    if (name !== typed) setAt(0);
    setFocused(true);
    setTyped(name);
  }
  // A name typed before the script had come is offered as well.
  useLayoutEffect(() => {
    if (document.activeElement === field.current) look();
  }, []);
  function take({ key }: Offer) {
    const { selectionStart: end } = field.current!;
    field.current!.setRangeText(`${key} `, end - typed!.length, end, 'end');
    setTyped(null);
    notifyForm(field.current);
    field.current!.focus();
  }
  function onKeyDown(event: KeyboardEvent) {
    if (!chosen || event.ctrlKey || event.nativeEvent.isComposing) return;
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (step) setAt((offers.indexOf(chosen) + step + offers.length) % offers.length);
    else if (event.key === 'Enter' || event.key === 'Tab') take(chosen);
    else if (event.key === 'Escape') setTyped(null);
    else return;
    event.preventDefault();
  }
  return (
    <div className="pick-field">
      <textarea
        ref={field}
        className="textarea"
        name="text"
        required
        maxLength={COMMENT_MAX}
        aria-label={t('common.comment')}
        placeholder={t('records.comment.hint')}
        onInput={look}
        onSelect={look}
        onKeyDown={onKeyDown}
        onFocus={() => setFocused(true)}
        onBlur={() => setFocused(false)}
        aria-autocomplete={isLive ? 'list' : undefined}
        aria-controls={isLive ? list : undefined}
        aria-activedescendant={chosen && optionId(offers.indexOf(chosen))}
      />
      <OfferList
        offers={offers}
        list={{ id: list, role: 'listbox', 'aria-label': t('records.comment.people') }}
        option={(offer, index) => ({
          id: optionId(index),
          role: 'option',
          'aria-selected': offer === chosen,
          onPointerMove: () => setAt(index),
          // Before the field loses the focus.
          onPointerDown: (event) => {
            event.preventDefault();
            take(offer);
          },
        })}
      />
      <p className="hint" role="status">
        {typed && offered?.length === 0 && t('records.comment.nobody', { words: typed })}
      </p>
    </div>
  );
}
