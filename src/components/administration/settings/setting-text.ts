import { formatQuantity } from '#lib/values/money.ts';
import { shownValue, type Reader } from '#lib/records/shown.ts';
import type { Setting } from '#lib/settings/business-settings-reading.server.ts';
import { declaredSettings, fieldOf, type SettingName } from '#lib/process/settings/business-settings.ts';
import { hintOf, nameOf, settingForm } from '#lib/settings/business-setting.ts';
import { foldWord } from '#lib/values/near-word.ts';

/** A value that is not a table, as people write it: 'S$ 1,000.00', '14 days', '5 %', 'Yes'. */
export function settingText(name: SettingName, value: unknown, reader: Reader): string {
  const { field, unit } = { unit: undefined, ...declaredSettings[name] };
  if (unit) return reader.t(`settings.units.${unit}`, { count: value });
  if (field.kind === 'integer') return formatQuantity(Number(value), reader.language);
  const key = fieldOf(name);
  const text = shownValue(settingForm(name), key, { [key]: value }, reader);
  return field.kind === 'money' ? `S$ ${text}` : text;
}

/** The settings whose name, explanation or module has every word that was typed; all of them where none was. */
export function foundSettings(settings: readonly Setting[], typed: string, { t }: Pick<Reader, 't'>): Setting[] {
  const words = foldWord(typed).split(/\s+/).filter(Boolean);
  return settings.filter(({ name, group }) => {
    const text = foldWord([t(nameOf(name)), t(hintOf(name)), t(`settings.groups.${group}`)].join(' '));
    return words.every((word) => text.includes(word));
  });
}
