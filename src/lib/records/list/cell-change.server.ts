import type { Actor } from '#lib/values/actor.ts';
import type { Field, FieldKind } from '#lib/values/fields.ts';
import { apiPath } from '#lib/values/paths.ts';
import { islandWords } from '#lib/process/i18n/island-words.server.ts';
import type { Translate } from '#lib/values/languages.ts';
import { notFound } from '#lib/values/refusal.ts';
import { labels } from '#lib/records/entity.ts';
import { textOf } from '../form/form-values.ts';
import { refuseLocked } from '../state-refusals.server.ts';
import { storeOf } from '../stores.server.ts';
import { formChoices, type Choice } from './choices.server.ts';

/** What the control of a cell begins with and may be set to; a save names the version. */
export interface CellOffer {
  version: number;
  kind: FieldKind;
  /** What the field is called. */
  label: string;
  /** As it is typed in the reader's language; the value of a choice, the id of a reference. */
  value: string;
  optional: boolean;
  max?: number | undefined;
  /** Of a choice or a reference; none otherwise. */
  choices: Choice[];
  /** Where it is saved, by PATCH. */
  api: string;
  words: Record<string, string>;
}

const WORDS = {
  plain: ['common.save', 'common.cancel', 'common.undo', 'common.suggestions', 'records.cell.nothing'],
  filled: {
    'common.nothingMatches': ['words'],
    'records.cell.saved': ['field', 'value'],
    'records.cell.changedMeanwhile': ['value'],
    'records.cell.saveMine': ['value'],
    'records.cell.leaveTheirs': ['value'],
  },
} as const;

/**
 * What a person may set one field of a record to, in the cell of a list that declares it (`list.inCell`). Refuses with
 * 404 for anything else and beyond reach, 409 `locked-in-status` or `state-changed` where the status keeps it closed.
 */
export async function cellOffer(
  actor: Actor,
  entity: string,
  id: string,
  name: string,
  { t, language }: { t: Translate; language: string },
): Promise<CellOffer> {
  const store = storeOf(entity);
  const { update = [] } = store?.options.rights ?? {};
  if (!store || !((store.of.list.inCell ?? []) as readonly string[]).includes(name)) throw notFound();
  const { of } = store;
  const row = await store.get(actor, id, update);
  refuseLocked(of, row, [name]);
  const field = of.fields[name] as Field;
  const value = textOf(field, row[name], language);
  return {
    version: row.version,
    kind: field.kind,
    label: t(labels.field(of, name)),
    value,
    optional: field.optional,
    max: field.max,
    choices: field.values
      ? field.values.map((one) => ({ value: one, label: t(labels.choice(of, name, one)) }))
      : ((await formChoices(of, { [name]: value }, [name]))[name] ?? []),
    api: apiPath(`${of.path}/${id}`),
    words: islandWords(t, WORDS),
  };
}
