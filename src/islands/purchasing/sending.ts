/** Saves and sends a request by the API: what the form does when its buttons are pressed. */
import { isBlank, lineInput, type FieldView } from '#lib/purchasing/purchase-request-form.ts';
import { valueOf } from '#lib/kernel/form-values.ts';
import { api } from '../api.ts';
import type { WaitingFile } from './Files.tsx';
import type { Typed } from './form-context.ts';

/** The record as far as the form must know it. */
export interface Saved {
  id: string;
  version: number;
  number: string | null;
  title: string;
}

const RESOURCE = '/purchasing/purchase-requests';

/** Makes or changes the request; `partial` leaves the lines alone. */
export async function save(record: Saved | null, typed: Typed, fields: readonly FieldView[], language: string, partial: boolean): Promise<Saved> {
  const header = Object.fromEntries(fields.map(({ name, kind }) => [name, valueOf({ kind }, String(typed[name] ?? ''), language, name, {})]));
  const lines = typed.lines.filter((line) => !isBlank(line)).map((line) => lineInput(line, language));
  const body = partial ? header : { ...header, lines };
  return record
    ? api<Saved>(`${RESOURCE}/${record.id}`, { method: 'PATCH', body: { ...body, version: record.version } })
    : api<Saved>(RESOURCE, { method: 'POST', body });
}

/** Puts a file that has been uploaded on the request. */
export function attach(record: Saved, { fileName, kind }: WaitingFile): Promise<unknown> {
  return api(`/records/purchase-request/${record.id}/attachments`, { method: 'POST', body: { fileName, kind } });
}

export function submit({ id, version }: Saved): Promise<Saved> {
  return api<Saved>(`${RESOURCE}/${id}/submission`, { method: 'POST', body: { version } });
}

/** The row of the form that a sent line was: blank rows are not sent. */
export function rowOfLine(typed: Typed, line: number): number {
  return typed.lines.map((one, index) => ({ one, index })).filter(({ one }) => !isBlank(one))[line]?.index ?? line;
}
