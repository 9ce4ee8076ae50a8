/** Saves and sends a request by the API: what the form does when its buttons are pressed. */
import {
  isBlank,
  lineInput,
  type FieldView,
  type SavedRequest,
  type Typed,
  type WaitingFile,
} from '#lib/purchasing/purchase-request-form.ts';
import { LIST } from '#lib/purchasing/purchase-request-paths.ts';
import { valueOf } from '#lib/kernel/form-values.ts';
import { api } from '../api.ts';
import { ApiError } from '../api-error.ts';

/** Makes or changes the request; `partial` leaves the lines alone. */
export async function save(
  record: SavedRequest | null,
  typed: Typed,
  fields: readonly FieldView[],
  language: string,
  partial: boolean,
): Promise<SavedRequest> {
  const header = Object.fromEntries(
    fields.map(({ name, kind }) => [name, valueOf({ kind }, String(typed[name] ?? ''), language, name, {})]),
  );
  const lines = typed.lines.filter((line) => !isBlank(line)).map((line) => lineInput(line, language));
  const body = partial ? header : { ...header, lines };
  return record
    ? api<SavedRequest>(`${LIST}/${record.id}`, { method: 'PATCH', body: { ...body, version: record.version } })
    : api<SavedRequest>(LIST, { method: 'POST', body });
}

/** Puts a file that has been uploaded on the request. Why it was refused is said with its name, at the files. */
export async function attach(record: SavedRequest, { fileName, kind, name }: WaitingFile): Promise<void> {
  await api(`/records/purchase-request/${record.id}/attachments`, { method: 'POST', body: { fileName, kind } }).catch(
    (error: unknown) => {
      if (!(error instanceof ApiError) || error.status < 400 || error.status >= 500) throw error;
      const message = `${name}: ${error.errors[0]?.message ?? error.message}`;
      throw new ApiError(error.status, {
        code: error.code,
        detail: error.message,
        errors: [{ path: 'attachments', code: error.code, message }],
      });
    },
  );
}

export function submit({ id, version }: SavedRequest): Promise<SavedRequest> {
  return api<SavedRequest>(`${LIST}/${id}/submission`, { method: 'POST', body: { version } });
}

/** The row of the form that a sent line was: blank rows are not sent. */
export function rowOfLine(typed: Typed, line: number): number {
  return typed.lines.map((one, index) => ({ one, index })).filter(({ one }) => !isBlank(one))[line]?.index ?? line;
}
