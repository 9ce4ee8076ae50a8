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
import { trackDraft, type DraftTracker } from '../draft-tracker.ts';
import { translateWith } from '../translate-with.ts';
import { checkBy } from './check.ts';
import { Files } from './Files.tsx';
import { FormContextProvider, type Forecast } from './form-context.ts';
import { Foot } from './Foot.tsx';
import { FoldedSection, LinesSection, Section } from './Sections.tsx';
import { Side } from './Side.tsx';
import { Summary } from './Summary.tsx';
import { useSending } from './use-sending.ts';
import { useTypedBefore } from './typed-before.ts';

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
  const [draftAt, setDraftAt] = useState('');
  const [forecast, setForecast] = useState<Forecast>(props.expected);
  const element = useRef<HTMLFormElement>(null);
  const draft = useRef<DraftTracker>(null);
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
  const touched = useCallback(() => draft.current?.touched(), []);

  useEffect(() => {
    draft.current = trackDraft(element.current!, {
      place: () => place.current,
      person: viewer.person,
      changed: props.changed || before.taken(),
      saved: drafted,
    });
    if (before.taken()) touched();
    for (const fault of props.faults) form.setError(fault.path, { type: 'server', message: fault.message });
    // Until the form has checked itself, what is changed is not wrong any more.
    const changes = form.watch((_typed, { name }) => {
      if (name && name !== 'lines' && !form.formState.isSubmitted) form.clearErrors(name);
    });
    return () => {
      draft.current?.stop();
      changes.unsubscribe();
    };
  }, []);

  // What is typed now has taken the place of what was kept before.
  const drafted = (time: string) => {
    element.current?.querySelector('[data-draft-notice]')?.remove();
    setDraftAt(time);
  };
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
          <Foot draftAt={draftAt} busy={busy} />
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
