import { useCallback, useEffect, useMemo, useRef, useState, type KeyboardEvent, type ReactNode } from 'react';
import { useForm } from 'react-hook-form';
import type { DocumentRules } from '#lib/documents/form/rules.ts';
import {
  isIssued,
  rowOfLine,
  type DocumentFormProps,
  type FormFault,
  type Typed,
  type WaitingFile,
} from '#lib/documents/form/form.ts';
import type { ApiError } from '../api-error.ts';
import { KEY_ENTRY } from '#lib/records/idempotency-key.ts';
import { recordPaths } from '#lib/records/paths.ts';
import { leaveMessage } from '../flash.ts';
import { trackDraft, type DraftTracker } from '../draft-tracker.ts';
import { translateWith } from '../translate-with.ts';
import { checkBy } from './check.ts';
import { Files } from './Files.tsx';
import { FormContextProvider, type Forecast } from './form-context.ts';
import { Foot } from './Foot.tsx';
import { HeaderField } from './HeaderField.tsx';
import { Lines } from './Lines.tsx';
import { attach, lineIds, save, submit } from './sending.ts';
import { Side } from './Side.tsx';
import { Summary } from './Summary.tsx';
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
  const { words, viewer, partial, sections, lines, files } = props;
  const pages = recordPaths(props.path);
  const follows = !partial && Boolean(rules.prices || props.asks);
  const t = useMemo(() => translateWith(words), [words]);
  const sending = useRef(false);
  const resolver = useMemo(() => checkBy(props, rules, t, () => sending.current), []);
  const form = useForm<Typed>({
    defaultValues: props.typed,
    resolver,
    reValidateMode: 'onChange',
    shouldFocusError: false,
  });
  const before = useTypedBefore(form, props.typed);
  const [record, setRecord] = useState(props.record);
  const [idempotencyKey, setIdempotencyKey] = useState(props.idempotencyKey);
  const [faults, setFaults] = useState(props.faults);
  const [problem, setProblem] = useState(props.problem);
  const [waiting, setWaiting] = useState(files?.waiting ?? []);
  const uploaded = useRef(waiting);
  const uploading = useRef(Promise.resolve());
  const [draftAt, setDraftAt] = useState('');
  const [forecast, setForecast] = useState<Forecast>(props.expected);
  const [busy, setBusy] = useState(false);
  const element = useRef<HTMLFormElement>(null);
  const draft = useRef<DraftTracker>(null);
  const place = useRef(props.place);
  const keepFiles = (now: WaitingFile[]) => {
    uploaded.current = now;
    setWaiting(now);
    touched();
  };
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
    return () => draft.current?.stop();
  }, []);

  // What is typed now has taken the place of what was kept before.
  const drafted = (time: string) => {
    element.current?.querySelector('[data-draft-notice]')?.remove();
    setDraftAt(time);
  };
  const show = (found: FormFault[], whole: string | null) => {
    for (const fault of found) form.setError(fault.path, { type: 'server', message: fault.message });
    setFaults(inOrder(found));
    setProblem(whole);
  };
  /** As they stand in the form, from top to bottom. */
  const inOrder = (found: FormFault[]): FormFault[] => {
    const order = [...sections.flatMap(({ fields }) => fields.map(({ name }) => name)), 'lines', 'attachments'];
    const at = (fault: FormFault) => order.indexOf(fault.path.split('.')[0]!);
    return found.toSorted((a, b) => at(a) - at(b));
  };

  const send = async (then: 'save' | 'send', entered: Typed) => {
    let saved = record;
    try {
      setBusy(true);
      await uploading.current;
      let answered = await save({ ...props, idempotencyKey }, record, entered);
      saved = answered;
      await draft.current?.discard();
      place.current = pages.edit(answered.id);
      if (!record) history.replaceState(null, '', place.current);
      setRecord(answered);
      for (const [path, id] of lineIds(props, entered, answered)) form.setValue(path, id);
      for (const file of uploaded.current) {
        await attach(props, answered, file);
        // What is on the document is not put on it again when another file is refused.
        uploaded.current = uploaded.current.filter((other) => other !== file);
        setWaiting(uploaded.current);
      }
      if (then === 'send') answered = await submit(props, answered);
      draft.current?.leaveNow();
      leaveMessage(t(`documents.said.${saidAs(props, then, saved, answered)}`, { name: nameOf(props, answered) }));
      location.assign(pages.show(answered.id));
    } catch (error) {
      const refused = error as ApiError;
      setBusy(false);
      // Somebody saved meanwhile: the page itself puts both together, field by field.
      if (refused.code === 'stale-version') return postPlainly(then);
      if (refused.code === 'idempotency-key-reused') {
        setIdempotencyKey(crypto.randomUUID());
        return show([], t('records.form.savedBefore'));
      }
      const found = (refused.errors ?? []).map((fault) => ({
        path: fault.path.replace(/^lines\.(\d+)/, (whole, line: string) =>
          lines ? `lines.${rowOfLine(lines, entered.lines, Number(line))}` : whole,
        ),
        message: fault.message,
      }));
      const isSaved = saved !== record && then === 'send';
      show(found, found.length === 0 ? refused.message : isSaved ? t('documents.form.savedButNotSent') : null);
    }
  };
  const postPlainly = (then: string) => {
    draft.current?.leaveNow();
    const choice = document.createElement('input');
    Object.assign(choice, { type: 'hidden', name: 'then', value: then });
    element.current!.append(choice);
    element.current!.submit();
  };
  const press = (then: 'save' | 'send') => {
    sending.current = then === 'send';
    return form.handleSubmit((entered) => send(then, entered), refuse)();
  };
  const refuse = (errors: object) => {
    const found: FormFault[] = [];
    collect(errors, '', found);
    setFaults(inOrder(found));
    setProblem(null);
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key !== 'Enter') return;
    if (event.ctrlKey || event.metaKey) void press(partial ? 'save' : 'send');
    // A key pressed in passing must not save and close.
    else if ((event.target as Element).matches('input')) event.preventDefault();
  };

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
          {sections.map(({ heading, hint, fields }, index) => (
            <section key={index} className="form-section">
              {heading && <h2>{heading}</h2>}
              {hint && <p className="hint">{hint}</p>}
              <div className="form-columns">
                {fields.map((field) => (
                  <HeaderField key={field.name} field={field} />
                ))}
              </div>
            </section>
          ))}
          {lines && (
            <section className="form-section">
              <h2>{t('documents.lines.many')}</h2>
              {lines.hint && <p className="hint">{lines.hint}</p>}
              <Lines />
            </section>
          )}
          {files && (
            <section className="form-section">
              <h2>{t('documents.form.files')}</h2>
              <p className="hint">{t('documents.form.filesHint')}</p>
              <Files
                {...files}
                waiting={waiting}
                onChange={keepFiles}
                onUpload={(done) => {
                  uploading.current = done;
                }}
                error={faults.find((fault) => fault.path === 'attachments')?.message}
              />
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

/** The name of what has been done; a revision that asked nobody is in force already. */
function saidAs({ revision }: DocumentFormProps, then: 'save' | 'send', saved: object, answered: object): string {
  if (!revision) return then === 'send' ? 'submit' : 'save';
  if (then === 'save') return 'changeRevision';
  return isIssued(saved, answered) ? 'issueRevision' : 'sendRevision';
}

/** By what people know the document: the first of its title fields that says something. */
function nameOf({ titleFields }: DocumentFormProps, saved: Readonly<Record<string, unknown>>): string {
  return String(titleFields.map((name) => saved[name]).find(Boolean) ?? '');
}

/** Every fault of the nested errors with its path, in the order of the form. */
function collect(errors: object, path: string, found: FormFault[]): void {
  for (const [name, error] of Object.entries(errors) as [string, { message?: string; type?: string } | undefined][]) {
    if (!error || name === 'ref' || name === 'root') continue;
    const here = path ? `${path}.${name}` : name;
    if (typeof error.message === 'string') found.push({ path: here, message: error.message });
    else if (typeof error === 'object') collect(error, here, found);
  }
}
