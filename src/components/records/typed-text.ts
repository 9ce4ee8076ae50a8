import { labels, type Entity } from '#lib/kernel/entity.ts';
import type { Choices } from '#lib/kernel/choices.server.ts';
import type { Field } from '#lib/kernel/fields.ts';
import type { Typed } from '#lib/kernel/form-values.ts';
import type { Translate } from '#lib/platform/i18n/languages.ts';

/** What stands in a field's controls, in words: ids as the titles of what they point to, rows one after the other. */
export function typedText(of: Entity<any, any, any>, typed: Typed, choices: Choices, t: Translate): string {
  const texts = Object.entries(typed).map(([path, value]) =>
    [value]
      .flat()
      .map((one) => words(of, path, one, choices, t))
      .join(', '),
  );
  return texts.filter(Boolean).join(', ');
}

function words(of: Entity<any, any, any>, path: string, value: string, choices: Choices, t: Translate): string {
  if (value === '') return '';
  const [name = '', , cell] = path.split('.');
  const declared = of.fields[name] as Field;
  const field = cell ? declared.cells![cell]! : declared;
  if (field.kind === 'boolean') return t('common.yes');
  if (field.kind === 'choice')
    return t(cell ? `${labels.field(of, name)}Cells.choices.${cell}.${value}` : labels.choice(of, name, value));
  return choices[cell ? `${name}.${cell}` : name]?.find((choice) => choice.value === value)?.label ?? value;
}
