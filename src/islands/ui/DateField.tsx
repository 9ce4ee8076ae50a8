import { lazy, Suspense, useRef, useState, type ComponentPropsWithRef } from 'react';
import { formatDate, parseDate } from '#lib/values/time.ts';
import { Icon } from './Icon.tsx';

const Calendar = lazy(() => import('./Calendar.tsx'));

interface Props extends ComponentPropsWithRef<'input'> {
  id: string;
  /** 'YYYY-MM-DD' in Singapore. */
  today: string;
  /** Past days cannot be chosen. */
  ahead: boolean;
  language: string;
  openLabel: string;
  /** Called with DD/MM/YYYY. */
  onChoose: (text: string) => void;
}

/** A date as people type it, DD/MM/YYYY, with a calendar that is loaded when it is first opened. */
export function DateField({ id, today, ahead, language, openLabel, onChoose, ref, ...input }: Props) {
  const [opened, setOpened] = useState(false);
  const [shown, setShown] = useState<string | null>(null);
  const frame = useRef<HTMLDivElement>(null);
  const popover = useRef<HTMLDivElement>(null);
  const open = () => {
    setOpened(true);
    setShown(parseDate(frame.current?.querySelector('input')?.value ?? ''));
  };
  const choose = (date: string) => {
    onChoose(formatDate(date));
    popover.current?.hidePopover();
    frame.current?.querySelector('input')?.focus();
  };
  return (
    <div className="affix" ref={frame}>
      <input
        {...input}
        ref={ref}
        id={id}
        className="input figures"
        type="text"
        inputMode="numeric"
        autoComplete="off"
        maxLength={10}
      />
      <button
        className="icon-button"
        type="button"
        popoverTarget={`${id}-calendar`}
        aria-label={openLabel}
        onClick={open}
      >
        <Icon name="calendar" />
      </button>
      <div className="popover popover-end" popover="auto" id={`${id}-calendar`} ref={popover}>
        {opened && (
          <Suspense fallback={null}>
            <Calendar chosen={shown} today={today} ahead={ahead} language={language} onChoose={choose} />
          </Suspense>
        )}
      </div>
    </div>
  );
}
