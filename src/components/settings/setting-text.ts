import { formatQuantity } from '#lib/kernel/money.ts';
import { shownValue, type Reader } from '#lib/kernel/shown.ts';
import { declaredSettings, fieldOf, settingForm, type SettingName } from '#lib/platform/business-settings.ts';

/** A value that is not a table, as people write it: 'S$ 1,000.00', '14 days', '5 %', 'Yes'. */
export function settingText(name: SettingName, value: unknown, reader: Reader): string {
  const { field, unit } = { unit: undefined, ...declaredSettings[name] };
  if (unit) return reader.t(`settings.units.${unit}`, { count: value });
  if (field.kind === 'integer') return formatQuantity(Number(value), reader.language);
  const key = fieldOf(name);
  const text = shownValue(settingForm(name), key, { [key]: value }, reader);
  return field.kind === 'money' ? `S$ ${text}` : text;
}
