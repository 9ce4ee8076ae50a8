import type { Wish } from './wish.ts';

/** The files below `src/pages<path>/`. */
export function pages(wish: Wish): Record<string, string> {
  return { 'index.astro': list(wish), 'create.astro': create(wish), '[id]/edit.astro': edit(wish) };
}

function list(wish: Wish): string {
  const { module, name, pluralKey, type, path } = wish;
  return `---
import ListActs from '#components/records/ListActs.astro';
import RecordList from '#components/records/RecordList.astro';
import Staff from '#layouts/Staff.astro';
import { staffPage } from '#lib/access/page.ts';
import { close${type}, ${pluralKey} } from '#lib/${module}/${name}.server.ts';
import { listPage } from '#lib/kernel/list-page.server.ts';

${head(wish, 'many', 'read')}
const list = await listPage(Astro, ${pluralKey}, { exportPath: '/api${path}/export', bulk: { close: { run: close${type}, icon: 'ban' } } });
if (list.done) return list.done;
---
<Staff note={list.note}>
  <ListActs slot="acts" list={list} />
  <RecordList list={list} />
</Staff>
`;
}

function create(wish: Wish): string {
  const { module, name, key, type, path } = wish;
  return `---
import RecordForm from '#components/records/RecordForm.astro';
import Staff from '#layouts/Staff.astro';
import { staffPage } from '#lib/access/page.ts';
import { ${key} } from '#lib/${module}/${name}.ts';
import { create${type} } from '#lib/${module}/${name}.server.ts';
import { formChoices } from '#lib/kernel/choices.server.ts';
import { formPost } from '#lib/kernel/form.server.ts';

${head(wish, 'new', 'create')}
const form = await formPost(Astro, ${key}, create${type}, { redirect: '${path}' });
if (form.done) return form.done;
---
<Staff>
  <RecordForm form={form} choices={await formChoices(${key}, form.values)} cancel="${path}" />
</Staff>
`;
}

function edit(wish: Wish): string {
  const { module, name, key, type, path, title } = wish;
  return `---
import RecordActs from '#components/records/RecordActs.astro';
import RecordForm from '#components/records/RecordForm.astro';
import Timeline from '#components/records/Timeline.astro';
import Staff from '#layouts/Staff.astro';
import { staffPage } from '#lib/access/page.ts';
import { ${key} } from '#lib/${module}/${name}.ts';
import { close${type}, get${type}, reopen${type}, update${type} } from '#lib/${module}/${name}.server.ts';
import { formChoices } from '#lib/kernel/choices.server.ts';
import { formPost } from '#lib/kernel/form.server.ts';

${head(wish, 'edit', 'update')}
const initial = await get${type}(Astro.locals.actor, Astro.params.id!);
const acts = { close: close${type}, reopen: reopen${type} };
const form = await formPost(Astro, ${key}, (actor, input, seen) => update${type}(actor, seen, input), { redirect: '${path}', initial, acts });
if (form.done) return form.done;
---
<Staff heading={initial.${title.at(-1)}}>
  <RecordActs slot="acts" of={${key}} record={initial} acts={['close', 'reopen']} />
  <RecordForm form={form} choices={await formChoices(${key}, form.values)} cancel="${path}" />
  <div class="form-layout below-form"><Timeline of={${key}} id={initial.id} quiet /></div>
</Staff>
`;
}

function head({ module, key, subject, path }: Wish, label: 'many' | 'new' | 'edit', action: string): string {
  const many = `{ label: '${module}.${key}.many'${label === 'many' ? '' : `, path: '${path}'`} }`;
  return `export const page = staffPage({
  title: '${module}.${key}.${label}',
  section: 'menu.${module}',
  breadcrumb: [{ label: 'menu.${module}' }, ${many}${label === 'many' ? '' : `, { label: '${module}.${key}.${label}' }`}],
  can: { subject: '${subject}', anyOf: ['${action}'] },
});
`;
}
