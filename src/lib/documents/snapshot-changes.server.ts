import type { SnapshotChange } from '#lib/approvals/preview.ts';
import { labels, type AnyEntity } from '#lib/records/entity.ts';
import { shownValue, type Reader as Words } from '#lib/records/shown.ts';
import { titlesOf } from '#lib/records/titles.server.ts';
import type { Field } from '#lib/values/fields.ts';
import type { AnyDocument } from './document.ts';
import { materialOf, type AnyLines } from './lines/lines.ts';
import type { Snapshot } from './snapshot.ts';

type Values = Record<string, unknown>;
type Show = (of: AnyEntity, name: string, values: Values) => string;

/** What differs between two snapshots of a document, in the reader's words: of its own fields, then line by line. */
export async function changesBetween(
  of: AnyDocument,
  before: unknown,
  after: unknown,
  words: Words,
): Promise<SnapshotChange[]> {
  const [was, is] = [before as Snapshot, after as Snapshot];
  const show = await showing(of, [was, is], words);
  const ofDocument = (of.material as readonly string[]).map((name) => ({
    label: words.t(labels.field(of, name)),
    before: show(of, name, was),
    after: show(of, name, is),
  }));
  const ofLines = of.lines ? lineChanges(of.lines, was.lines ?? [], is.lines ?? [], show, words) : [];
  return [...ofDocument, ...ofLines].filter((change) => change.before !== change.after);
}

/** Each line paired with itself, a removed or new one with nothing; a new name is shown with what it names. */
function lineChanges(
  of: AnyLines,
  before: readonly Values[],
  after: readonly Values[],
  show: Show,
  words: Words,
): SnapshotChange[] {
  return pairs(of, before, after).map(([was, is]) => {
    const isRenamed = was && is && was[of.title] !== is[of.title];
    const told = (line: Values | null) => {
      if (!line) return '';
      const text = lineText(of, line, show, words);
      return isRenamed ? [String(line[of.title]), text].filter(Boolean).join(', ') : text;
    };
    return { label: String((is ?? was)![of.title]), before: told(was), after: told(is) };
  });
}

/**
 * Lines are the same by their id. Snapshots from before lines kept one have none: there it is their name, in their
 * order.
 */
function pairs(of: AnyLines, before: readonly Values[], after: readonly Values[]): [Values | null, Values | null][] {
  const left = [...before];
  const same = (one: Values, other: Values) =>
    one['id'] && other['id'] ? one['id'] === other['id'] : one[of.title] === other[of.title];
  const kept = after.map((line): [Values | null, Values | null] => {
    const at = left.findIndex((was) => same(was, line));
    return [at < 0 ? null : left.splice(at, 1)[0]!, line];
  });
  return [...kept, ...left.map((line): [Values, null] => [line, null])];
}

/**
 * '40 Piece(s), 395.00, Standard rate, 5310 Stonework, OPS-COL Columbarium, Honed grey': what tells it apart, long
 * texts last.
 */
function lineText(of: AnyLines, line: Values, show: Show, { t }: Words): string {
  const fields = of.fields as Record<string, Field>;
  const isLong = (name: string) => fields[name]!.kind === 'long-text';
  const names = materialOf(of)
    .filter((name) => name !== of.title && name !== 'unit')
    .toSorted((one, other) => Number(isLong(one)) - Number(isLong(other)));
  const said = (name: string) => {
    if (fields[name]!.kind === 'boolean') return line[name] === true ? t(labels.field(of.record, name)) : '';
    const text = show(of.record, name, line);
    return fields[name]!.kind === 'quantity' && fields['unit'] ? `${text} ${show(of.record, 'unit', line)}` : text;
  };
  return names.map(said).filter(Boolean).join(', ');
}

/** Shows values of these snapshots, with the titles of everything they refer to (one statement for all). */
async function showing(of: AnyDocument, snapshots: readonly Snapshot[], words: Words): Promise<Show> {
  const titles = await titlesOf(
    snapshots.flatMap((snapshot) => [
      ...referencesIn(of.fields, snapshot),
      ...(snapshot.lines ?? []).flatMap((line) => referencesIn(of.lines?.fields ?? {}, line)),
    ]),
  );
  return (kind, name, values) => {
    const value = values[name];
    if (Array.isArray(value) && (kind.fields[name] as Field).to)
      return value
        .map((id) => titles.get(String(id)) ?? '')
        .toSorted()
        .join(', ');
    return shownValue(kind, name, { ...values, titles: { [name]: titles.get(String(value)) ?? '' } }, words);
  };
}

function referencesIn(fields: Record<string, Field>, values: Values): [string, string][] {
  return Object.entries(values).flatMap(([name, value]): [string, string][] => {
    const to = fields[name]?.to;
    return to ? [value].flat().map((id): [string, string] => [to, String(id)]) : [];
  });
}
