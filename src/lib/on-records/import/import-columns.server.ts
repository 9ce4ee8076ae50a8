import { labels, type AnyEntity } from '#lib/records/entity.ts';
import type { Field } from '#lib/values/fields.ts';
import { languages } from '#lib/values/languages.ts';
import { isTranslated, translatorFor } from '#lib/process/i18n/translator.server.ts';

/** For each column the field it fills, or null when it is left out. */
export type Mapping = (string | null)[];

/** The fields a spreadsheet can fill: those of the form; of lists of rows those whose rows need a name and nothing else. */
export function importableFields(of: AnyEntity): string[] {
  return (of.form as readonly string[]).filter((name) => {
    const field = of.fields[name] as Field;
    return !field.readOnly && field.kind !== 'json' && (field.kind !== 'rows' || nameCell(field) !== null);
  });
}

/** The one cell that a row of a list needs, when it is a reference: such a row is made of a name ('Daniel Koh; Marie Lau'). */
export function nameCell({ cells = {} }: Field): string | null {
  const [needed, ...others] = Object.keys(cells).filter((name) => !cells[name]!.optional);
  return needed && others.length === 0 && cells[needed]!.kind === 'reference' ? needed : null;
}

/** Finds the field of each heading, by its name or its label in any of the languages; each field once. */
export function guessMapping(of: AnyEntity, header: readonly string[]): Mapping {
  const known = new Map(importableFields(of).flatMap((name) => namesOf(of, name).map((text) => [plain(text), name])));
  const taken = new Set<string>();
  return header.map((heading) => {
    const name = known.get(plain(heading)) ?? null;
    if (name === null || taken.has(name)) return null;
    taken.add(name);
    return name;
  });
}

/** The mapping a person has chosen; anything but an importable field, and a field chosen before, is left out. */
export function chosenMapping(of: AnyEntity, chosen: readonly unknown[], columns: number): Mapping {
  const known = importableFields(of);
  const taken = new Set<string>();
  return Array.from({ length: columns }, (_, at) => {
    const name = String(chosen[at] ?? '');
    if (!known.includes(name) || taken.has(name)) return null;
    taken.add(name);
    return name;
  });
}

function namesOf(of: AnyEntity, name: string): string[] {
  const key = labels.field(of, name);
  return [
    name,
    name.replace(/Id$/, ''),
    ...languages.filter((language) => isTranslated(key, language)).map((language) => translatorFor(language)(key)),
  ];
}

/** 'Part of *' and 'part_of' are the same heading. */
function plain(text: string): string {
  return text
    .normalize('NFKD')
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}]/gu, '');
}
