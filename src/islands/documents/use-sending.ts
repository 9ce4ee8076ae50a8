import { useState, type RefObject } from 'react';
import type { UseFormReturn } from 'react-hook-form';
import {
  isIssued,
  rowOfLine,
  type DocumentFormProps,
  type FormFault,
  type Typed,
  type WaitingFile,
} from '#lib/documents/form/form.ts';
import { recordPaths } from '#lib/records/paths.ts';
import type { Translate } from '#lib/values/languages.ts';
import type { ApiError } from '../api-error.ts';
import type { FormDraft } from '../draft-form.ts';
import { leaveMessage } from '../flash.ts';
import { collectFaults, faultsInOrder } from './form-faults.ts';
import { attach, lineIds, save, submit } from './sending.ts';

type Then = 'save' | 'send';

interface Parts {
  form: UseFormReturn<Typed>;
  t: Translate;
  element: RefObject<HTMLFormElement | null>;
  draft: RefObject<FormDraft | null>;
  /** The path of the page: that of the record as soon as there is one. */
  place: RefObject<string>;
  /** What is to be sent: asked by the check of the entries. */
  sending: RefObject<boolean>;
  files: { uploaded: RefObject<WaitingFile[]>; uploading: RefObject<Promise<void>>; keep(now: WaitingFile[]): void };
}

/** What the buttons of the form do: save, or save and send; all that is refused comes back as faults of its fields. */
export function useSending(props: DocumentFormProps, { form, t, element, draft, place, sending, files }: Parts) {
  const pages = recordPaths(props.path);
  const [record, setRecord] = useState(props.record);
  const [idempotencyKey, setIdempotencyKey] = useState(props.idempotencyKey);
  const [faults, setFaults] = useState(props.faults);
  const [problem, setProblem] = useState(props.problem);
  const [busy, setBusy] = useState(false);

  const show = (found: FormFault[], whole: string | null) => {
    for (const fault of found) form.setError(fault.path, { type: 'server', message: fault.message });
    setFaults(faultsInOrder(props, found));
    setProblem(whole);
  };
  const send = async (then: Then, entered: Typed) => {
    let saved = record;
    try {
      setBusy(true);
      await files.uploading.current;
      let answered = await save({ ...props, idempotencyKey }, record, entered);
      saved = answered;
      await forget(draft.current);
      place.current = pages.edit(answered.id);
      if (!record) history.replaceState(null, '', place.current);
      setRecord(answered);
      for (const [path, id] of lineIds(props, entered, answered)) form.setValue(path, id);
      for (const file of files.uploaded.current) {
        await attach(props, answered, file);
        // What is on the document is not put on it again when another file is refused.
        files.keep(files.uploaded.current.filter((other) => other !== file));
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
      const found = (refused.errors ?? []).map(({ path, message }) => ({ path: atRow(props, entered, path), message }));
      const isSaved = saved !== record && then === 'send';
      show(found, found.length === 0 ? refused.message : isSaved ? t('documents.form.savedButNotSent') : null);
    }
  };
  const postPlainly = (then: Then) => {
    draft.current?.leaveNow();
    const choice = document.createElement('input');
    Object.assign(choice, { type: 'hidden', name: 'then', value: then });
    element.current!.append(choice);
    element.current!.submit();
  };
  const press = (then: Then) => {
    sending.current = then === 'send';
    const refuse = (errors: object) => {
      setFaults(faultsInOrder(props, collectFaults(errors)));
      setProblem(null);
    };
    return form.handleSubmit((entered) => send(then, entered), refuse)();
  };
  return { record, idempotencyKey, faults, problem, busy, press };
}

/** The place of a fault of the API in the form: blank rows are not sent. */
const atRow = ({ lines }: DocumentFormProps, entered: Typed, path: string): string =>
  path.replace(/^lines\.(\d+)/, (whole, line: string) =>
    lines ? `lines.${rowOfLine(lines, entered.lines, Number(line))}` : whole,
  );

/** What was saved needs no draft. One that is left over is offered again and loses nothing: it does not stop the sending. */
async function forget(draft: FormDraft | null): Promise<void> {
  if (draft && !(await draft.discard())) await draft.discard();
}

/** The name of what has been done; a revision that asked nobody is in force already. */
function saidAs({ revision }: DocumentFormProps, then: Then, saved: object, answered: object): string {
  if (!revision) return then === 'send' ? 'submit' : 'save';
  if (then === 'save') return 'changeRevision';
  return isIssued(saved, answered) ? 'issueRevision' : 'sendRevision';
}

/** By what people know the document: the first of its title fields that says something. */
function nameOf({ titleFields }: DocumentFormProps, saved: Readonly<Record<string, unknown>>): string {
  return String(titleFields.map((name) => saved[name]).find(Boolean) ?? '');
}
