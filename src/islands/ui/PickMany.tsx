import { useCombobox } from 'downshift';
import { useEffect, useRef, useState, type KeyboardEvent, type ReactNode } from 'react';
import { PLAIN_FIELD, useIsLive } from './is-live.ts';
import { notifyForm, useOffers, type Offer } from './offers.ts';
import { OfferList } from './OfferList.tsx';
import { useTypedValue } from './typed-value.ts';
import { SEARCH_MAX } from '#lib/values/constants.ts';

interface Props<O extends Offer> {
  /** Under which each is sent, by its key. */
  name: string;
  label: string;
  /** In words, how one is removed: "Recipient: {name}". */
  chipLabel: (name: string) => string;
  initial: readonly O[];
  /** The words in the field, and the name by which they are sent without script. */
  sought: string;
  soughtName: string;
  placeholder?: string | undefined;
  focus?: boolean | undefined;
  hint?: string | undefined;
  error?: string | undefined;
  /** What the form around it says and offers where there is no script. */
  withoutScript?: ReactNode;
  children?: ReactNode;
  find: (words: string) => Promise<readonly O[]>;
  /** What the list of offers is called. */
  offered: string;
  /** In words, that nothing of that name is there. */
  nothing: (words: string) => string;
  /** Picked already, here or elsewhere. */
  isTaken?: (offer: O) => boolean;
  chip: (offer: O) => ReactNode;
  chipClass?: (offer: O) => string;
  onChange?: (chosen: readonly O[]) => void;
}

const { InputKeyDownEnter, ItemClick, InputBlur } = useCombobox.stateChangeTypes;
const isPicking = (type: unknown): boolean => type === InputKeyDownEnter || type === ItemClick;

/**
 * Several people, or other things, picked by typing a part of their name: arrows select, Enter or a comma accepts,
 * Backspace in an empty field removes the last. Drawn on the server it is the plain form: ticked check boxes and a field
 * for the words.
 */
export function PickMany<O extends Offer>({ name, initial, sought, error: given, ...props }: Props<O>) {
  const [chosen, setChosen] = useState(initial);
  const [error, setError] = useState(given);
  const [wanted, setWanted] = useState<string | null>(null);
  const field = useRef<HTMLInputElement>(null);
  const isFirst = useRef(true);
  const isLive = useIsLive();
  const offered = useOffers(wanted, props.find as (words: string) => Promise<readonly Offer[]>);
  const isFree = (offer: O) => !chosen.some(({ key }) => key === offer.key) && !props.isTaken?.(offer);
  const offers = ((offered ?? []) as readonly O[]).filter(isFree);

  const { isOpen, highlightedIndex, ...box } = useCombobox<O>({
    id: props.soughtName,
    items: offers as O[],
    isOpen: wanted !== null && offers.length > 0,
    initialInputValue: sought,
    defaultHighlightedIndex: 0,
    selectedItem: null,
    itemToString: (offer) => offer?.name ?? '',
    onInputValueChange: ({ inputValue }) => want(inputValue),
    onIsOpenChange: ({ isOpen: opens }) => !opens && setWanted(null),
    stateReducer: ({ inputValue }, { type, changes }) =>
      isPicking(type) ? { ...changes, inputValue: '' } : type === InputBlur ? { ...changes, inputValue } : changes,
    onStateChange: ({ type, selectedItem }) => selectedItem && isPicking(type) && pick(selectedItem),
  });
  useTypedValue(field, sought, (value) => {
    box.setInputValue(value);
    want(value);
  });
  useEffect(() => {
    if (!isFirst.current) notifyForm(field.current);
    isFirst.current = false;
    props.onChange?.(chosen);
  }, [chosen]);
  useEffect(() => {
    if (offered && wanted !== null) setError(offered.length === 0 ? props.nothing(wanted) : undefined);
  }, [offered]);

  function want(words: string) {
    setWanted(words.trim() === '' ? null : words.trim());
  }
  function pick(offer: O) {
    setChosen((before) => [...before, offer]);
    setError(undefined);
    setWanted(null);
    box.setInputValue('');
  }
  function onKeyDown(event: KeyboardEvent<HTMLInputElement>) {
    const { value } = event.currentTarget;
    if (event.key === 'Backspace' && value === '') setChosen((before) => before.slice(0, -1));
    else if (event.key === ',' && isOpen) {
      event.preventDefault();
      if (offers[highlightedIndex]) pick(offers[highlightedIndex]);
    } else if (event.key === 'Enter' && !event.ctrlKey && !isOpen) {
      event.preventDefault();
      want(value);
    }
  }
  const ids = [`${name}-hint`, `${name}-error`].join(' ');
  return (
    <div className="field pick-field" role="group" aria-label={props.label}>
      <label htmlFor={props.soughtName}>{props.label}</label>
      <div className="pick-box">
        <ul className="picked">
          {chosen.map((offer) => (
            <li key={offer.key}>
              <label className={`chip ${props.chipClass?.(offer) ?? ''}`}>
                <input
                  className="sr-only"
                  type="checkbox"
                  name={name}
                  value={offer.key}
                  defaultChecked
                  aria-label={props.chipLabel(offer.name)}
                  onChange={() => {
                    setChosen((before) => before.filter(({ key }) => key !== offer.key));
                    field.current?.focus();
                  }}
                />
                {props.chip(offer)}
              </label>
            </li>
          ))}
        </ul>
        <input
          className="input"
          {...box.getInputProps({ ref: field, onKeyDown, id: props.soughtName, 'aria-labelledby': undefined })}
          {...(isLive ? {} : PLAIN_FIELD)}
          name={props.soughtName}
          maxLength={SEARCH_MAX}
          placeholder={props.placeholder}
          autoFocus={props.focus}
          aria-invalid={error ? true : undefined}
          aria-describedby={ids}
        />
        {props.withoutScript}
        <OfferList
          offers={isOpen ? offers : []}
          list={box.getMenuProps({ 'aria-label': props.offered, 'aria-labelledby': undefined })}
          option={(offer, index) => box.getItemProps({ item: offer as O, index })}
        />
      </div>
      {props.children}
      <p className="hint" id={`${name}-hint`}>
        {props.hint}
      </p>
      <p className="field-error" id={`${name}-error`}>
        {error}
      </p>
    </div>
  );
}
