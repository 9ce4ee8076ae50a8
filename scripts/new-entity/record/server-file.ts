import { withArticle, words } from '../names.ts';
import type { Wish } from '../wish.ts';

/** `src/lib/<module>/<name>.server.ts`: what can be done with it. */
export function serverFile({ name, key, pluralKey, type }: Wish): string {
  const one = withArticle(words(name).toLowerCase());
  return `import type { Actor } from '#lib/values/actor.ts';
import { store } from '#lib/records/store.server.ts';
import type { Seen } from '#lib/records/version.server.ts';
import type { ReadRow } from '#lib/records/store-reading.server.ts';
import { ${key}, type ${type} } from './${name}.ts';

declare module '#lib/process/database/database.server.ts' {
  interface Database {
    ${pluralKey}: ${type};
  }
}

export const ${pluralKey} = store(${key}, {
  rights: { list: ['read'], show: ['read', 'update'], create: ['create'], update: ['update'], acts: { close: ['update'], reopen: ['update'] } },
});

export async function get${type}(actor: Actor, id: string): Promise<ReadRow<typeof ${key}>> {
  return ${pluralKey}.get(actor, id);
}

export async function create${type}(actor: Actor, input: unknown): Promise<${type}> {
  return ${pluralKey}.create(actor, input);
}

export async function update${type}(actor: Actor, seen: Seen, input: unknown): Promise<${type}> {
  return ${pluralKey}.update(actor, seen, input);
}

/** Takes ${one} out of use: it can be chosen no more. */
export async function close${type}(actor: Actor, seen: Seen): Promise<${type}> {
  return ${pluralKey}.transition(actor, 'close', seen);
}

export async function reopen${type}(actor: Actor, seen: Seen): Promise<${type}> {
  return ${pluralKey}.transition(actor, 'reopen', seen);
}
`;
}
