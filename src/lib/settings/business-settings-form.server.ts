import type { Actor } from '#lib/values/actor.ts';
import { Refusal } from '#lib/values/refusal.ts';
import type { ShownVersion } from '#lib/records/version.server.ts';
import { dateOf, formatDate } from '#lib/values/time.ts';
import { changeSetting, settingId } from './business-settings-changes.server.ts';
import type { Setting, SettingChange } from './business-settings-reading.server.ts';
import { fieldOf } from '#lib/process/settings/business-settings.ts';
import { nameOf } from './business-setting.ts';
import type { Translate } from '#lib/values/languages.ts';

/** The initial values of the form: the value in force. */
export function settingInForm({ name, value, version }: Setting): Record<string, unknown> {
  return { id: settingId(name), version, [fieldOf(name)]: value };
}

/** `changeSetting` for the form; faults of the value are shown at its own field. */
export async function changeSettingByForm(
  actor: Actor,
  { name }: Setting,
  input: Record<string, unknown>,
  seen: ShownVersion,
): Promise<SettingChange> {
  const { [fieldOf(name)]: value, ...rest } = input;
  return changeSetting(actor, name, seen, { value, ...rest }).catch((error: unknown) => {
    throw error instanceof Refusal ? atField(error, fieldOf(name)) : error;
  });
}

/** The message after saving: changed now, or from which day on. */
export function settingMessage(t: Translate, { name }: Setting, { state, validFrom }: SettingChange): string {
  const values = { name: t(nameOf(name)), on: formatDate(dateOf(validFrom)) };
  return t(state === 'planned' ? 'settings.changesOn' : 'settings.changed', values);
}

function atField({ code, status, details }: Refusal, field: string): Refusal {
  return new Refusal(code, status, {
    ...details,
    errors: details.errors?.map((fault) => ({ ...fault, path: fault.path.replace(/^value(?=\.|$)/, field) })),
  });
}
