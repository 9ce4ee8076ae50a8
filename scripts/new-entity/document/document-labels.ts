import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Language } from '#lib/values/languages.ts';
import { words } from '../names.ts';
import type { Words } from '../shape.ts';
import type { RequestedField } from '../wished-field.ts';
import type { DocumentWish } from './document-wish.ts';
import { frames } from './document-frames.ts';

type Tree = Record<string, any>;

/**
 * What stands under the document's key and that of its lines in the file of words of its module. What every document
 * says is said in the language of the file, as purchase requests say it; its own names are English until somebody
 * translates them.
 */
export function labelsOf(wish: DocumentWish, language: Language, root: string): Record<string, Words> {
  const { request, line } = known(root, language);
  const { name, plural, key, lineKey, fields, lineFields, isPriced } = wish;
  const [one, many] = [words(name), words(plural)];
  const say = frames(one, many)[language];
  const amounts: Words = isPriced
    ? {
        gstMethod: request['fields'].gstMethod,
        netCents: line['fields'].netCents,
        gstCents: line['fields'].gstCents,
        grossCents: line['fields'].grossCents,
      }
    : {};
  return {
    [key]: {
      one,
      many,
      ...say.names,
      fields: {
        number: say.number,
        ...ownWords(fields),
        ...picked(request['fields'], [
          'requesterId',
          'departmentId',
          'businessEntityId',
          'copiedFromId',
          'lines',
          'attachments',
          'refusedLines',
        ]),
        ...amounts,
      },
      choices: { ...choicesOf(fields), attachmentKind: picked(request['choices'].attachmentKind, ['photo', 'other']) },
      statuses: {
        ...picked(request['statuses'], ['draft', 'pending-approval', 'returned', 'rejected', 'cancelled']),
        approved: request['standing'].approved,
      },
      stages: { approval: request['stages'].approval, done: request['standing'].approved },
      types: {
        [`all-${plural}`]: say.all,
        [`all-my-${plural}`]: say.allMine,
        ...picked(request['types'], ['pending-my-approval', 'pending-approval', 'returned', 'cancelled', 'on-hold']),
        ...picked(request['types'], ['my-drafts', 'my-pending', 'my-returned']),
        approved: request['standing'].approved,
      },
      empty: say.empty,
    },
    [lineKey]: {
      ...picked(line, ['one', 'many', 'row']),
      fields: {
        ...picked(line['fields'], ['lineNo', 'description']),
        ...ownWords(lineFields),
        ...picked(line['fields'], ['quantity', 'unit']),
        ...(isPriced &&
          picked(line['fields'], [
            'unitPriceE4',
            'gstCode',
            'priceIncludesGst',
            'gstRate',
            'netCents',
            'gstCents',
            'grossCents',
            'lineState',
            'decisionNote',
          ])),
      },
      ...((isPriced || lineFields.some(({ values }) => values)) && {
        choices: {
          ...choicesOf(lineFields),
          ...(isPriced && { lineState: picked(line['choices'].lineState, ['open', 'rejected']) }),
        },
      }),
    },
  };
}

const ownWords = (fields: readonly RequestedField[]): Words =>
  Object.fromEntries(fields.map(({ name }) => [name, words(name)]));

const choicesOf = (fields: readonly RequestedField[]): Words =>
  Object.fromEntries(
    fields.flatMap(({ name, values }) =>
      values ? [[name, Object.fromEntries(values.map((value) => [value, words(value)]))]] : [],
    ),
  );

const picked = (from: Tree, names: readonly string[]): Words =>
  Object.fromEntries(names.map((name) => [name, from[name] as string]));

/** How purchase requests and all documents say what this one says too. */
function known(root: string, language: Language): { request: Tree; line: Tree } {
  const read = (file: string): Tree => {
    const path = join(root, 'locales', language, file);
    return existsSync(path) ? (JSON.parse(readFileSync(path, 'utf8')) as Tree) : {};
  };
  const { purchaseRequest, line } = read('purchasing.json');
  return { request: purchaseRequest, line };
}
