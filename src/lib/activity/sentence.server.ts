import { isTranslated, type Translate } from '#lib/platform/i18n/translator.server.ts';
import type { ActivityRow } from './activity.server.ts';

type Said = Pick<ActivityRow, 'eventCode' | 'params' | 'subject' | 'entityNumber' | 'changedFields'>;

/**
 * What somebody did, to be read after the person's name: 'suspended a person'. An event without words of its own is
 * said by its act: 'changed: Vendors'.
 */
export function activitySentence(t: Translate, { eventCode, params, subject, entityNumber, changedFields }: Said): string {
  const values = { count: changedFields.length, ...params, number: entityNumber ?? '', subject: subjectName(t, subject) };
  const act = `activity.any.${eventCode.split('.').at(-1)}`;
  const key = [`activity.${eventCode}`, act].find((candidate) => isTranslated(candidate, 'en'));
  return key ? t(key, values) : t('activity.any.other', { ...values, event: eventCode });
}

/** The name of an event in a list of choices. */
export function eventName(t: Translate, eventCode: string): string {
  const key = `activity.names.${eventCode}`;
  return isTranslated(key, 'en') ? t(key) : eventCode;
}

export function subjectName(t: Translate, subject: string): string {
  const key = `access.subjects.${subject}`;
  return isTranslated(key, 'en') ? t(key) : subject;
}
