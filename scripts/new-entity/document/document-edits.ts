import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { StartRefused } from '#lib/process/config/start-refused.ts';
import { cataloguePart } from '../modules.ts';
import type { DocumentWish } from './document-wish.ts';

const RIGHTS = "[...plain, ...own, 'approve', 'cancel', 'publish']";

/** Files that are there already and come to know the document, by their path from the root, with their new text. */
export function edits(wish: DocumentWish, root: string): Record<string, string> {
  const text = (file: string) => readFileSync(join(root, file), 'utf8');
  const rights = 'src/lib/values/rights-catalogue.ts';
  const types = 'src/lib/values/doc-types.ts';
  const modules = 'src/lib/modules.server.ts';
  const menu = 'src/components/shell/menu.ts';
  const isNewSubject = !new RegExp(`^  ${wish.subject}: `, 'm').test(text(rights));
  return {
    [modules]: text(modules) + imports(wish),
    [types]: withType(withType(text(types), 'DOC_TYPES', wish.docType), 'APPROVED_DOC_TYPES', wish.docType),
    ...(isNewSubject && { [rights]: withSubject(text(rights), wish) }),
    [menu]: withEntries(text(menu), wish),
  };
}

const imports = ({ module, name }: DocumentWish): string =>
  ['print.server', 'registration.server', `${name}.server`]
    .map((file) => `import '#lib/${module}/${name}/${file}.ts';\n`)
    .join('');

function withType(source: string, list: string, type: string): string {
  return placed(source, new RegExp(`(export const ${list} = \\[[^\\]]*?)(\\n\\] as const)`), (found, before, end) =>
    before.includes(`'${type}'`) ? found : `${before}\n  '${type}',${end}`,
  );
}

const withSubject = (source: string, { module, subject }: DocumentWish): string =>
  placed(
    source,
    new RegExp(`(\\nconst ${cataloguePart[module]} = \\{\\n)`),
    (found) => `${found}  ${subject}: ${RIGHTS},\n`,
  );

/** Two entries in the section of the module, one of its own where there is none. */
function withEntries(source: string, wish: DocumentWish): string {
  const { module, name, key, type, subject, pluralKey } = wish;
  const own = `menu.my${type}s`;
  const entries = `      { label: 'menu.${pluralKey}', path: ${key}Path.list, subject: '${subject}', anyOf: usualRights.list },
      { label: '${own}', path: my${type}Path.list, subject: '${subject}', anyOf: usualRights.mine },
`;
  const section = `  {\n    label: 'menu.${module}',\n    icon: 'file-text',\n    entries: [\n${entries}    ],\n  },\n`;
  const there = new RegExp(
    `(label: 'menu\\.${module}',\\n    icon: '[\\w-]+',\\n    entries: \\[\\n(?:      .*\\n)*)(    \\],)`,
  );
  const menu = there.test(source)
    ? source.replace(there, (_, before: string, end: string) => `${before}${entries}${end}`)
    : placed(
        source,
        /(export const menu: readonly MenuSection\[\] = \[[^]*?)(\n\];)/,
        (_, before, end) => `${before}\n${section.trimEnd()}${end}`,
      );
  const line = `import { my${type}Path, ${key}Path } from '#lib/${module}/${name}/paths.ts';\n`;
  const usual = "import { usualRights } from '#lib/documents/usual/usual.ts';\n";
  return `${line}${menu.includes(usual) ? '' : usual}${menu}`;
}

/** Replaces what must be there; a sentence names what is not as it was. */
function placed(source: string, where: RegExp, made: (found: string, ...parts: string[]) => string): string {
  if (!where.test(source)) throw new StartRefused(`No place is found for it by ${where}. Nothing was written.`);
  return source.replace(where, made);
}
