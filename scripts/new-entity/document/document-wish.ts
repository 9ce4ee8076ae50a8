import { usualRights } from '#lib/documents/usual/usual.ts';
import { actionsOf } from '#lib/values/rights-catalogue.ts';
import { StartRefused } from '#lib/process/config/start-refused.ts';
import { camel, listed, pascal, snake } from '../names.ts';
import type { Wish } from '../wish.ts';
import { readField, type RequestedField } from '../wished-field.ts';

/** A document as it was asked for, with every name it is known by beside those of any record. */
export interface DocumentWish extends Wish {
  /** Of its numbers, policies and prints: 'GR'. */
  docType: string;
  /** Whether its lines have prices; a quantity and a unit alone if not. */
  isPriced: boolean;
  /** The fields of a line beside description, quantity and what it costs. */
  lineFields: RequestedField[];
  /** 'goods-return-line', 'goodsReturnLine', 'goods_return_lines' */
  lineName: string;
  lineKey: string;
  lineTable: string;
  /** The list of one's own: '/purchasing/my-goods-returns'. */
  ownPath: string;
  /** The folder of its own files: 'src/lib/purchasing/goods-return'. */
  folder: string;
  /** The field that names it. */
  called: string;
}

/** What every document has, and what its page and print need for themselves. */
const TAKEN = new Set(
  (
    'number revision submittedAt endedReason onHold holdReason heldById heldAt deletedAt waitingFor requesterId departmentId ' +
    'businessEntityId gstMethod netCents gstCents grossCents copiedFromId lines attachments refusedLines'
  ).split(' '),
);
const TAKEN_BY_LINES = new Set(
  (
    'lineNo description quantity unit unitPriceE4 gstCode priceIncludesGst gstRate netCents gstCents grossCents lineState ' +
    'decisionNote'
  ).split(' '),
);

/** Reads what is a document's own of the command. Throws StartRefused with a sentence for what is wrong. */
export function documentWish(wish: Wish): DocumentWish {
  const { given, name, key, module, plural, path, title } = wish;
  const docType = String(given['doc-type'] ?? '');
  if (!/^[A-Z]{2,4}$/.test(docType))
    throw refused('A document has a type of two to four capital letters, with which its numbers begin: --doc-type GR.');
  const lacking = wish.ownSubject
    ? []
    : Object.values(usualRights)
        .flat()
        .filter((action) => !actionsOf.get(wish.subject)!.includes(action));
  if (lacking.length > 0)
    throw refused(`The subject ${wish.subject} has no ${listed([...new Set(lacking)])}: leave out --subject.`);
  const lineTable = `${snake(name)}_lines`;
  const lineFields = ((given['line'] as string[] | undefined) ?? []).map((text) => readField(text, lineTable));
  const taken =
    wish.fields.find((field) => TAKEN.has(field.name)) ?? lineFields.find((field) => TAKEN_BY_LINES.has(field.name));
  if (taken) throw refused(`Every document or its lines have ${taken.name} already.`);
  const own = path.replace(/[^/]+$/, (last) => `my-${last}`);
  return {
    ...wish,
    docType,
    isPriced: given['quantities'] !== true,
    lineFields,
    lineName: `${name}-line`,
    lineKey: `${key}Line`,
    lineTable,
    ownPath: own,
    folder: `src/lib/${module}/${name}`,
    called: title.at(-1)!,
    pluralKey: camel(plural),
    type: pascal(name),
  };
}

const refused = (sentence: string): StartRefused => new StartRefused(`${sentence}\nSee npm run new-entity -- --help`);
