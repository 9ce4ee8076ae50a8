import { kinds, type KindOfField } from './kinds.ts';
import { modules } from './modules.ts';
import { options } from './options.ts';

/** What `--help` prints. */
export const help = `Writes the files of a new kind of record: declaration, operations, pages (list, form, a page to read), import, API,
table, words, test; and names it where the program names all of them: menu, search, rights. From then on the files are
ordinary code.

  npm run new-entity -- <module> <name> [options] <field:kind> ...

For example:

  npm run new-entity -- inventory store-shelf --subject InventoryStore \\
    code:text:20 name:text:100 material:choice:steel,wood 'note:long-text:500?' storeKeeperId:reference:user 'heightCm:integer?'

A document, with lines, approval and print:

  npm run new-entity -- --document purchasing goods-return --doc-type GR \\
    title:text:150 kind:choice:faulty,surplus 'reason:long-text:500?' --line 'batch:text:40?'

  <module>             ${modules.slice(0, 6).join(', ')},
                       ${modules.slice(6).join(', ')}
  <name>               one record, in lower case: store-shelf
${Object.entries(options)
  .map(([name, option]) => `  ${`--${name} ${'takes' in option ? option.takes : ''}`.padEnd(20)} ${option.says}`)
  .join('\n')}

  A field is name:kind; a ? at the end lets it be empty (quote it). Kinds:

${Object.entries(kinds)
  .map(([name, kind]) => `  ${exampleOf(name, kind).padEnd(36)} ${kind.says}`)
  .join('\n')}

  A field named code is given once; without one the field that names the record is: name, label, title,
  or the first text that may not be empty. Nothing is written when anything is wrong.
`;

function exampleOf(name: string, { takes, example }: KindOfField): string {
  return `${example}:${name}${takes ? `:${{ max: '100', 'max?': '300', values: 'steel,wood', entity: 'user' }[takes]}` : ''}`;
}
