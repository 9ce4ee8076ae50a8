import { labels } from '#lib/records/entity.ts';
import type { Field } from '#lib/values/fields.ts';
import { NOTHING, rangeOf } from '#lib/records/list/list-query.ts';
import type { ListView } from '#lib/records/list/list-page.server.ts';
import { kindOf, type Reader } from '#lib/records/shown.ts';
import { formatDate } from '#lib/values/time.ts';

/** Which control a filter has. */
export function filterKind({ of }: Pick<ListView, 'of'>, name: string): 'choices' | 'range' | 'text' {
  const kind = kindOf(of, name);
  if (['choice', 'boolean', 'reference'].includes(kind)) return 'choices';
  return kind === 'text' || kind === 'long-text' || kind === 'email' || kind === 'contact-number' ? 'text' : 'range';
}

/** What a filter offers: value and words. */
export function filterOptions(
  { of, choices }: Pick<ListView, 'of' | 'choices'>,
  name: string,
  { t }: Reader,
): { value: string; label: string }[] {
  if (name === 'status') return of.statuses.map((value: string) => ({ value, label: t(labels.status(of, value)) }));
  const field = of.fields[name] as Field;
  if (field.kind === 'boolean')
    return ['true', 'false'].map((value) => ({ value, label: t(value === 'true' ? 'common.yes' : 'common.no') }));
  if (field.kind === 'choice')
    return field.values!.map((value) => ({ value, label: t(labels.choice(of, name, value)) }));
  return [...(choices[name] ?? []), ...(field.optional ? [{ value: NOTHING, label: t('common.none') }] : [])];
}

/** One value of a filter in words: "Closed", "from 01/11/2026". */
export function filterText(
  list: Pick<ListView, 'of' | 'choices'>,
  name: string,
  value: string,
  reader: Reader,
): string {
  const kind = filterKind(list, name);
  if (kind === 'choices')
    return filterOptions(list, name, reader).find((option) => option.value === value)?.label ?? value;
  if (kind === 'text') return value;
  const { from, to } = rangeOf(value);
  const words = (side: string) => formatDate(side) || side;
  if (from && to)
    return from === to ? words(from) : reader.t('records.list.between', { from: words(from), to: words(to) });
  return reader.t(from ? 'records.list.from' : 'records.list.upTo', { value: words(from || to) });
}
