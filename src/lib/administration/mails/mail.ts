import { recordPaths } from '#lib/records/paths.ts';
import { choice, instant, integer, reference, text } from '#lib/values/fields.ts';
import { entity, type RowOf } from '#lib/records/entity.ts';
import { languages } from '#lib/values/languages.ts';
import { MAIL_KINDS } from '#lib/process/mail/mail-kinds.ts';

/** A mail that was, or is to be, sent. Its text is stored separately (outbox.server.ts). */
export const mail = entity('mail', {
  module: 'mail',
  plural: 'mail-outbox',
  subject: 'MailOutbox',
  path: '/settings/mails',
  title: ['subject'],
  fields: {
    subject: text({ max: 200, readOnly: true }),
    toAddress: text({ max: 254, readOnly: true }),
    toUserId: reference('user', { optional: true, readOnly: true }),
    kind: choice(MAIL_KINDS, { readOnly: true }),
    language: choice(languages, { readOnly: true }),
    attempts: integer({ min: 0, readOnly: true }),
    lastError: text({ max: 500, optional: true, readOnly: true }),
    dueAt: instant({ readOnly: true }),
    sentAt: instant({ optional: true, readOnly: true }),
    againOfId: reference('mail', { optional: true, readOnly: true }),
    onceKey: text({ max: 200, optional: true, readOnly: true }),
  },
  list: {
    columns: [
      'subject',
      'toAddress',
      'kind',
      'status',
      'createdAt',
      'sentAt',
      'attempts',
      'lastError',
      'language',
      'toUserId',
    ],
    hidden: ['attempts', 'language', 'toUserId'],
    givesWay: ['sentAt', 'lastError', 'kind'],
    sortable: ['createdAt', 'sentAt'],
    defaultSort: '-createdAt',
    filters: ['kind', 'language', 'createdAt'],
    types: {
      'all-mails': {},
      waiting: { statuses: ['waiting'] },
      sent: { statuses: ['sent'] },
      failed: { statuses: ['failed'] },
    },
  },
  form: [],
  statuses: ['waiting', 'sent', 'failed', 'held'],
  transitions: { sendAgain: { from: ['waiting', 'failed'], to: 'waiting' } },
});

export type MailRecord = RowOf<typeof mail>;

const paths = recordPaths(mail.path);

/** The pages of mails, and their API. */
export const mailPath = {
  ...paths,
  api: { ...paths.api, preview: (id: string) => `${paths.api.one(id)}/preview` },
};
