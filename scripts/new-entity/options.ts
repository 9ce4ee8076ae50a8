import type { ParseArgsConfig } from 'node:util';

/** What may be said beside module, name and fields. `takes` and `says` are for the help. */
export const options = {
  plural: {
    type: 'string',
    takes: '<plural>',
    says: 'several of them, where adding s is wrong; names the table: store-shelves',
  },
  subject: {
    type: 'string',
    takes: '<Subject>',
    says: 'whose rights hold for it, from src/lib/values/rights-catalogue.ts; when left out one of its own: StoreShelf',
  },
  path: { type: 'string', takes: '<path>', says: 'the address of its list; /<module>/<plural> when left out' },
  tree: {
    type: 'boolean',
    says: 'each may stand below another of its kind (parentId): no circles, and the list shows what it stands below',
  },
  plain: { type: 'boolean', says: 'without import, comments and files, which every record has otherwise' },
  document: {
    type: 'boolean',
    says: 'a document: with lines, statuses, approval, print, my list; needs --doc-type',
  },
  'doc-type': { type: 'string', takes: '<GR>', says: 'of a document: what its numbers begin with' },
  quantities: { type: 'boolean', says: 'of a document: its lines have a quantity and no price' },
  line: {
    type: 'string',
    multiple: true,
    takes: '<field>',
    says: 'of a document: a field of its lines, as often as there are some',
  },
} as const satisfies Record<string, NonNullable<ParseArgsConfig['options']>[string] & { takes?: string; says: string }>;

/** What can be written (`shapes.ts`): the first, unless the option of another's name is given. */
export const shapeNames = ['record', 'document'] as const;

export type ShapeName = (typeof shapeNames)[number];
