import { UNITS, UPLOAD_MAX_BYTES } from '#lib/kernel/constants.ts';
import { islandWords, type IslandWords } from '#lib/platform/i18n/island-words.server.ts';
import type { Translate } from '#lib/platform/i18n/languages.ts';
import { lineGstCodes, lineKinds } from './purchase-request-line.ts';

const request = 'purchasing.purchaseRequest';
const megabytes = UPLOAD_MAX_BYTES / 1024 / 1024;

/** The sentences that the form of a request uses in the browser, and no others. */
export function formWords(t: Translate): IslandWords {
  const under = (key: string, names: readonly string[]) => names.map((name) => `${key}.${name}`);
  const words = islandWords(t, {
    plain: [
      ...under('common', ['optional', 'choose', 'chooseFiles', 'actions', 'saveAndClose']),
      ...under(request, ['sections.request', 'fields.lines', 'fields.attachments', 'acts.submit']),
      ...under(`${request}.form`, [
        'requestHint',
        'itemsHint',
        'total',
        'whoIsAsked',
        'whoUnknown',
        'openCalendar',
        'savedButNotSent',
      ]),
      ...under('purchasing.line', ['many', 'asRequest', 'acts.add', 'acts.more']),
      ...under('purchasing.line.choices.gstCode', lineGstCodes),
      ...under('purchasing.line.choices.kind', lineKinds),
      ...under('purchasing.line.fields', [
        'description',
        'specification',
        'quantity',
        'unit',
        'unitPriceE4',
        'amount',
        'kind',
        'gstCode',
        'priceIncludesGst',
        'expenseCategoryId',
        'costCenterId',
      ]),
      ...under('purchasing.totals', ['items', 'gross']),
      ...under('purchasing.units', UNITS),
      'records.files.kind',
      'records.files.failed',
      ...under('validation', [
        'required',
        'too-long',
        'not-a-date',
        'not-a-number',
        'not-an-amount',
        'too-small',
        'too-large',
        'not-a-choice',
        'reason-needed',
        'no-lines',
      ]),
      ...under('approvals.rules', [
        'user',
        'role',
        'department-approver',
        'department-head',
        'parent-department-head',
        'requester-manager',
        'team',
      ]),
      ...under('approvals', ['notes.parent-head', 'notes.fallback', 'modes.any', 'modes.all']),
      ...under('approvals.approvalPolicy.choices.flags', ['emergency', 'split']),
      `${request}.many`,
    ],
    filled: {
      'common.draftSaved': ['time'],
      'common.removeNamed': ['name'],
      'purchasing.totals.gst': ['rate'],
      'purchasing.line.row': ['no'],
      'purchasing.line.acts.remove': ['no'],
      'purchasing.line.acts.up': ['no'],
      'purchasing.line.acts.down': ['no'],
      [`${request}.form.uploading`]: ['name'],
      [`${request}.said.save`]: ['name'],
      [`${request}.said.submit`]: ['name'],
      'approvals.modes.n-of': ['n'],
      'approvals.route.nobody': ['role'],
      'approvals.route.skipped': ['role'],
      'approvals.route.onBehalfOf': ['name'],
      'approvals.reasons.split': ['numbers', 'cents'],
      'approvals.reasons.split-unnamed': ['cents'],
      'approvals.reasons.raised': ['flag', 'policy'],
      'approvals.reasons.added': ['flag', 'policy'],
      'approvals.policy.upTo': ['kind', 'to'],
      'approvals.policy.between': ['kind', 'from', 'to'],
      'approvals.policy.above': ['kind', 'from'],
      'approvals.policy.any': ['kind'],
    },
    counted: ['common.errorSummary', 'purchasing.line.pasted'],
  });
  // The date stands as it was typed.
  const passed = t('validation.in-the-past', { date: '2000-01-01' }).replace('01/01/2000', '{date}');
  return {
    ...words,
    'validation.in-the-past': passed,
    'refusals.file-too-large': t('refusals.file-too-large', { megabytes }),
    [`${request}.form.filesHint`]: t(`${request}.form.filesHint`, { megabytes }),
  };
}
