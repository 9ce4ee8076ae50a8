import type { DocumentWish } from './document-wish.ts';

/** Its pages below `src/pages`, each a thin file at its address. */
export function pages(wish: DocumentWish): Record<string, string> {
  const { path, ownPath } = wish;
  return {
    [`src/pages${path}/index.astro`]: list(wish, 'many'),
    [`src/pages${ownPath}/index.astro`]: list(wish, 'mine'),
    [`src/pages${path}/create.astro`]: create(wish),
    [`src/pages${path}/import.astro`]: imported(wish),
    [`src/pages${path}/[id]/show.astro`]: show(wish),
    [`src/pages${path}/[id]/edit.astro`]: edit(wish),
    [`src/pages${path}/[id]/print.astro`]: print(wish),
    [`src/pages${path}/print/[id].ts`]: `import { printFileEndpoint } from '#lib/documents/prints/print-endpoints.server.ts';
import { ${wish.key}Print } from '${from(wish, 'print.server')}';

export const { access, GET } = printFileEndpoint(${wish.key}Print);
`,
  };
}

/** Its form in the browser. */
export function interfaceFiles({ module, name, key, type }: DocumentWish): Record<string, string> {
  return {
    [`src/islands/${module}/${type}Form.tsx`]: `import type { ReactNode } from 'react';
import type { DocumentFormProps } from '#lib/documents/form/form.ts';
import { ${key}Rules } from '#lib/${module}/${name}/form.ts';
import { DocumentForm } from '../documents/DocumentForm.tsx';

export default function ${type}Form(props: DocumentFormProps & { children?: ReactNode }) {
  return <DocumentForm {...props} rules={${key}Rules} />;
}
`,
  };
}

function list(wish: DocumentWish, which: 'many' | 'mine'): string {
  const { key, pluralKey } = wish;
  const source = which === 'many' ? pluralKey : `my${pluralKey[0]!.toUpperCase()}${pluralKey.slice(1)}`;
  return `---
import DocumentList from '#components/documents/DocumentList.astro';
import ListActs from '#components/records/list/ListActs.astro';
import Staff from '#layouts/Staff.astro';
import { staffPage } from '#lib/access/session/page.ts';
import { documentListOptions${which === 'many' ? ', waitingNote' : ''} } from '#lib/documents/usual/document-lists.server.ts';
import { usualRights } from '#lib/documents/usual/usual.ts';
import { listPage } from '#lib/records/list/list-page.server.ts';
import { ${key}Life } from '${from(wish, 'life.server')}';
import { ${key}Path } from '${from(wish, 'paths')}';
import { ${source} } from '${from(wish, `${wish.name}.server`)}';

${head(wish, which, which === 'many' ? 'list' : 'mine')}
const { actor } = Astro.locals;
const mayCreate = actor.ability.can('${wish.subject}', ...usualRights.create);
const list = await listPage(Astro, ${source}, {
  ...documentListOptions(${key}Life, actor, '${which === 'many' ? 'all' : 'own'}'),
  createPath: mayCreate ? ${key}Path.create : null,
});
if (list.done) return list.done;
---
<Staff note={${which === 'many' ? 'waitingNote(list, Astro.locals)' : 'list.note'}}>
  <ListActs slot="acts" list={list} importPath={mayCreate ? ${key}Path.import : undefined} />
  <DocumentList list={list} />
</Staff>
`;
}

function create(wish: DocumentWish): string {
  const { module, key, type } = wish;
  return `---
import FormNotices from '#components/documents/FormNotices.astro';
import ${type}Form from '#islands/${module}/${type}Form.tsx';
import Staff from '#layouts/Staff.astro';
import { staffPage } from '#lib/access/session/page.ts';
import { usualRights } from '#lib/documents/usual/usual.ts';
import { ${key}FormPage } from '${from(wish, 'form.server')}';
import { ${key}Path } from '${from(wish, 'paths')}';

${head(wish, 'new', 'create')}
const view = await ${key}FormPage(Astro, null);
if (view.done) return view.done;
---
<Staff note={Astro.locals.t('documents.form.note')}>
  <${type}Form client:load {...view.props}>
    <FormNotices view={view} />
  </${type}Form>
</Staff>
`;
}

function edit(wish: DocumentWish): string {
  const { module, key, type } = wish;
  return `---
import FormNotices from '#components/documents/FormNotices.astro';
import ${type}Form from '#islands/${module}/${type}Form.tsx';
import Staff from '#layouts/Staff.astro';
import { staffPage } from '#lib/access/session/page.ts';
import { readDocument } from '#lib/documents/reading.server.ts';
import { usualRights } from '#lib/documents/usual/usual.ts';
import { pageParam } from '#lib/process/http/page-param.ts';
import { ${key}FormPage } from '${from(wish, 'form.server')}';
import { ${key}Life } from '${from(wish, 'life.server')}';
import { ${key}Path } from '${from(wish, 'paths')}';

${head(wish, 'edit', 'edit')}
const record = await readDocument(Astro.locals.actor, ${key}Life, pageParam(Astro, 'id'), usualRights.edit);
const view = await ${key}FormPage(Astro, record);
if (view.done) return view.done;
const name = record.number ?? record.${wish.called};
---
<Staff name={name} title={view.heading} heading={view.heading ?? Astro.locals.t(page.title)} note={name}>
  <${type}Form client:load {...view.props}>
    <FormNotices view={view} />
  </${type}Form>
</Staff>
`;
}

function show(wish: DocumentWish): string {
  const { key } = wish;
  return `---
import DocumentPage from '#components/documents/DocumentPage.astro';
import { staffPage } from '#lib/access/session/page.ts';
import { showPage } from '#lib/documents/show-page.server.ts';
import { usualRights } from '#lib/documents/usual/usual.ts';
import { pageParam } from '#lib/process/http/page-param.ts';
import { ${key}Life } from '${from(wish, 'life.server')}';
import { ${key}Path } from '${from(wish, 'paths')}';

${head(wish, 'one', 'show')}
const shown = await showPage(Astro, ${key}Life, pageParam(Astro, 'id'));
if (shown.done) return shown.done;
---
<DocumentPage page={shown} print={${key}Path.preview(shown.document.id)} />
`;
}

function imported(wish: DocumentWish): string {
  const { key } = wish;
  return `---
import ImportSteps from '#components/on-records/ImportSteps.astro';
import Staff from '#layouts/Staff.astro';
import { staffPage } from '#lib/access/session/page.ts';
import { usualRights } from '#lib/documents/usual/usual.ts';
import { importPage } from '#lib/on-records/import/import-page.server.ts';
import { ${key}Path } from '${from(wish, 'paths')}';
import { ${key} } from '${from(wish, wish.name)}';
import { ${key}Writing } from '${from(wish, 'writing.server')}';

${head(wish, 'import', 'create')}
const view = await importPage(Astro, {
  of: ${key},
  make: ${key}Writing.create,
  usual: ${key}Writing.first(Astro.locals.actor),
});
if (view.done) return view.done;
---
<Staff>
  <ImportSteps view={view} back={${key}Path.list} />
</Staff>
`;
}

function print(wish: DocumentWish): string {
  const { key } = wish;
  return `---
import PrintPreview from '#components/documents/PrintPreview.astro';
import { staffPage } from '#lib/access/session/page.ts';
import { openPreview } from '#lib/documents/prints/print-preview.server.ts';
import { listCrumb } from '#lib/documents/usual/document-lists.server.ts';
import { usualRights } from '#lib/documents/usual/usual.ts';
import { ${key} } from '${from(wish, wish.name)}';
import { ${key}Path } from '${from(wish, 'paths')}';
import { ${key}Print } from '${from(wish, 'print.server')}';

${head(wish, 'print', 'show')}
const preview = await openPreview(Astro, ${key}Print);
---
<PrintPreview preview={preview} list={listCrumb(Astro.locals.actor, ${key}, preview.record)} />
`;
}

const from = ({ module, name }: DocumentWish, file: string): string => `#lib/${module}/${name}/${file}.ts`;

type Label = 'many' | 'mine' | 'new' | 'edit' | 'one' | 'import' | 'print';

function head(wish: DocumentWish, label: Label, rights: string): string {
  const { module, key, subject } = wish;
  const own = label === 'print' ? 'prints.preview.title' : `${module}.${key}.${label}`;
  const isList = label === 'many' || label === 'mine';
  const crumbs = [
    `{ label: 'menu.${module}' }`,
    ...(isList ? [] : [`{ label: '${module}.${key}.many', path: ${key}Path.list }`]),
    `{ label: '${own}' }`,
  ];
  return `export const page = staffPage({
  title: '${own}',
  section: 'menu.${module}',
  breadcrumb: [${crumbs.join(', ')}],
  can: { subject: '${subject}', anyOf: usualRights.${rights} },
});
`;
}
