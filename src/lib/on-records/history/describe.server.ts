import { entityNamed, labels, type Entity } from '#lib/records/entity.ts';
import type { Field } from '#lib/values/fields.ts';
import { formatCents } from '#lib/values/money.ts';
import { codeWords } from '#lib/process/i18n/sentence.server.ts';
import { shownValue, type Reader } from '#lib/records/shown.ts';
import { titlesOf } from '#lib/records/titles.server.ts';
import { isTranslated } from '#lib/process/i18n/translator.server.ts';
import type { ActivityRow } from '#lib/activity/activity.server.ts';
import { masked } from '#lib/activity/masked.ts';

export interface Change {
  name: string;
  label: string;
  before: string;
  after: string;
  /** For amounts: what it became more or less, with its sign; '' otherwise. */
  difference: string;
}

/** An entry of the log in the reader's words; a record's first entry has all its values as changes from nothing. `sentence` goes on from the person's name: "changed 3 fields". */
export interface Described {
  entry: ActivityRow;
  sentence: string;
  /** The person in whose name it was done; '' for one's own. */
  forWhom: string;
  /** The text entered with it: a reason, a comment. */
  said: string;
  changes: Change[];
}

/** Renders entries of the log: sentences, labels, titles of what ids point to (one statement for all), masked numbers. */
export async function describeEntry(entries: readonly ActivityRow[], reader: Reader): Promise<Described[]> {
  const titles = await titlesOf(
    entries.flatMap((entry) => [
      ...referencesIn(entry),
      ...(entry.onBehalfOf ? [['user', entry.onBehalfOf] as const] : []),
    ]),
  );
  return entries.map((entry) => {
    const of = entityOf(entry);
    const changes = of ? changesOf(of, entry, titles, reader) : [];
    const relaxed = entry.params['relaxed'] ? `, ${reader.t('activity.relaxed.mark')}` : '';
    const byMail = entry.params['channel'] === 'mail' ? ` ${reader.t('activity.byMail')}` : '';
    return {
      entry,
      sentence: sentenceOf(entry, of, changes.length, reader) + byMail + relaxed,
      forWhom: entry.onBehalfOf ? (titles.get(entry.onBehalfOf) ?? '') : '',
      said: saidIn(entry),
      changes,
    };
  });
}

/**
 * `activity.<entity>.<event>` (for a sign-in by its factor, where that has a text of its own), else the generic text
 * for any record: created, changed, or its new status.
 */
function sentenceOf(
  { eventCode, params, after, outcome }: ActivityRow,
  of: Entity | null,
  count: number,
  { t }: Reader,
): string {
  const byFactor = `activity.${eventCode}-by-${String(params['factor'])}`;
  const own = isTranslated(byFactor, 'en') ? byFactor : `activity.${eventCode}`;
  const event = eventCode.slice(eventCode.indexOf('.') + 1);
  const values = { count, ...params };
  if (isTranslated(own, 'en')) return t(own, values);
  if (outcome === 'refused' && !event.endsWith('-refused')) return t('activity.any.refused');
  if (isTranslated(`activity.any.${event}`, 'en')) return t(`activity.any.${event}`, values);
  const status = after?.['status'];
  return of && typeof status === 'string'
    ? t('activity.any.status', { status: t(labels.status(of, status)) })
    : t('activity.any.event', { event: event.replaceAll('-', ' ') });
}

function changesOf(
  of: Entity,
  { before, after, changedFields }: ActivityRow,
  titles: Map<string, string>,
  reader: Reader,
): Change[] {
  return changedFields.map((name) => {
    const [was, is] = [before?.[name], after?.[name]];
    const money =
      (of.fields[name] as Field | undefined)?.kind === 'money' && typeof was === 'number' && typeof is === 'number'
        ? is - was
        : 0;
    return {
      name,
      label: labelOf(of, name, reader),
      before: masked(name, words(of, name, was, titles, reader)),
      after: masked(name, words(of, name, is, titles, reader)),
      difference: money === 0 ? '' : `${money > 0 ? '+' : '−'}${formatCents(Math.abs(money), reader.language)}`,
    };
  });
}

function labelOf(of: Entity, name: string, { t }: Reader): string {
  const key = [labels.field(of, name), `access.subjects.${name}`].find((candidate) => isTranslated(candidate, 'en'));
  return key ? t(key) : name;
}

function words(of: Entity, name: string, value: unknown, titles: Map<string, string>, reader: Reader): string {
  const field = of.fields[name] as Field | undefined;
  if (field?.kind === 'references' && Array.isArray(value))
    return value
      .map((id) => titles.get(String(id)) ?? '')
      .filter(Boolean)
      .sort()
      .join(', ');
  if (field?.kind === 'codes' && Array.isArray(value))
    return value.map((code) => codeWords(reader.t, String(code))).join(', ');
  if (field?.cells && Array.isArray(value))
    return value
      .map((row) => rowWords(of, name, field.cells!, row as Record<string, unknown>, titles, reader))
      .join('; ');
  if (!field && Array.isArray(value)) return value.map((one) => rightWords(String(one), reader)).join(', ');
  return shownValue(of, name, { [name]: value, titles: { [name]: titles.get(String(value)) ?? '' } }, reader);
}

function rowWords(
  of: Entity,
  list: string,
  cells: Record<string, Field>,
  row: Record<string, unknown>,
  titles: Map<string, string>,
  reader: Reader,
): string {
  const asEntity = { ...of, fields: cells, key: `${of.key}.fields.${list}Cells` } as Entity;
  // Of what is only on or off the name says all; a bare number says nothing without its name.
  const told = (cell: string): string => {
    const label = () => reader.t(`${labels.field(of, list)}Cells.${cell}`);
    if (cells[cell]!.kind === 'boolean') return row[cell] === true ? label() : '';
    const text = words(asEntity, cell, row[cell], titles, reader);
    return text && cells[cell]!.kind === 'integer' ? `${label()}: ${text}` : text;
  };
  return Object.keys(cells).map(told).filter(Boolean).join(' ');
}

/** A right of a role as its log has it: 'update', or 'update:own' where it is narrowed. */
function rightWords(right: string, { t }: Reader): string {
  const [action = '', condition] = right.split(':');
  if (!isTranslated(`access.actions.${action}`, 'en')) return right;
  return condition
    ? `${t(`access.actions.${action}`)} (${t(`access.conditions.${condition}`)})`
    : t(`access.actions.${action}`);
}

function* referencesIn(entry: ActivityRow): Generator<[string, string]> {
  const of = entityOf(entry);
  if (!of) return;
  for (const side of [entry.before, entry.after]) {
    for (const [name, value] of Object.entries(side ?? {})) yield* idsIn(of.fields[name] as Field | undefined, value);
  }
}

function* idsIn(field: Field | undefined, value: unknown): Generator<[string, string]> {
  if (field?.to && typeof value === 'string') yield [field.to, value];
  if (field?.to && Array.isArray(value)) for (const id of value) yield [field.to, String(id)];
  if (!field?.cells || !Array.isArray(value)) return;
  for (const row of value as Record<string, unknown>[]) {
    for (const [name, cell] of Object.entries(field.cells)) yield* idsIn(cell, row[name]);
  }
}

function entityOf({ entity }: ActivityRow): Entity | null {
  try {
    return entity ? entityNamed(entity) : null;
  } catch {
    return null;
  }
}

function saidIn({ params }: ActivityRow): string {
  const said = params['comment'] ?? params['reason'];
  return typeof said === 'string' ? said : '';
}
