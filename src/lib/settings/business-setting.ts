import { declaredSettings, fieldOf, settingNames, type SettingName } from '#lib/process/settings/business-settings.ts';
import { labels, shape, type AnyEntity } from '#lib/records/entity.ts';
import { date, longText, type Field } from '#lib/values/fields.ts';
import { REASON_MAX } from '#lib/values/constants.ts';

/** Label keys of a setting's name and of its hint. */
export const nameOf = (name: string): string => labels.field(setting, fieldOf(name));
export const hintOf = (name: string): string => labels.hint(setting, fieldOf(name));

const asked = { startsOn: date({ optional: true }), reason: longText({ max: REASON_MAX }) };

/**
 * All settings as the fields of one record, for labels, forms and the log. It has no table of its own; the rows of
 * `settings` are its changes.
 */
export const setting = shape('setting', {
  module: 'settings',
  subject: 'Setting',
  path: '/settings',
  fields: {
    ...Object.fromEntries(settingNames.map((name): [string, Field] => [fieldOf(name), declaredSettings[name].field])),
    ...asked,
  } as Record<string, Field>,
});

/** The form of one setting: the value, from when on, and why. */
export function settingForm(name: SettingName): AnyEntity {
  const { startsOn, reason } = setting.fields;
  return {
    ...setting,
    fields: { [fieldOf(name)]: declaredSettings[name].field, startsOn, reason },
    form: [fieldOf(name), 'startsOn', 'reason'],
  };
}
