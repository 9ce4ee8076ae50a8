import { withArticle, words } from '../names.ts';
import type { Wish } from '../wish.ts';

/** `src/lib/<module>/<name>.server.ts`: what can be done with it. */
export function serverFile(wish: Wish): string {
  const { name, key, pluralKey, type, shows, tree, carries } = wish;
  const one = withArticle(words(name).toLowerCase());
  return `import type { Actor } from '#lib/values/actor.ts';
import { store } from '#lib/records/store.server.ts';
import type { ReadRow } from '#lib/records/store-reading.server.ts';
import type { ShownVersion } from '#lib/records/version.server.ts';
${carries ? CARRIES : ''}${tree ? "import { treeDepth, treePath } from '#lib/records/tree.server.ts';\n" : ''}import { ${key}, ${carries ? `${key}Path, ` : ''}type ${type} } from './${name}.ts';

declare module '#lib/process/database/database.server.ts' {
  interface Database {
    ${pluralKey}: ${type};
  }
}

export const ${pluralKey} = store(${key}, {
  rights: { list: ['read'], show: ['${shows}', 'update'], create: ['create'], update: ['update'], acts: { close: ['update'], reopen: ['update'] } },
${tree ? `  computed: { treePath: () => treePath(${key}), treeDepth: () => treeDepth(${key}) },\n` : ''}});

${carries ? registered(wish) : ''}export async function get${type}(actor: Actor, id: string): Promise<ReadRow<typeof ${key}>> {
  return ${pluralKey}.get(actor, id);
}

export async function create${type}(actor: Actor, input: unknown): Promise<${type}> {
  return ${pluralKey}.create(actor, input);
}

${carries ? made(wish) : ''}export async function update${type}(actor: Actor, shown: ShownVersion, input: unknown): Promise<${type}> {
  return ${pluralKey}.update(actor, shown, input);
}

/** Takes ${one} out of use: it can be chosen no more. */
export async function close${type}(actor: Actor, shown: ShownVersion): Promise<${type}> {
  return ${pluralKey}.transition(actor, 'close', shown);
}

export async function reopen${type}(actor: Actor, shown: ShownVersion): Promise<${type}> {
  return ${pluralKey}.transition(actor, 'reopen', shown);
}
`;
}

const CARRIES = `import type { WriteOptions } from '#lib/records/store-writing.server.ts';
import { registerRecord } from '#lib/records/record-kinds.server.ts';
`;

/** Comments, files and watchers hang on it. */
function registered({ key, pluralKey }: Wish): string {
  return `registerRecord({
  of: ${key},
  reaches: (actor, id) => ${pluralKey}.reaches(actor, id),
  mayAttach: (actor, id) => ${pluralKey}.reaches(actor, id, ['update']),
  path: ${key}Path.show,
});

`;
}

function made({ pluralKey, type }: Wish): string {
  return `/** The same as part of something larger: an import, or its dry run. */
export async function make${type}(actor: Actor, input: unknown, how: WriteOptions): Promise<${type}> {
  return ${pluralKey}.create(actor, input, undefined, how);
}

`;
}
