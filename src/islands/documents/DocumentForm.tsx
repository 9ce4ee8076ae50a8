import { useCallback, useEffect, useMemo, useRef, useState, type KeyboardEvent, type ReactNode } from 'react';
import { useForm } from 'react-hook-form';
import type { DocumentRules } from '#lib/documents/form/rules.ts';
import {
  LINES_SECTION,
  fileKindsOf,
  type DocumentFormProps,
  type Typed,
  type WaitingFile,
} from '#lib/documents/form/form.ts';
import { KEY_ENTRY } from '#lib/records/idempotency-key.ts';
import type { DraftShown, FormDraft } from '../draft-form.ts';
import { translateWith } from '../translate-with.ts';
import { checkBy } from './check.ts';
import { Files } from './Files.tsx';
import { FormContextProvider, type Forecast } from './form-context.ts';
import { Foot } from './Foot.tsx';
import { FoldedSection, LinesSection, Section } from './Sections.tsx';
import { Side } from './Side.tsx';
import { Summary } from './Summary.tsx';
import { useSending } from './use-sending.ts';
import { pressEarly, useTypedBefore } from './typed-before.ts';

interface Props extends DocumentFormProps {
  rules: DocumentRules;
  /** Notices drawn by the page: a kept draft, somebody's newer values. */
  children?: ReactNode;
  /** What the page shows at the side, below what follows from the entries. */
  beside?: ReactNode;
}

/** A document being written: header, lines, files; what follows from them at the side. Without script it is a plain form. */
export function DocumentForm({ rules, children, beside, ...props }: Props) {
  const { words, viewer, partial, sections, files } = props;
  const follows = !partial && Boolean(rules.prices || props.asks);
  const t = useMemo(() => translateWith(words), [words]);
  const sending = useRef(false);
  const resolver = useMemo(() => checkBy(props, rules, t, () => (sending.current ? kindsOfFiles() : null)), []);
  const form = useForm<Typed>({
    defaultValues: props.typed,
    resolver,
    reValidateMode: 'onChange',
    shouldFocusError: false,
  });
  const before = useTypedBefore(form, props.typed);
  const [waiting, setWaiting] = useState(files?.waiting ?? []);
  const uploaded = useRef(waiting);
  const uploading = useRef(Promise.resolve());
  /** The foot alone is drawn again with each state of the draft: a date that is being typed stays as it is. */
  const showDrafted = useRef<(shown: DraftShown) => void>(() => {});
  const [forecast, setForecast] = useState<Forecast>(props.expected);
  const element = useRef<HTMLFormElement>(null);
  const draft = useRef<FormDraft>(null);
  /** Loads what keeps the draft, with the first use of the form. */
  const startDraft = useRef<() => Promise<FormDraft>>(null);
  const starting = useRef<Promise<FormDraft>>(null);
  const place = useRef(props.place);
  const keepFiles = (now: WaitingFile[]) => {
    uploaded.current = now;
    setWaiting(now);
  };
  const kindsOfFiles = () => fileKindsOf(files && { ...files, waiting: uploaded.current });
  const { record, idempotencyKey, faults, problem, busy, press } = useSending(props, {
    form,
    t,
    element,
    draft,
    place,
    sending,
    files: { uploaded, uploading, keep: keepFiles },
  });
  const touched = useCallback(() => void startDraft.current?.().then((kept) => kept.touched()), []);

  useEffect(() => {
    const { current: whole } = element;
    const tracking = new AbortController();
    const { signal } = tracking;
    startDraft.current = () =>
      (starting.current ??= import('../draft-form.ts').then(({ followFlush, formDraft, showDraft }) => {
        const tracked = formDraft(whole!, {
          place: () => place.current,
          person: viewer.person,
          changed: props.changed || before.taken(),
          known: props.draftKnown === null ? undefined : props.draftKnown || null,
        });
        followFlush(tracked, signal);
        showDraft(whole!, tracked, t, (shown) => showDrafted.current(shown));
        draft.current = tracked;
        pressEarly();
        return tracked;
      }));
    whole!.addEventListener('input', touched, { signal });
    whole!.addEventListener('focusin', startDraft.current, { signal, once: true });
    const isInUse = whole!.contains(document.activeElement) || whole!.querySelector('[data-draft-notice]');
    const isNoted = sessionStorage.getItem(`draft:${viewer.person}:${place.current}`) !== null;
    if (isInUse || isNoted || props.changed) void startDraft.current();
    if (before.taken()) touched();
    for (const fault of props.faults) form.setError(fault.path, { type: 'server', message: fault.message });
    // Until the form has checked itself, what is changed is not wrong any more.
    const changes = form.watch((_typed, { name }) => {
      if (name && name !== 'lines' && !form.formState.isSubmitted) form.clearErrors(name);
    });
    return () => {
      draft.current?.stop();
      tracking.abort();
      changes.unsubscribe();
    };
  }, []);

  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key !== 'Enter') return;
    if (event.ctrlKey || event.metaKey) void press(partial ? 'save' : 'send');
    // A key pressed in passing must not save and close.
    else if ((event.target as Element).matches('input')) event.preventDefault();
  };

  const folded = sections.findLast(({ fold }) => fold);
  const attachments = files && (
    <>
      <p className="hint">{t('documents.form.filesHint')}</p>
      <Files
        {...files}
        waiting={waiting}
        onChange={(now) => {
          keepFiles(now);
          touched();
        }}
        onUpload={(done) => {
          uploading.current = done;
        }}
        error={faults.find((fault) => fault.path === 'attachments')?.message}
      />
    </>
  );
  return (
    <FormContextProvider value={{ ...props, t, rules, form, touched, forecast, setForecast }}>
      <div className="form-layout">
        <form
          className="card"
          method="post"
          action={place.current}
          noValidate
          id={before.id}
          ref={element}
          aria-busy={busy}
          onKeyDown={onKeyDown}
          onSubmit={(event) => {
            event.preventDefault();
            const pressed = (event.nativeEvent as SubmitEvent).submitter as HTMLButtonElement | null;
            void press(pressed?.value === 'send' ? 'send' : 'save');
          }}
        >
          <Summary faults={faults} problem={problem} />
          {children}
          {record && <input type="hidden" name="version" value={record.version} />}
          {!record && <input type="hidden" name={KEY_ENTRY} value={idempotencyKey ?? ''} autoComplete="off" />}
          {!record &&
            Object.entries(props.along).map(([name, value]) => (
              <input key={name} type="hidden" name={name} value={value} />
            ))}
          <input type="hidden" name="seen" value={props.seen} />
          {sections.map((section) =>
            section.name === LINES_SECTION ? (
              <LinesSection key={section.name} />
            ) : section.fold ? (
              <FoldedSection key={section.name} section={section} files={section === folded && attachments} />
            ) : (
              <Section key={section.name} section={section} />
            ),
          )}
          {!sections.some(({ name }) => name === LINES_SECTION) && <LinesSection />}
          {!folded && attachments && (
            <section className="form-section">
              <h2>{t('documents.form.files')}</h2>
              {attachments}
            </section>
          )}
          <Foot draft={draft} show={showDrafted} busy={busy} />
        </form>
        {(follows || beside) && (
          <div className="side">
            {follows && <Side id={record?.id} />}
            {beside}
          </div>
        )}
      </div>
    </FormContextProvider>
  );
}
