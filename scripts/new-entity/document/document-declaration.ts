import { kinds } from '../kinds.ts';
import type { Known } from '../known.ts';
import { quoted, quotedList } from '../names.ts';
import type { RequestedField } from '../wished-field.ts';
import type { DocumentWish } from './document-wish.ts';

/** More columns than these are hidden until somebody chooses them. */
const SHOWN = 3;

/** `<name>.ts`: what the document is. */
export function declaration(wish: DocumentWish, known: ReadonlyMap<string, Known>): string {
  const { name, key, type, fields, isPriced, called } = wish;
  const short = fields
    .filter(({ kind, name: field }) => kind !== 'long-text' && field !== called)
    .map(({ name: field }) => field);
  const amount = isPriced ? ['grossCents'] : [];
  const columns = [
    'number',
    called,
    'requesterId',
    'departmentId',
    ...amount,
    'status',
    'waitingFor',
    ...short,
    'createdAt',
    'updatedAt',
  ];
  const filters = fields
    .filter(({ kind }) => ['choice', 'reference', 'boolean', 'date'].includes(kind))
    .map(({ name: field }) => field);
  const form = [...fields.map(({ name: field }) => field), 'departmentId'];
  return `import { document, documentFields, mineOf } from '#lib/documents/document.ts';
${isPriced ? "import { totalFields } from '#lib/documents/lines/priced-lines.ts';\n" : ''}import { usualActs, usualFinal, usualOwnTypes, usualStatuses, usualTransitions, usualTypes } from '#lib/documents/usual/usual.ts';
import type { RowOf } from '#lib/records/entity.ts';
import { ${callsOf([...fields, { kind: 'reference' }])} } from '#lib/values/fields.ts';
${importsOf(wish, fields, known, ['business-entity', 'department', 'user'])}import { ${wish.lineKey}s } from './line.ts';
import { my${type}Path, ${key}Path } from './paths.ts';

/** Its lines are in line.ts. */
export const ${key} = document('${name}', {
  docType: '${wish.docType}',
  module: '${wish.module}',
  plural: '${wish.plural}',
  subject: '${wish.subject}',
  path: ${key}Path.list,
  title: ['number', '${called}'],
  scope: { own: ['requesterId', 'createdBy'], department: 'departmentId', businessEntity: 'businessEntityId' },
  fields: {
    ...documentFields,
${fields.map((field) => `    ${field.name}: ${callOf(field)},\n`).join('')}    requesterId: reference('user', { readOnly: true }),
    departmentId: reference('department'),
    businessEntityId: reference('business-entity', { readOnly: true }),
${isPriced ? '    ...totalFields,\n' : ''}    copiedFromId: reference('${name}', { optional: true, readOnly: true }),
  },
  list: {
    columns: [${quotedList(columns)}],
    hidden: [${quotedList([...short.slice(SHOWN), 'departmentId', 'updatedAt'])}],
    sortable: [${quotedList(['number', ...amount, 'createdAt', 'updatedAt'])}],
    defaultSort: '-createdAt',
${isPriced ? "    totals: ['grossCents'],\n" : ''}    filters: [${quotedList(['status', 'departmentId', ...filters, 'createdAt'])}],
    types: { 'all-${wish.plural}': {}, ...usualTypes },
  },
  form: [${quotedList(form)}],
  statuses: usualStatuses,
  editable: { draft: 'form', returned: 'form' },
  lines: ${wish.lineKey}s,
  requester: 'requesterId',
${isPriced ? "  amount: 'grossCents',\n" : ''}  material: [${quotedList([...form, ...(isPriced ? ['netCents', 'gstCents'] : [])])}],
  final: usualFinal,
  attachmentKinds: ['photo', 'other'],
  stages: [
    { name: 'approval', statuses: ['draft', 'pending-approval', 'returned', 'rejected'] },
    { name: 'done', statuses: ['approved'] },
  ],
  acts: usualActs,
  transitions: usualTransitions,
});

export type ${type} = RowOf<typeof ${key}>;

/** The same record seen from its requester's side: other tabs, other address. */
export const my${type} = mineOf(${key}, my${type}Path.list, { 'all-my-${wish.plural}': {}, ...usualOwnTypes });
`;
}

/** `line.ts`: what its lines are. */
export function lineDeclaration(wish: DocumentWish, known: ReadonlyMap<string, Known>): string {
  const { lineFields, isPriced } = wish;
  const prices = isPriced ? ['amountFields', 'priceFaults', 'priceFields'] : [];
  const calls = callsOf([
    { kind: 'text' },
    ...lineFields,
    ...(isPriced ? [{ kind: 'choice' }, { kind: 'long-text' }] : [{ kind: 'choice' }, { kind: 'quantity' }]),
  ]);
  const bought = isPriced
    ? '    ...priceFields,\n'
    : "    quantity: quantity(),\n    unit: choice(UNITS, { words: 'purchasing.units' }),\n";
  const derived = `  derived: {
    ...amountFields,
    lineState: choice(['open', 'rejected'], { readOnly: true }),
    /** Why an approver refused the line. */
    decisionNote: longText({ max: 500, optional: true, readOnly: true }),
  },
`;
  return `import { lines } from '#lib/documents/lines/lines.ts';
${isPriced ? `import { ${prices.join(', ')} } from '#lib/documents/lines/priced-lines.ts';\n` : "import { UNITS } from '#lib/values/constants.ts';\n"}import { ${calls} } from '#lib/values/fields.ts';
${importsOf(wish, lineFields, known, [])}
/** Its lines${isPriced ? '; unit prices in ten-thousandths of a dollar' : ''}. */
export const ${wish.lineKey}s = lines({
  name: '${wish.lineName}',
  parent: '${wish.key}Id',
  words: '${wish.module}.${wish.lineKey}',
  fields: {
    description: text({ max: 300 }),
${lineFields.map((field) => `    ${field.name}: ${callOf(field)},\n`).join('')}${bought}  },
${isPriced ? derived : ''}  title: 'description',
${isPriced ? "  defaults: { gstCode: 'SR' },\n" : ''}  first: { unit: 'Piece(s)' },
${isPriced ? '  faults: priceFaults,\n' : ''}});
`;
}

function importsOf(
  { module, name }: DocumentWish,
  fields: readonly RequestedField[],
  known: ReadonlyMap<string, Known>,
  always: readonly string[],
): string {
  const named = [...new Set([...always, ...fields.flatMap(({ to }) => (to && to !== name ? [to] : []))])];
  const files = named.map((to) => known.get(to)?.file ?? `src/lib/${module}/${to}.ts`);
  return files
    .map((file) => `import '${file.replace('src/lib/', '#lib/')}';\n`)
    .sort()
    .join('');
}

const callsOf = (fields: readonly Pick<RequestedField, 'kind'>[]): string =>
  [...new Set(fields.map(({ kind }) => kinds[kind]!.call))].sort().join(', ');

function callOf({ kind, optional, max, values, to }: RequestedField): string {
  const options = [...(max === undefined ? [] : [`max: ${max}`]), ...(optional ? ['optional: true'] : [])];
  const first = values ? [`[${quotedList(values)}]`] : to ? [quoted(to)] : [];
  return `${kinds[kind]!.call}(${[...first, ...(options.length > 0 ? [`{ ${options.join(', ')} }`] : [])].join(', ')})`;
}
