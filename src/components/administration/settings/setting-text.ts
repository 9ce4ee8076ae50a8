import { formatQuantity } from '#lib/values/money.ts';
import { shownValue, type Reader } from '#lib/records/shown.ts';
import { declaredSettings, fieldOf, type SettingName } from '#lib/process/settings/business-settings.ts';
import { settingForm } from '#lib/settings/business-setting.ts';

/** A value that is not a table, as people write it: 'S$ 1,000.00', '14 days', '5 %', 'Yes'. */
export function settingText(name: SettingName, value: unknown, reader: Reader): string {
  const { field, unit } = { unit: undefined, ...declaredSettings[name] };
  if (unit) return reader.t(`settings.units.${unit}`, { count: value });
  if (field.kind === 'integer') return formatQuantity(Number(value), reader.language);
  const key = fieldOf(name);
  const text = shownValue(settingForm(name), key, { [key]: value }, reader);
  return field.kind === 'money' ? `S$ ${text}` : text;
}
