import { labels, type AnyEntity } from '#lib/records/entity.ts';
import type { Choices } from '#lib/records/list/choices.server.ts';
import type { Field } from '#lib/values/fields.ts';
import type { Typed } from '#lib/records/form/form-values.ts';
import type { Reader } from '#lib/records/shown.ts';
import { monthName } from '#lib/values/time.ts';

/** What stands in a field's controls, in words: ids as the titles of what they point to, rows one after the other. */
export function typedText(of: AnyEntity, typed: Typed, choices: Choices, { t, language }: Reader): string {
  const texts = Object.entries(typed).map(([path, value]) =>
    [value]
      .flat()
      .map((one) => words(of, path, one, choices, { t, language }))
      .join(', '),
  );
  return texts.filter(Boolean).join(', ');
}

function words(of: AnyEntity, path: string, value: string, choices: Choices, { t, language }: Reader): string {
  if (value === '') return '';
  const [name = '', , cell] = path.split('.');
  const declared = of.fields[name] as Field;
  const field = cell ? declared.cells![cell]! : declared;
  if (field.hidden) return '';
  if (field.kind === 'boolean') return t('common.yes');
  if (field.months) return monthName(Number(value), language);
  if (field.kind === 'choice') {
    const ofCells = `${declared.words ?? `${labels.field(of, name)}Cells.choices`}.${cell}`;
    return t(cell ? `${field.words ?? ofCells}.${value}` : labels.choice(of, name, value));
  }
  return choices[cell ? `${name}.${cell}` : name]?.find((choice) => choice.value === value)?.label ?? value;
}
