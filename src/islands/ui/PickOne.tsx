import { useCombobox } from 'downshift';
import { useEffect, useRef, useState } from 'react';
import { foldWord } from '#lib/values/near-word.ts';
import { notifyForm, type Offer } from './offers.ts';
import { OfferList } from './OfferList.tsx';

export interface Option {
  value: string;
  label: string;
}

interface Props {
  id: string;
  name: string;
  options: readonly Option[];
  value: string;
  /** The first entry of the plain control, which chooses nothing; none where one is chosen and must be. */
  empty?: string | undefined;
  required?: boolean | undefined;
  disabled?: boolean | undefined;
  /** Its label, where no visible one stands beside it. */
  label?: string | undefined;
  invalid?: boolean | undefined;
  /** The cursor begins in it. */
  autoFocus?: boolean | undefined;
  describedBy?: string | undefined;
  /** "Nothing matches {words}." */
  nothing: string;
  /** What the list of offers is called. */
  offered: string;
}

/** One of many, found by a part of its name. Without script, and while its list is open, it is a plain select. */
export default function PickOne(props: Props) {
  const plain = useRef<HTMLSelectElement>(null);
  /** What was chosen when the search took its place, and whether the cursor was in it. */
  const [taken, setTaken] = useState<{ value: string; autoFocus?: boolean }>();
  useEffect(() => {
    const select = plain.current!;
    const isUsed = document.activeElement === select;
    const take = () => setTaken({ value: select.value, ...(document.activeElement === select && { autoFocus: true }) });
    if (isUsed && isOpen(select)) select.addEventListener('blur', take, { once: true });
    else take();
  }, []);
  if (taken && !props.disabled) return <Searched {...props} {...taken} />;
  const { id, name, value, required, disabled, empty, options } = props;
  return (
    <select
      ref={plain}
      className="select"
      {...{ id, name, required, disabled }}
      defaultValue={value}
      {...ariaOf(props)}
    >
      {empty !== undefined && <option value="">{empty}</option>}
      {options.map((option) => (
        <option key={option.value} value={option.value}>
          {option.label}
        </option>
      ))}
    </select>
  );
}

/** Whether its list is open; where the browser does not say so, it may be. */
function isOpen(select: HTMLSelectElement): boolean {
  try {
    return select.matches(':open');
  } catch {
    return true;
  }
}

const ariaOf = ({ label, invalid, describedBy }: Props) =>
  ({
    'aria-label': label,
    'aria-invalid': invalid ? true : undefined,
    'aria-describedby': describedBy,
  }) as const;

const AT_ONCE = 50;
const { InputBlur, InputChange, InputKeyDownEscape } = useCombobox.stateChangeTypes;

/** Typing narrows the list, arrows select, Enter accepts, Escape and leaving the field take back what was only typed. */
function Searched({ options, nothing, offered, empty, ...props }: Props) {
  const sent = useRef<HTMLInputElement>(null);
  const [value, setValue] = useState(props.value);
  const [words, setWords] = useState<string | null>(null);
  const chosen = options.find((option) => option.value === value);
  const asked = foldWord(words ?? '')
    .split(/\s+/)
    .filter(Boolean);
  const matching = options
    .filter(({ label }) => asked.every((word) => foldWord(label).includes(word)))
    .slice(0, AT_ONCE)
    .map(({ value: key, label: name }): Offer => ({ key, name }));

  const { isOpen, ...box } = useCombobox<Offer>({
    id: `${props.id}-pick`,
    items: matching,
    defaultHighlightedIndex: 0,
    inputValue: words ?? chosen?.label ?? '',
    selectedItem: null,
    itemToString: (offer) => offer?.name ?? '',
    stateReducer: (_, { type, changes }) => (type === InputBlur ? { ...changes, selectedItem: null } : changes),
    onStateChange: ({ type, inputValue, selectedItem }) => {
      if (selectedItem) take(selectedItem.key);
      else if (type === InputChange) setWords(inputValue ?? '');
      else if (type === InputBlur || type === InputKeyDownEscape) leave();
    },
  });

  function take(key: string) {
    setWords(null);
    setValue(key);
    sent.current!.value = key;
    notifyForm(sent.current);
  }
  /** An emptied field means nothing, where that may be; words that were not taken mean nothing either. */
  function leave() {
    if (words?.trim() === '' && empty !== undefined && value !== '') take('');
    else setWords(null);
  }
  return (
    <div className="pick-field pick-one">
      <input ref={sent} type="hidden" name={props.name} defaultValue={value} />
      <input
        className="input select"
        {...box.getInputProps({
          id: props.id,
          required: props.required,
          placeholder: empty,
          autoFocus: props.autoFocus,
          'aria-labelledby': undefined,
          onFocus: ({ currentTarget }) => currentTarget.select(),
        })}
        {...ariaOf({ options, nothing, offered, ...props })}
      />
      <OfferList
        offers={isOpen ? matching : []}
        list={box.getMenuProps({ 'aria-label': offered, 'aria-labelledby': undefined })}
        option={(offer, index) => box.getItemProps({ item: offer, index })}
      />
      {words !== null && matching.length === 0 && (
        <p className="hint" role="status">
          {nothing.replace('{words}', () => words)}
        </p>
      )}
    </div>
  );
}
