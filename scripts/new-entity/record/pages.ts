import { quotedList } from '../names.ts';
import type { Wish } from '../wish.ts';

/** The files below `src/pages<path>/`. */
export function pages(wish: Wish): Record<string, string> {
  return {
    'index.astro': list(wish),
    'create.astro': create(wish),
    '[id]/edit.astro': edit(wish),
    '[id]/show.astro': show(wish),
    ...(wish.carries && { 'import.astro': imported(wish) }),
  };
}

function list(wish: Wish): string {
  const { module, name, key, pluralKey, type } = wish;
  return `---
import ListActs from '#components/records/list/ListActs.astro';
import RecordList from '#components/records/list/RecordList.astro';
import Staff from '#layouts/Staff.astro';
import { staffPage } from '#lib/access/session/page.ts';
import { ${key}Path } from '#lib/${module}/${name}.ts';
import { close${type}, ${pluralKey}, reopen${type} } from '#lib/${module}/${name}.server.ts';
import { listPage } from '#lib/records/list/list-page.server.ts';

${head(wish, 'many', 'read')}
const list = await listPage(Astro, ${pluralKey}, { exportPath: ${key}Path.api.export, bulk: { close: { run: close${type}, icon: 'ban', inverse: 'reopen' }, reopen: { run: reopen${type}, onlyUndo: true } } });
if (list.done) return list.done;
---
<Staff note={list.note}>
  <ListActs slot="acts" list={list}${wish.carries ? ` importPath={${key}Path.import}` : ''} />
  <RecordList list={list} />
</Staff>
`;
}

function create(wish: Wish): string {
  const { module, name, key, type } = wish;
  return `---
import RecordForm from '#components/records/form/RecordForm.astro';
import Staff from '#layouts/Staff.astro';
import { staffPage } from '#lib/access/session/page.ts';
import { ${key}, ${key}Path } from '#lib/${module}/${name}.ts';
import { create${type} } from '#lib/${module}/${name}.server.ts';
import { formChoices } from '#lib/records/list/choices.server.ts';
import { formPost } from '#lib/records/form/form.server.ts';

${head(wish, 'new', 'create')}
const form = await formPost(Astro, ${key}, create${type}, { redirect: ({ id }) => ${key}Path.show(id) });
if (form.done) return form.done;
---
<Staff>
  <RecordForm form={form} choices={await formChoices(${key}, form.values)} cancel={${key}Path.list} />
</Staff>
`;
}

function edit(wish: Wish): string {
  const { module, name, key, type, title } = wish;
  return `---
import RecordForm from '#components/records/form/RecordForm.astro';
import Staff from '#layouts/Staff.astro';
import { staffPage } from '#lib/access/session/page.ts';
import { ${key}, ${key}Path } from '#lib/${module}/${name}.ts';
import { get${type}, update${type} } from '#lib/${module}/${name}.server.ts';
import { formChoices } from '#lib/records/list/choices.server.ts';
import { formPost } from '#lib/records/form/form.server.ts';
import { pageParam } from '#lib/process/http/page-param.ts';

${head(wish, 'edit', 'update')}
const initial = await get${type}(Astro.locals.actor, pageParam(Astro, 'id'));
const form = await formPost(Astro, ${key}, (actor, input, seen) => update${type}(actor, seen, input), { redirect: ({ id }) => ${key}Path.show(id), initial });
if (form.done) return form.done;
---
<Staff name={initial.${title.at(-1)}}>
  <RecordForm form={form} choices={await formChoices(${key}, form.values)} cancel={${key}Path.show(initial.id)} />
</Staff>
`;
}

function show(wish: Wish): string {
  const { module, name, key, pluralKey, type } = wish;
  return `---
import RecordShow from '#components/on-records/RecordShow.astro';
import { staffPage } from '#lib/access/session/page.ts';
import { ${key}Path } from '#lib/${module}/${name}.ts';
import { close${type}, ${pluralKey}, reopen${type} } from '#lib/${module}/${name}.server.ts';
import { recordPage } from '#lib/records/page/record-page.server.ts';

${head(wish, 'one', wish.shows, 'update')}
const shown = await recordPage(Astro, ${pluralKey}, { acts: { close: close${type}, reopen: reopen${type} } });
if (shown.done) return shown.done;
---
<RecordShow shown={shown} />
`;
}

function imported(wish: Wish): string {
  const { module, name, key, type } = wish;
  return `---
import ImportSteps from '#components/on-records/ImportSteps.astro';
import Staff from '#layouts/Staff.astro';
import { staffPage } from '#lib/access/session/page.ts';
import { ${key}, ${key}Path } from '#lib/${module}/${name}.ts';
import { make${type} } from '#lib/${module}/${name}.server.ts';
import { importPage } from '#lib/on-records/import/import-page.server.ts';

${head(wish, 'import', 'create')}
const view = await importPage(Astro, { of: ${key}, make: make${type} });
if (view.done) return view.done;
---
<Staff>
  <ImportSteps view={view} back={${key}Path.list} />
</Staff>
`;
}

function head(
  { module, key, subject }: Wish,
  label: 'many' | 'new' | 'edit' | 'one' | 'import',
  ...actions: string[]
): string {
  const many = `{ label: '${module}.${key}.many'${label === 'many' ? '' : `, path: ${key}Path.list`} }`;
  return `export const page = staffPage({
  title: '${module}.${key}.${label}',
  section: 'menu.${module}',
  breadcrumb: [{ label: 'menu.${module}' }, ${many}${label === 'many' ? '' : `, { label: '${module}.${key}.${label}' }`}],
  can: { subject: '${subject}', anyOf: [${quotedList(actions)}] },
});
`;
}
