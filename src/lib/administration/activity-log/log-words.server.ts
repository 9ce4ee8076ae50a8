import { allDeclarations, labels } from '#lib/records/entity.ts';
import { formatInstant } from '#lib/values/time.ts';
import { nameOf, setting } from '#lib/settings/business-setting.ts';
import type { Translate } from '#lib/values/languages.ts';
import { isTranslated } from '#lib/process/i18n/translator.server.ts';
import type { ActivityRow } from '#lib/activity/activity.server.ts';

/** An instant to the second, as shown in the log: '21/11/2026 04:12:07pm'. */
export function clockOf(instant: string): string {
  return formatInstant(instant).replace(/(am|pm)$/, `:${String(new Date(instant).getUTCSeconds()).padStart(2, '0')}$1`);
}

/** The name of a subject of rights. */
export function subjectName(t: Translate, subject: string): string {
  const key = `access.subjects.${subject}`;
  return isTranslated(key, 'en') ? t(key) : subject;
}

/** The name of an event in a list of choices; without a name of its own it is made from its act: 'Teams: closed'. */
export function eventName(t: Translate, code: string): string {
  const key = `activity.names.${code}`;
  if (isTranslated(key, 'en')) return t(key);
  const [entity = '', act = ''] = code.split('.');
  const actKey = `activity.acts.${act}`;
  return `${entityName(t, entity)}: ${isTranslated(actKey, 'en') ? t(actKey) : act.replaceAll('-', ' ')}`;
}

/** The kind of record of an entry, in the singular where known: 'Purchase request'. */
export function recordName(t: Translate, { entity, subject }: { entity: string | null; subject: string }): string {
  const name = entity === null ? '' : entityName(t, entity);
  return entity === null || name === entity.replaceAll('-', ' ') ? subjectName(t, subject) : name;
}

/** The name of the record: its number or code; a setting by its name. */
export function recordNumber(
  t: Translate,
  { entity, entityNumber, after }: Pick<ActivityRow, 'entity' | 'entityNumber' | 'after'>,
): string | null {
  if (entity === setting.name && entityNumber) return t(nameOf(entityNumber));
  return entityNumber ?? (after?.['title'] as string | undefined) ?? (after?.['name'] as string | undefined) ?? null;
}

function entityName(t: Translate, name: string): string {
  const of = allDeclarations().find((entity) => entity.name === name);
  const key = of && labels.one(of);
  return key && isTranslated(key, 'en') ? t(key) : name.replaceAll('-', ' ');
}
