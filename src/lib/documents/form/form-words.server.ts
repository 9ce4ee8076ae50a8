import { UPLOAD_MAX_BYTES } from '#lib/values/constants.ts';
import { islandWords, type IslandWords } from '#lib/process/i18n/island-words.server.ts';
import { isTranslated } from '#lib/process/i18n/translator.server.ts';
import type { Translate } from '#lib/values/languages.ts';
import type { AnyDocument } from '../document.ts';
import type { DocumentRules } from './rules.ts';

const megabytes = UPLOAD_MAX_BYTES / 1024 / 1024;
const under = (key: string, names: readonly string[]) => names.map((name) => `${key}.${name}`);

/** What every form of a document says, whichever it is. */
const plain = [
  ...under('common', ['optional', 'more', 'choose', 'chooseFiles', 'actions', 'saveAndClose']),
  ...under('common', ['draftFailed', 'draftElsewhere', 'draftTake', 'draftKeep', 'draftLeft']),
  ...under('documents.form', [
    'total',
    'whoIsAsked',
    'whoUnknown',
    'openCalendar',
    'savedButNotSent',
    'files',
    'titledHint',
  ]),
  ...under('documents.totals', ['items', 'gross']),
  ...under('documents.lines', ['add', 'amount']),
  ...under('records', ['files.kind', 'files.failed', 'form.savedBefore']),
  ...under('validation', [
    'required',
    'too-long',
    'not-a-date',
    'not-a-time',
    'not-a-number',
    'not-an-amount',
    'below-zero',
    'not-above-zero',
    'amount-too-large',
    'not-a-choice',
    'reason-needed',
    'no-lines',
    'out-of-use',
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
  ...under('approvals', ['notes.parent-head', 'notes.fallback', 'modes.any', 'modes.all', 'reasons.split-with-others']),
  ...under('approvals.approvalPolicy.choices.flags', ['emergency', 'split']),
];

const filled = {
  // The date stands as it was typed.
  'validation.in-the-past': ['date'],
  'common.draftSaved': ['time'],
  'common.draftRefused': ['reason'],
  'common.removeNamed': ['name'],
  'records.form.narrow': ['name'],
  'documents.form.uploading': ['name'],
  'documents.lines.unknownChoice': ['text'],
  'documents.lines.remove': ['no'],
  'documents.lines.up': ['no'],
  'documents.lines.down': ['no'],
  'documents.totals.gst': ['rate'],
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
};

/** What a document may say in its own words, below its key or that of its lines. */
const OWN = ['many', 'acts.submit', 'said.save', 'said.submit'];
const OWN_OF_LINES = ['many', 'row', 'more', 'inherited'];

/** What the form of a revision says besides. */
const REVISED = [
  ...under('said', ['changeRevision', 'sendRevision', 'issueRevision']),
  ...under('revisions', ['apply', 'notNeeded']),
  'acts.sendRevision',
];

/** The key of a sentence that a document may say in its own words: 'said.save'. */
export function saidKey(of: AnyDocument, name: string): string {
  const key = `${of.module}.${of.key}.${name}`;
  return isTranslated(key, 'en') ? key : `documents.${name}`;
}

/** The sentences that the form of a document uses in the browser, and no others. */
export function formWords(t: Translate, of: AnyDocument, { words = {} }: DocumentRules = {}): IslandWords {
  const marks = { name: '{name}', no: '{no}' };
  const own = OWN.map((name) => [`documents.${name}`, t(saidKey(of, name), marks)]);
  const ofLines = OWN_OF_LINES.map((name) => {
    const [key, generic] = [`${of.lines?.words}.${name}`, `documents.lines.${name}`];
    return [generic, t(isTranslated(key, 'en') ? key : generic, marks)];
  });
  const ofRevisions =
    'amend' in of.acts ? REVISED.map((key) => [`documents.${key}`, t(`documents.${key}`, marks)]) : [];
  return {
    ...islandWords(t, {
      plain,
      filled: {
        ...filled,
        ...Object.fromEntries(Object.entries(words).map(([code, names]) => [`validation.${code}`, names])),
      },
      counted: ['common.errorSummary', 'documents.lines.pasted'],
    }),
    'refusals.file-too-large': t('refusals.file-too-large', { megabytes }),
    'documents.form.filesHint': t('documents.form.filesHint', { megabytes }),
    ...Object.fromEntries([...own, ...(of.lines ? ofLines : []), ...ofRevisions]),
  };
}
