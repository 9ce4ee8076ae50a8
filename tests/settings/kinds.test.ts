import { afterAll, beforeAll, expect, test } from 'vitest';
import { settingText } from '#components/administration/settings/setting-text.ts';
import { actorNamed, buildCompany } from '#db/seed/builders.ts';
import { seedFoundations } from '#db/seed/foundations.ts';
import type { Actor } from '#lib/values/actor.ts';
import { boolean, choice, date, integer, money, percent, text, type Field } from '#lib/values/fields.ts';
import { readForm, typedOf } from '#lib/records/form/form-values.ts';
import { changeSettingByForm, settingInForm } from '#lib/settings/business-settings-form.server.ts';
import { settingNamed } from '#lib/settings/business-settings-reading.server.ts';
import { businessSetting } from '#lib/process/settings/business-settings.server.ts';
import { declaredSettings, fieldOf, type SettingName } from '#lib/process/settings/business-settings.ts';
import { settingForm } from '#lib/settings/business-setting.ts';
import { translatorFor } from '#lib/process/i18n/translator.server.ts';
import { refusal } from '#tests/support/refusal.ts';

// A setting of each kind, declared for these tests alone: what a form shows and sends, and what people read.
const KINDS: [
  kind: string,
  field: Field,
  first: unknown,
  unit: 'days' | undefined,
  typed: string,
  kept: unknown,
  shown: string,
  german: string,
][] = [
  ['money', money(), 100_000, undefined, '1,234.50', 123_450, 'S$ 1,234.50', 'S$ 1.234,50'],
  ['whole', integer({ min: 1, max: 9_000 }), 5, undefined, '1,500', 1_500, '1,500', '1.500'],
  ['days', integer({ min: 1 }), 5, 'days', '1', 1, '1 day', '1 Tag'],
  ['percent', percent(), 500, undefined, '7.25', 725, '7.25 %', '7,25 %'],
  ['no', boolean(), true, undefined, '', false, 'No', 'Nein'],
  ['yes', boolean(), false, undefined, 'on', true, 'Yes', 'Ja'],
  [
    'choice',
    choice(['on-total', 'per-line']),
    'on-total',
    undefined,
    'per-line',
    'per-line',
    'settings.setting.choices.testChoice.per-line',
    'settings.setting.choices.testChoice.per-line',
  ],
  ['text', text({ max: 40 }), 'Family', undefined, ' Dear family ', 'Dear family', 'Dear family', 'Dear family'],
  ['date', date(), '2026-01-01', undefined, '31/12/2026', '2026-12-31', '31/12/2026', '31/12/2026'],
];
const named = (kind: string) => `test.${kind}` as SettingName;
let siti: Actor;

beforeAll(async () => {
  await seedFoundations();
  await buildCompany();
  siti = await actorNamed('admin');
  Object.assign(
    declaredSettings,
    Object.fromEntries(KINDS.map(([kind, field, first, unit]) => [named(kind), { field, first, unit }])),
  );
});
afterAll(() => KINDS.forEach(([kind]) => delete (declaredSettings as Record<string, unknown>)[named(kind)]));

/** What the form of a setting sends when this is typed into it. */
function sent(name: SettingName, typed: string): Record<string, unknown> {
  const data = new FormData();
  if (typed) data.set(fieldOf(name), typed);
  data.set('reason', 'A test.');
  return readForm(settingForm(name), settingForm(name).form as string[], data, 'en').input;
}

test.each(KINDS)(
  '%s is typed, kept and shown as people write it',
  async (kind, _field, first, _unit, typed, kept, shown, german) => {
    const name = named(kind);
    const before = await settingNamed(name);
    expect(before.value).toEqual(first);
    const seen = settingInForm(before) as { id: string; version: number };
    expect(typedOf(settingForm(name), [fieldOf(name)], seen as never, 'en')[fieldOf(name)]).toBeTypeOf('string');
    const change = await changeSettingByForm(siti, before, sent(name, typed), seen);
    expect([change.before, change.value, await businessSetting(name)]).toEqual([first, kept, kept]);
    expect([
      settingText(name, kept, { t: translatorFor('en'), language: 'en' }),
      settingText(name, kept, { t: translatorFor('de'), language: 'de' }),
    ]).toEqual([shown, german]);
  },
);

test('a fault of the value stands at the field that the form has', async () => {
  const days = await settingNamed('test.days');
  const refused = await refusal(
    changeSettingByForm(siti, days, sent(named('days'), '0'), settingInForm(days) as never),
  );
  expect(refused.errors).toMatchObject([{ path: 'testDays', code: 'too-small' }]);
  const choices = await settingNamed('test.choice');
  expect(
    (
      await refusal(
        changeSettingByForm(siti, choices, sent(named('choice'), 'by-moon'), settingInForm(choices) as never),
      )
    ).errors,
  ).toMatchObject([{ path: 'testChoice', code: 'not-a-choice' }]);
});
