import type { DocumentWish } from './document-wish.ts';

/** Its API: each file a line or two, since everything follows from the declaration. */
export function endpoints(wish: DocumentWish): Record<string, string> {
  const { key, pluralKey, path, ownPath } = wish;
  const from = (file: string) => `#lib/${wish.module}/${wish.name}/${file}.ts`;
  const life = `import { ${key}Life } from '${from('life.server')}';\n`;
  const writing = `import { ${key}Writing } from '${from('writing.server')}';\n`;
  const print = `import { ${key}Print } from '${from('print.server')}';\n`;
  const documents = `'#lib/documents/document-endpoints.server.ts'`;
  const prints = `'#lib/documents/prints/print-endpoints.server.ts'`;
  const mine = `my${pluralKey[0]!.toUpperCase()}${pluralKey.slice(1)}`;
  const api = `src/pages/api${path}`;
  return {
    [`${api}/index.ts`]: `import { documentsEndpoint } from ${documents};
${life}${writing}
export const { access, docs, GET, POST } = documentsEndpoint(${key}Life, ${key}Writing);
`,
    [`${api}/export.ts`]: `import { documentExport } from ${documents};
${life}import { ${mine} } from '${from(`${wish.name}.server`)}';

export const { access, GET } = documentExport(${key}Life, ${mine});
`,
    [`${api}/[id]/index.ts`]: `import { documentEndpoint } from ${documents};
${life}${writing}
export const { access, docs, GET, PATCH } = documentEndpoint(${key}Life, ${key}Writing);
`,
    [`${api}/[id]/[act].ts`]: `import { actAccess } from '#lib/documents/act-access.ts';
import { actEndpoint } from '#lib/documents/act-endpoint.server.ts';
import { usualRights } from '#lib/documents/usual/usual.ts';
${life}import { ${key} } from '${from(wish.name)}';

export const access = actAccess(${key}, usualRights.show);

export const { POST, DELETE } = actEndpoint(${key}Life);
`,
    [`${api}/[id]/prints.ts`]: `import { printNoteEndpoint } from ${prints};
${print}
export const { access, POST } = printNoteEndpoint(${key}Print);
`,
    [`${api}/[id]/print-links.ts`]: `import { printLinkEndpoints } from ${prints};
${print}
export const { access, docs, GET, POST, DELETE } = printLinkEndpoints(${key}Print);
`,
    [`src/pages/api${ownPath}/index.ts`]: `import { ownDocumentsEndpoint } from ${documents};
import { ${mine} } from '${from(`${wish.name}.server`)}';

export const { access, docs, GET } = ownDocumentsEndpoint(${mine});
`,
  };
}
