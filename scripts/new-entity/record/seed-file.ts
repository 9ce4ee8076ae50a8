import { sampleOf } from '../sample.ts';
import type { Known } from '../known.ts';
import { pascal, words } from '../names.ts';
import type { Wish } from '../wish.ts';

/** `db/seed/<plural>.ts`: three of them in the demonstration company, so that every page has something to show. */
export async function seedFile(wish: Wish, known: ReadonlyMap<string, Known>, root: string): Promise<string> {
  const { module, name, type, pluralKey, plural, tree } = wish;
  const { entered } = await sampleOf(wish, known, root, 'seed');
  const company = entered.includes('company') ? 'company' : '_company';
  const builders = ['actorNamed', ...(entered.includes('draftRequest(') ? ['draftRequest'] : []), 'type Company'].join(
    ', ',
  );
  const values = `{ ${entered}${tree ? ', parentId' : ''} }`;
  return `import { db } from '#lib/process/database/database.server.ts';
import { create${type} } from '#lib/${module}/${name}.server.ts';
import { ${builders} } from './builders.ts';

/** The ${words(plural).toLowerCase()} of the demonstration company; none are added to those that are there. */
export async function build${pascal(plural)}(${company}: Company): Promise<void> {
  if (await db.selectFrom('${pluralKey}').select('id').executeTakeFirst()) return;
  const siti = await actorNamed('admin');
${
  tree
    ? `  let parentId: string | null = null;
  for (const count of [1, 2, 3]) parentId = (await create${type}(siti, ${values})).id;`
    : `  for (const count of [1, 2, 3]) await create${type}(siti, ${values});`
}
}
`;
}
