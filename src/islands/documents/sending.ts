/** Saves and sends a document by the API: what the form does when its buttons are pressed. */
import {
  inputOf,
  lineInput,
  rowOfLine,
  titledInput,
  writtenRows,
  type DocumentFormProps,
  type SavedDocument,
  type Typed,
  type WaitingFile,
} from '#lib/documents/form/form.ts';
import { attachmentsCall } from '#lib/on-records/paths.ts';
import { api } from '../api.ts';
import { ApiError } from '../api-error.ts';

/** The document as the API answers it. */
type Answered = SavedDocument & Record<string, unknown>;

type Place = Pick<DocumentFormProps, 'entity' | 'path' | 'submission'>;

/** Makes or changes the document, `record` being what stands of it. */
export async function save(form: DocumentFormProps, record: SavedDocument | null, typed: Typed): Promise<Answered> {
  const { path, revision, along, idempotencyKey } = form;
  const entered = enteredIn(form, typed);
  if (record && revision)
    return api<Answered>(`${path}/${record.id}/${revision}`, {
      method: 'POST',
      body: { ...entered, version: record.version },
    });
  return record
    ? api<Answered>(`${path}/${record.id}`, { method: 'PATCH', body: { ...entered, version: record.version } })
    : api<Answered>(path, {
        method: 'POST',
        body: { ...entered, ...along },
        headers: idempotencyKey ? { 'idempotency-key': idempotencyKey } : {},
      });
}

/** Everything typed, as the API takes it. */
export function enteredIn(
  { sections, lines, language, titled }: Pick<DocumentFormProps, 'sections' | 'lines' | 'language' | 'titled'>,
  typed: Typed,
): Record<string, unknown> {
  const fields = sections.flatMap((section) => section.fields);
  const input = {
    ...inputOf(fields, typed, language),
    ...(lines && { lines: writtenRows(lines, typed.lines).map((row) => lineInput(lines, row, language)) }),
  };
  const max = fields.find(({ name }) => name === titled)?.max;
  return titledInput(input, { titled, titleOfLine: lines?.title, max });
}

/** Puts a file that has been uploaded on the document. Why it was refused is said with its name, at the files. */
export async function attach(
  { entity }: Place,
  { id }: SavedDocument,
  { fileName, kind, name }: WaitingFile,
): Promise<void> {
  await api(attachmentsCall(entity, id), { method: 'POST', body: { fileName, kind } }).catch((error: unknown) => {
    if (!(error instanceof ApiError) || error.status < 400 || error.status >= 500) throw error;
    const message = `${name}: ${error.errors[0]?.message ?? error.message}`;
    throw new ApiError(error.status, {
      code: error.code,
      detail: error.message,
      errors: [{ path: 'attachments', code: error.code, message }],
    });
  });
}

export function submit({ path, submission }: Place, { id, version }: SavedDocument): Promise<Answered> {
  return api<Answered>(`${path}/${id}/${submission}`, { method: 'POST', body: { version } });
}

/** The ids that the rows of the form have now that their lines are saved: when they are saved again they are the same lines. Lines of a revision have none before it is issued. */
export function lineIds(
  { lines, revision }: DocumentFormProps,
  typed: Typed,
  saved: Answered,
): [path: string, id: string][] {
  if (!lines || revision || !Array.isArray(saved['lines'])) return [];
  return (saved['lines'] as { id: string }[]).map(({ id }, index) => [
    `lines.${rowOfLine(lines, typed.lines, index)}.id`,
    id,
  ]);
}
