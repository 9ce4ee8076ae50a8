/** Saves and sends a request by the API: what the form does when its buttons are pressed. */
import { isBlank, lineInput, type FieldView, type SavedRequest, type Typed, type WaitingFile } from '#lib/purchasing/purchase-request-form.ts';
import { valueOf } from '#lib/kernel/form-values.ts';
import { api } from '../api.ts';

const RESOURCE = '/purchasing/purchase-requests';

/** Makes or changes the request; `partial` leaves the lines alone. */
export async function save(record: SavedRequest | null, typed: Typed, fields: readonly FieldView[], language: string, partial: boolean): Promise<SavedRequest> {
  const header = Object.fromEntries(fields.map(({ name, kind }) => [name, valueOf({ kind }, String(typed[name] ?? ''), language, name, {})]));
  const lines = typed.lines.filter((line) => !isBlank(line)).map((line) => lineInput(line, language));
  const body = partial ? header : { ...header, lines };
  return record
    ? api<SavedRequest>(`${RESOURCE}/${record.id}`, { method: 'PATCH', body: { ...body, version: record.version } })
    : api<SavedRequest>(RESOURCE, { method: 'POST', body });
}

/** Puts a file that has been uploaded on the request. */
export function attach(record: SavedRequest, { fileName, kind }: WaitingFile): Promise<unknown> {
  return api(`/records/purchase-request/${record.id}/attachments`, { method: 'POST', body: { fileName, kind } });
}

export function submit({ id, version }: SavedRequest): Promise<SavedRequest> {
  return api<SavedRequest>(`${RESOURCE}/${id}/submission`, { method: 'POST', body: { version } });
}

/** The row of the form that a sent line was: blank rows are not sent. */
export function rowOfLine(typed: Typed, line: number): number {
  return typed.lines.map((one, index) => ({ one, index })).filter(({ one }) => !isBlank(one))[line]?.index ?? line;
}
