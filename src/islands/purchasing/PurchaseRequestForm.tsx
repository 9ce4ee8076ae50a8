import { useCallback, useEffect, useMemo, useRef, useState, type KeyboardEvent, type ReactNode } from 'react';
import { useForm } from 'react-hook-form';
import type { FormFault, RequestFormProps, Typed, WaitingFile } from '#lib/purchasing/purchase-request-form.ts';
import { requestPath } from '#lib/purchasing/purchase-request-paths.ts';
import type { ApiError } from '../api-error.ts';
import { leaveMessage } from '../flash.ts';
import { keepDraft, type DraftKeeper } from '../keep-draft.ts';
import { Icon } from '../ui/Icon.tsx';
import { translateWith } from '../words.ts';
import { checkBy } from './check.ts';
import { Files } from './Files.tsx';
import { FormContextProvider } from './form-context.ts';
import { HeaderField } from './HeaderField.tsx';
import { Lines } from './Lines.tsx';
import { attach, rowOfLine, save, submit } from './sending.ts';
import { Side } from './Side.tsx';
import { Summary } from './Summary.tsx';

interface Props extends RequestFormProps {
  /** Notices drawn by the page: a kept draft, somebody's newer values. */
  children?: ReactNode;
}

/** A request being written: header, items, files; what follows from them at the side. Without script it is a plain form. */
export default function PurchaseRequestForm(props: Props) {
  const {
    words,
    language,
    today,
    gstMethod,
    person,
    ownDepartments,
    partial,
    fields,
    units,
    categories,
    centers,
    typed,
    seen,
    expected,
    files,
  } = props;
  const t = useMemo(() => translateWith(words), [words]);
  const sending = useRef(false);
  const resolver = useMemo(() => checkBy({ fields, t, language, today, sending: () => sending.current }), []);
  const form = useForm<Typed>({
    defaultValues: typed as never,
    resolver,
    reValidateMode: 'onChange',
    shouldFocusError: false,
  });
  const [record, setRecord] = useState(props.record);
  const [faults, setFaults] = useState(props.faults);
  const [problem, setProblem] = useState(props.problem);
  const [waiting, setWaiting] = useState(files.waiting);
  const uploaded = useRef(files.waiting);
  const uploading = useRef(Promise.resolve());
  const [draftAt, setDraftAt] = useState('');
  const [busy, setBusy] = useState(false);
  const element = useRef<HTMLFormElement>(null);
  const draft = useRef<DraftKeeper>(null);
  const place = useRef(record ? requestPath.edit(record.id) : requestPath.create);
  const keepFiles = (now: WaitingFile[]) => {
    uploaded.current = now;
    setWaiting(now);
    touched();
  };
  const touched = useCallback(() => draft.current?.touched(), []);

  useEffect(() => {
    draft.current = keepDraft(element.current!, {
      place: () => place.current,
      person,
      changed: props.changed,
      saved: drafted,
    });
    for (const { path, message } of props.faults) form.setError(path as never, { type: 'server', message });
    return () => draft.current?.stop();
  }, []);

  // What is typed now has taken the place of what was kept before.
  const drafted = (time: string) => {
    element.current?.querySelector('[data-draft-notice]')?.remove();
    setDraftAt(time);
  };
  const label = (path: string): string => {
    const [name = '', row, cell] = path.split('.');
    if (cell) return `${t('purchasing.line.row', { no: Number(row) + 1 })}, ${t(`purchasing.line.fields.${cell}`)}`;
    return fields.find((field) => field.name === name)?.label ?? t(`purchasing.purchaseRequest.fields.${name}`);
  };
  const show = (found: { path: string; message: string }[], whole: string | null) => {
    for (const { path, message } of found) form.setError(path as never, { type: 'server', message });
    setFaults(inOrder(found));
    setProblem(whole);
  };
  /** As they stand in the form, from top to bottom. */
  const inOrder = (found: { path: string; message: string }[]): FormFault[] => {
    const order = [...fields.map(({ name }) => name), 'lines', 'attachments'];
    const at = ({ path }: { path: string }) => order.indexOf(path.split('.')[0]!);
    return found.toSorted((a, b) => at(a) - at(b)).map((fault) => ({ ...fault, label: label(fault.path) }));
  };

  const send = async (then: 'save' | 'send', entered: Typed) => {
    let saved = record;
    try {
      setBusy(true);
      await uploading.current;
      saved = await save(record, entered, fields, language, partial);
      await draft.current?.forget();
      place.current = requestPath.edit(saved.id);
      if (!record) history.replaceState(null, '', place.current);
      setRecord(saved);
      for (const file of uploaded.current) {
        await attach(saved, file);
        // What is on the request is not put on it again when another file is refused.
        uploaded.current = uploaded.current.filter((other) => other !== file);
        setWaiting(uploaded.current);
      }
      if (then === 'send') saved = await submit(saved);
      draft.current?.leaveNow();
      leaveMessage(
        t(`purchasing.purchaseRequest.said.${then === 'send' ? 'submit' : 'save'}`, {
          name: saved.number ?? saved.title,
        }),
      );
      location.assign(requestPath.show(saved.id));
    } catch (error) {
      const refused = error as ApiError;
      setBusy(false);
      // Somebody saved meanwhile: the page itself puts both together, field by field.
      if (refused.code === 'stale-version') return postPlainly(then);
      const found = (refused.errors ?? []).map(({ path, message }) => ({
        path: path.replace(/^lines\.(\d+)/, (_, line: string) => `lines.${rowOfLine(entered, Number(line))}`),
        message,
      }));
      show(
        found,
        found.length === 0
          ? refused.message
          : saved && then === 'send' && saved !== record
            ? t('purchasing.purchaseRequest.form.savedButNotSent')
            : null,
      );
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
    const found: { path: string; message: string }[] = [];
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
    <FormContextProvider
      value={{ t, language, today, gstMethod, form, touched, person, ownDepartments, units, categories, centers }}
    >
      <div className="form-layout">
        <form
          className="card"
          method="post"
          action={place.current}
          noValidate
          ref={element}
          aria-busy={busy}
          onKeyDown={onKeyDown}
          onSubmit={(event) => {
            event.preventDefault();
            void press(
              ((event.nativeEvent as SubmitEvent).submitter as HTMLButtonElement | null)?.value === 'send'
                ? 'send'
                : 'save',
            );
          }}
        >
          <Summary faults={faults} problem={problem} />
          {props.children}
          {record && <input type="hidden" name="version" value={record.version} />}
          <input type="hidden" name="seen" value={seen} />
          <section className="form-section">
            <h2>{t('purchasing.purchaseRequest.sections.request')}</h2>
            <p className="hint">{t('purchasing.purchaseRequest.form.requestHint')}</p>
            <div className="form-columns">
              {fields.map((field) => (
                <HeaderField key={field.name} field={field} />
              ))}
            </div>
          </section>
          {!partial && (
            <section className="form-section">
              <h2>{t('purchasing.line.many')}</h2>
              <p className="hint">{t('purchasing.purchaseRequest.form.itemsHint')}</p>
              <Lines />
            </section>
          )}
          <section className="form-section">
            <h2>{t('purchasing.purchaseRequest.fields.attachments')}</h2>
            <p className="hint">{t('purchasing.purchaseRequest.form.filesHint')}</p>
            <Files
              {...files}
              waiting={waiting}
              onChange={keepFiles}
              onUpload={(done) => {
                uploading.current = done;
              }}
              error={faults.find(({ path }) => path === 'attachments')?.message}
            />
          </section>
          <div className="form-foot">
            <p className="draft-state" role="status" data-shown={draftAt ? '' : undefined}>
              <Icon name="check" />
              <span>{draftAt && t('common.draftSaved', { time: draftAt })}</span>
            </p>
            <button
              className={partial ? 'btn btn-primary' : 'btn btn-outline'}
              name="then"
              value="save"
              disabled={busy}
            >
              {t('common.saveAndClose')}
            </button>
            {!partial && (
              <button className="btn btn-primary" name="then" value="send" disabled={busy} title="Ctrl + Enter">
                {t('purchasing.purchaseRequest.acts.submit')}
              </button>
            )}
          </div>
        </form>
        {!partial && <Side id={record?.id} person={person} expected={expected} />}
      </div>
    </FormContextProvider>
  );
}

/** Every fault of the nested errors with its path, in the order of the form. */
function collect(errors: object, path: string, found: { path: string; message: string }[]): void {
  for (const [name, error] of Object.entries(errors) as [string, { message?: string; type?: string } | undefined][]) {
    if (!error || name === 'ref' || name === 'root') continue;
    const here = path ? `${path}.${name}` : name;
    if (typeof error.message === 'string') found.push({ path: here, message: error.message });
    else if (typeof error === 'object') collect(error, here, found);
  }
}
