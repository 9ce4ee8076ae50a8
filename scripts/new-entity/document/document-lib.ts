import type { Known } from '../known.ts';
import { withArticle, words } from '../names.ts';
import { declaration, lineDeclaration } from './document-declaration.ts';
import type { DocumentWish } from './document-wish.ts';

/** Its own files below `src/lib/<module>/<name>/`. */
export function libFiles(wish: DocumentWish, known: ReadonlyMap<string, Known>): Record<string, string> {
  return {
    [`${wish.name}.ts`]: declaration(wish, known),
    'line.ts': lineDeclaration(wish, known),
    'paths.ts': paths(wish),
    [`${wish.name}.server.ts`]: stores(wish),
    'writing.server.ts': writing(wish),
    'life.server.ts': life(wish),
    'form.ts': form(wish),
    'form.server.ts': formPage(wish),
    'print.server.ts': print(wish),
    'registration.server.ts': registration(wish),
  };
}

function paths({ key, type, path, ownPath }: DocumentWish): string {
  return `/** Its addresses, and those of its API. Browser-safe, without a schema. */
import { documentPaths, ownListPaths } from '#lib/documents/paths.ts';

export const ${key}Path = documentPaths('${path}');
export const my${type}Path = ownListPaths('${ownPath}');
`;
}

function stores({ name, key, pluralKey, type }: DocumentWish): string {
  return `import { documentStore, ownDocumentStore } from '#lib/documents/usual/document-stores.server.ts';
import { usualRights } from '#lib/documents/usual/usual.ts';
import { my${type}, ${key}, type ${type} } from './${name}.ts';

declare module '#lib/process/database/database.server.ts' {
  interface Database {
    ${pluralKey}: ${type};
  }
}

export const ${pluralKey} = documentStore(${key}, usualRights);
export const my${upper(pluralKey)} = ownDocumentStore(my${type}, { ...usualRights, list: usualRights.mine });
`;
}

function writing({ name, key, pluralKey, lineKey, isPriced }: DocumentWish): string {
  return `import { writerOf } from '#lib/documents/document-writing.server.ts';
${isPriced ? `import { gstPricing } from '#lib/documents/lines/gst-lines.server.ts';\nimport { ${lineKey}s } from './line.ts';\n` : ''}import { ${key} } from './${name}.ts';
import { ${pluralKey} } from './${name}.server.ts';

/** Each is asked for by whoever writes it, for one of the own departments. */
export const ${key}Writing = writerOf(${key}, ${pluralKey}, {
  forOthers: [],
${isPriced ? `  priced: gstPricing(${lineKey}s, (totals) => totals),\n` : ''}});
`;
}

function life({ name, key, pluralKey, lineKey }: DocumentWish): string {
  return `import { lifeOf } from '#lib/documents/life.server.ts';
import { lifeWithLines } from '#lib/documents/life-with-lines.server.ts';
import { invalid, type FieldError } from '#lib/values/refusal.ts';
import { ${lineKey}s } from './line.ts';
import { ${key} } from './${name}.ts';
import { ${pluralKey} } from './${name}.server.ts';
import { ${key}Writing } from './writing.server.ts';

export const ${key}Life = lifeOf(
  ${key},
  ${pluralKey},
  lifeWithLines(${key}Writing, ${lineKey}s, {
    /** What must be true before it is sent; every fault is named at once (422). */
    async complete(_tx, _document, lines) {
      const faults: FieldError[] = lines.length === 0 ? [{ path: 'lines', code: 'no-lines' }] : [];
      if (faults.length > 0) throw invalid(faults);
    },
  }),
);
`;
}

function form({ key, isPriced }: DocumentWish): string {
  const row = ['description', 'quantity', 'unit', ...(isPriced ? ['unitPriceE4'] : [])];
  return `/** What it says of its own form. Browser-safe. */
${isPriced ? "import { gstPrices } from '#lib/documents/form/gst-prices.ts';\n" : ''}import type { DocumentRules } from '#lib/documents/form/rules.ts';

export const ${key}Rules: DocumentRules = {
  row: [${row.map((one) => `'${one}'`).join(', ')}],
${isPriced ? '  prices: gstPrices,\n' : ''}};
`;
}

function formPage({ key }: DocumentWish): string {
  return `import { formPageOf } from '#lib/documents/form/page.server.ts';
import { ${key}Rules } from './form.ts';
import { ${key}Life } from './life.server.ts';
import { ${key}Writing } from './writing.server.ts';

/** The page of a new one or of a change. */
export const ${key}FormPage = formPageOf(${key}Life, ${key}Writing, ${key}Rules);
`;
}

function print({ name, key, pluralKey }: DocumentWish): string {
  return `import { registerPrint } from '#lib/documents/prints/prints.server.ts';
import { usualPrint } from '#lib/documents/prints/usual-print.server.ts';
import { ${key}Path } from './paths.ts';
import { ${pluralKey} } from './${name}.server.ts';

export const ${key}Print = registerPrint(
  usualPrint({ name: '${name}', store: ${pluralKey}, paths: ${key}Path, linkDays: 'files.link-days' }),
);
`;
}

function registration({ name, key }: DocumentWish): string {
  return `import { registerDocument } from '#lib/documents/registration.server.ts';
import { ${key}Life } from './life.server.ts';

/** ${upper(withArticle(words(name).toLowerCase()))} is decided by the head of its department until somebody makes another policy. */
registerDocument(${key}Life, { usualSteps: [{ rule: 'department-head' }] });
`;
}

const upper = (text: string): string => text[0]!.toUpperCase() + text.slice(1);
