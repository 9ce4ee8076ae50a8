import { useStore } from '@nanostores/react';
import { useEffect, useLayoutEffect, useRef, useState } from 'react';
import { callOf } from '#lib/values/paths.ts';
import { api } from '../api.ts';
import { translateWith } from '../translate-with.ts';
import { FieldFrame, described } from '../ui/FieldFrame.tsx';
import { Icon } from '../ui/Icon.tsx';
import { useIsLive } from '../ui/is-live.ts';
import { plainText } from '../ui/plain-text.ts';
import { $changes, followBoxes, labelOf, type RightChange } from './matrix.ts';
import { REASON_MAX } from '#lib/values/constants.ts';

/** What the changes would do (`/api/directory/roles/:id/preview`). */
interface Effect {
  gain: number;
  lose: number;
  /** People who keep or have a right through another role; `count` of them in all. */
  through: { subject: string; action: string; count: number; people: { person: string; role: string }[] }[];
  /** Pairs of actions that no one should hold together. */
  duties: { subject: string; actions: [string, string] }[];
}

interface Props {
  /** Where the effect is asked for. */
  preview: string;
  reason: string;
  error?: string | undefined;
  words: Record<string, string>;
}

const W = 'directory.role.matrix';
const AFTER_CHANGE_MS = 250;

/**
 * The changes of a role before they are saved: which they are, who gains and who loses, and the reason where two duties
 * meet. Without script there are the reason and the buttons.
 */
export default function BeforeSaving({ preview, reason: drawn, error, words }: Props) {
  const t = translateWith(words);
  const isLive = useIsLive();
  const place = useRef<HTMLDivElement>(null);
  const form = () => place.current!.closest('form')!;
  const changes = useStore($changes);
  const effect = useEffectOf(preview, changes);
  const [typed, setTyped] = useState(() => plainText('reason').typed ?? drawn);
  useLayoutEffect(() => followBoxes(form()), []);
  useUnsavedWarning(place);

  const duties = effect?.duties ?? [];
  const needsReason = duties.length > 0;
  const waits = needsReason && typed.trim() === '';
  const reset = () => setTyped(drawn);
  return (
    <div ref={place}>
      {changes.length === 0 && <p className="muted needs-script">{t(`${W}.nothing`)}</p>}
      <ul className="change-list">
        {changes.map((change) => (
          <Change key={change.right} change={change} through={throughOf(effect, change)} words={words} />
        ))}
      </ul>
      {changes.length > 0 && (
        <dl className="figures-strip effect">
          {(['gain', 'lose'] as const).map((name) => (
            <div key={name}>
              <dd data-gain={name === 'gain' ? '' : undefined}>{effect?.[name] ?? 0}</dd>
              <dt>{t(`${W}.${name}`, { count: effect?.[name] ?? 0 })}</dt>
            </div>
          ))}
        </dl>
      )}
      {needsReason && (
        <p className="notice tone-waits" role="status">
          <Icon name="triangle-alert" />
          <span>
            <b>{t(`${W}.duties`)}</b> {duties.map((duty) => dutyText(t, form(), duty)).join(' ')}
          </span>
        </p>
      )}
      {(!isLive || needsReason || error) && (
        <div className={isLive || error ? undefined : 'needs-no-script'}>
          <FieldFrame id="reason" label={t(`${W}.reasonShown`)} hint={t(`${W}.reasonHint`)} error={error}>
            <textarea
              className="textarea"
              id="reason"
              name="reason"
              rows={3}
              maxLength={REASON_MAX}
              required={needsReason}
              value={typed}
              onChange={({ target }) => setTyped(target.value)}
              {...described('reason', true, error)}
            />
          </FieldFrame>
        </div>
      )}
      <div className="button-row button-row-equal">
        <button className="btn btn-outline" type="reset" onClick={reset}>
          {t('common.discard')}
        </button>
        <button
          className="btn btn-primary"
          name="act"
          value="savePermissions"
          disabled={isLive && (waits || changes.length === 0)}
        >
          {t(`${W}.save`)}
        </button>
      </div>
      <p className="side-note" role="status">
        {waits && `${t(`${W}.needsReason`)} `}
        {t(`${W}.effect`)}
      </p>
    </div>
  );
}

type Through = Effect['through'][number];

/** One change; below it who has or keeps the right through another role. */
function Change({
  change,
  through,
  words,
}: { change: RightChange; through?: Through | undefined } & Pick<Props, 'words'>) {
  const t = translateWith(words);
  const { label, isAdded } = change;
  const names = through?.people.map((one) => t(`${W}.${isAdded ? 'has' : 'keeps'}`, { ...one }));
  const more = through ? through.count - through.people.length : 0;
  return (
    <li>
      <span className={`change-mark ${isAdded ? 'is-added' : 'is-removed'}`}>
        <Icon name={isAdded ? 'plus' : 'minus'} label={t(`${W}.${isAdded ? 'added' : 'removed'}`)} />
      </span>
      <p>
        {label}
        {names && <small>{[...names, ...(more > 0 ? [t(`${W}.andMore`, { count: more })] : [])].join('; ')}</small>}
      </p>
    </li>
  );
}

const throughOf = (effect: Effect | null, { right }: RightChange): Through | undefined =>
  effect?.through.find(({ subject, action }) => `${subject}:${action}` === right);

function dutyText(
  t: ReturnType<typeof translateWith>,
  form: ParentNode,
  { subject, actions }: Effect['duties'][number],
) {
  const [[name, one], [, other]] = actions.map((action) => labelOf(form, `${subject}:${action}`)) as [
    [string, string],
    [string, string],
  ];
  return t(`${W}.dutiesText`, { one, other, subject: name });
}

/** What the changes would do, asked once they rest for a moment; of several answers only that to the newest counts. */
function useEffectOf(preview: string, changes: readonly RightChange[]): Effect | null {
  const [effect, setEffect] = useState<Effect | null>(null);
  useEffect(() => {
    if (changes.length === 0) return setEffect(null);
    const stop = new AbortController();
    const timer = setTimeout(async () => {
      const query = new URLSearchParams(changes.map(({ right, isAdded }) => [isAdded ? 'add' : 'remove', right]));
      const { signal } = stop;
      const answer = await api<Effect>(callOf(`${preview}?${query}`), { background: true, signal }).catch(() => null);
      if (answer && !signal.aborted) setEffect(answer);
    }, AFTER_CHANGE_MS);
    return () => {
      clearTimeout(timer);
      stop.abort();
    };
  }, [changes]);
  return effect;
}

/** Asks before the page is left with changes that are not being saved. */
function useUnsavedWarning(place: React.RefObject<HTMLElement | null>): void {
  useEffect(() => {
    const form = place.current!.closest('form')!;
    let isSaving = false;
    const onSubmit = () => (isSaving = true);
    const onLeave = (event: Event) => {
      if (!isSaving && $changes.get().length > 0) event.preventDefault();
    };
    form.addEventListener('submit', onSubmit);
    addEventListener('beforeunload', onLeave);
    return () => {
      form.removeEventListener('submit', onSubmit);
      removeEventListener('beforeunload', onLeave);
    };
  }, []);
}
