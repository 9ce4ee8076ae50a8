/** Lines as they are sent, by a form or as JSON. */
import { z } from 'zod';
import { accepted, rowId, rows, type Field } from '#lib/values/fields.ts';
import type { FieldError } from '#lib/values/refusal.ts';
import { MOST_LINES, type AnyLines, type LineInputOf } from './lines.ts';

/** The rows of a form for these lines: their fields, and hidden the id of an existing line. */
export function linesRows<L extends AnyLines>(of: L) {
  return { ...rows({ id: rowId(), ...(of.fields as Record<string, Field>) }), words: `${of.words}.choices` };
}

/**
 * What is accepted as the lines of a document. `known` are the ids of its stored lines: another id is `not-a-choice` at
 * 'lines.N.id', and so is one that is sent twice. Without an id a line is a new one.
 */
export function linesSchema<L extends AnyLines>(of: L, known: readonly string[] = []): z.ZodType<LineInputOf<L>[]> {
  const cells = Object.entries(of.fields as Record<string, Field>).map(([name, field]) => [
    name,
    cellSchema(of, name, field),
  ]);
  const ids = new Set(known);
  const stored = z.string('not-a-choice').refine((id) => ids.has(id), 'not-a-choice');
  const id = z.preprocess((value) => value || undefined, stored.optional());
  const line = z.object({ id, ...Object.fromEntries(cells) }).superRefine((entered, context) => {
    const faults = of.faults?.(entered) ?? {};
    for (const [name, code] of Object.entries(faults))
      context.addIssue({ code: 'custom', path: [name], message: code as string });
  });
  return z
    .array(line)
    .max(MOST_LINES, 'too-many-lines')
    .superRefine((sent, context) => {
      const left = new Set(known);
      for (const [index, { id: named }] of (sent as { id?: string }[]).entries())
        if (named && ids.has(named) && !left.delete(named))
          context.addIssue({ code: 'custom', path: [index, 'id'], message: 'not-a-choice' });
    }) as unknown as z.ZodType<LineInputOf<L>[]>;
}

/**
 * Lines as they were sent, each with the document's own value of what it takes from the document and does not say
 * itself.
 */
export function inheriting(of: AnyLines, sent: unknown, document: Record<string, unknown>): unknown {
  const inherited = (of.inherited ?? []) as readonly string[];
  if (!Array.isArray(sent)) return sent;
  return sent.map((line: unknown) => {
    if (typeof line !== 'object' || line === null) return line;
    const own = line as Record<string, unknown>;
    return { ...own, ...Object.fromEntries(inherited.map((name) => [name, own[name] || document[name]])) };
  });
}

/** The reverse, for a form: stored lines without what is the document's own value, so that they follow when that changes. */
export function withoutInherited<R extends object>(of: AnyLines, stored: readonly R[], document: Values): R[] {
  const inherited = (of.inherited ?? []) as readonly string[];
  return stored.map((line) => {
    const same = inherited.filter((name) => (line as Values)[name] === document[name]);
    return { ...line, ...Object.fromEntries(same.map((name) => [name, null])) };
  });
}

/**
 * Faults of lines that take an empty value from the document are the document's, each once: that is the field which
 * mends them all.
 */
export function faultsAtDocument(of: AnyLines, faults: readonly FieldError[], sent: unknown): FieldError[] {
  const inherited = (of.inherited ?? []) as readonly string[];
  const rows = Array.isArray(sent) ? (sent as Values[]) : [];
  const placed = faults.map((fault) => {
    const [, row, name = ''] = /^lines\.(\d+)\.(\w+)$/.exec(fault.path) ?? [];
    return inherited.includes(name) && !rows[Number(row)]?.[name] ? { ...fault, path: name } : fault;
  });
  return placed.filter(
    ({ path }, at) => !inherited.includes(path) || placed.findIndex((one) => one.path === path) === at,
  );
}

type Values = Readonly<Record<string, unknown>>;

/**
 * Lines of a form as they are sent on: what was typed on a line that somebody else has removed meanwhile becomes a new
 * line, since nobody could mend an id that is not shown.
 */
export function withoutLostIds<R extends object>(typed: readonly R[], stored: readonly { id: string }[]): R[] {
  const ids = new Set(stored.map(({ id }) => id));
  return typed.map((line: R & { id?: string }) => ({ ...line, id: line.id && ids.has(line.id) ? line.id : undefined }));
}

/** Lines of another document, to become new ones: without their ids. */
export function asNewLines<R extends object>(stored: readonly R[]): (R & { id: undefined })[] {
  return stored.map((line) => ({ ...line, id: undefined }));
}

function cellSchema(of: AnyLines, name: string, field: Field): z.ZodType {
  const fallback = (of.defaults as Record<string, unknown> | undefined)?.[name];
  return fallback === undefined ? accepted(field) : accepted(field).default(fallback);
}
