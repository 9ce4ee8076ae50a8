import { sampleOf } from '../sample.ts';
import type { Known } from '../known.ts';
import { withArticle, words } from '../names.ts';
import type { Wish } from '../wish.ts';

/** `tests/<module>/<name>.test.ts`: both sides of its rights, and what no record may do. */
export async function testFile(
  wish: Wish,
  known: ReadonlyMap<string, Known>,
  root: string,
): Promise<{ text: string; missing: string[] }> {
  const { module, name, key, type, plural, unique, subject, tree, carries } = wish;
  const { entered, imports, missing } = await sampleOf(wish, known, root);
  const [one, many] = [words(name).toLowerCase(), words(plural).toLowerCase()];
  const company = entered.includes('company.');
  const builders = [
    'actorNamed',
    'buildCompany',
    ...(entered.includes('draftRequest(') ? ['draftRequest'] : []),
    ...(company ? ['type Company'] : []),
  ];
  const waits = entered.includes('await ');
  const enter = waits ? 'await entered()' : 'entered()';
  const acts = ['close', 'create', 'get', ...(carries ? ['make'] : [])];
  const operations = [
    ...new Set([
      ...imports,
      ...(carries ? [...CARRIES, `import { ${key} } from '#lib/${module}/${name}.ts';`] : []),
      `import { ${[...acts, 'reopen', 'update'].map((act) => act + type).join(', ')} } from '#lib/${module}/${name}.server.ts';`,
    ]),
  ].sort();
  const text = `import { beforeAll, expect, test } from 'vitest';
import { ${builders.join(', ')} } from '#db/seed/builders.ts';
import { seedFoundations } from '#db/seed/foundations.ts';
import type { Actor } from '#lib/values/actor.ts';
import { activityOf } from '#lib/activity/activity.server.ts';
${operations.join('\n')}
${carries ? "import { importedLike } from '#tests/support/imported.ts';\n" : ''}import { refusal } from '#tests/support/refusal.ts';

// Siti keeps the ${many}; Helen may read them and change nothing; Adam may not even read them.
${company ? 'let company: Company;\n' : ''}let siti: Actor;
let helen: Actor;
let adam: Actor;

beforeAll(async () => {
  await seedFoundations();
  ${company ? 'company = ' : ''}await buildCompany();
  [siti, helen, adam] = (await Promise.all(['admin', 'auditor', 'nobody'].map(actorNamed))) as [Actor, Actor, Actor];
});

let count = 0;
${waits ? 'async ' : ''}function entered() {
  count += 1;
  return { ${entered} };
}

test('Siti makes ${withArticle(one)}, and Helen reads it', async () => {
  const input = ${enter};
  const made = await create${type}(siti, input);
  expect(await get${type}(helen, made.id)).toMatchObject({ ${unique}: input.${unique}, status: 'active', version: 1 });
  expect(await activityOf(made.id)).toMatchObject([{ eventCode: '${name}.created', subject: '${subject}' }]);
});

test('neither Helen nor Adam makes one or changes one, and Adam reads none', async () => {
  const made = await create${type}(siti, ${enter});
  for (const actor of [helen, adam]) {
    expect(await refusal(create${type}(actor, ${enter}))).toMatchObject({ status: 403 });
    expect(await refusal(update${type}(actor, made, {}))).toMatchObject({ status: 403 });
    expect(await refusal(close${type}(actor, made))).toMatchObject({ status: 403 });
  }
  expect(await refusal(get${type}(adam, made.id))).toMatchObject({ status: 403 });
});

test('the ${words(unique).toLowerCase()} is given once', async () => {
  const made = await create${type}(siti, ${enter});
  const again = { ...${waits ? '(await entered())' : 'entered()'}, ${unique}: made.${unique} };
  expect(await refusal(create${type}(siti, again))).toMatchObject({ status: 422, errors: [{ path: '${unique}', code: 'already-used' }] });
});

test('who changes one that somebody changed meanwhile is told, and overwrites nothing', async () => {
  const made = await create${type}(siti, ${enter});
  const changed = await update${type}(siti, made, ${enter});
  expect(changed.version).toBe(2);
  expect(await refusal(update${type}(siti, made, ${enter}))).toMatchObject({ code: 'stale-version', status: 409 });
});

test('one is taken out of use, and back into it', async () => {
  const closed = await close${type}(siti, await create${type}(siti, ${enter}));
  expect(closed.status).toBe('inactive');
  expect(await reopen${type}(siti, closed)).toMatchObject({ status: 'active', version: 3 });
});
${tree ? ofTree(wish, enter) : ''}${carries ? ofCarried(wish, enter) : ''}`;
  return { text, missing };
}

const CARRIES = [
  "import { addAttachment, listAttachments } from '#lib/on-records/attachments.server.ts';",
  "import { addComment, listComments } from '#lib/on-records/comments.server.ts';",
  "import { addStoredFile } from '#lib/process/files/files.server.ts';",
];

function ofTree({ type, title }: Wish, enter: string): string {
  return `
test('one stands below another, never below itself, and says what it stands below', async () => {
  const top = await create${type}(siti, ${enter});
  const below = await create${type}(siti, { ...(${enter}), parentId: top.id });
  expect(await get${type}(helen, below.id)).toMatchObject({ treePath: top.${title.at(-1)}, treeDepth: 2 });
  expect(await get${type}(helen, top.id)).toMatchObject({ treePath: null, treeDepth: 1 });
  for (const parentId of [top.id, below.id])
    expect(await refusal(update${type}(siti, top, { parentId }))).toMatchObject({ status: 422, errors: [{ path: 'parentId' }] });
  expect(await refusal(close${type}(siti, top))).toMatchObject({ code: 'has-open-below', status: 409 });
});
`;
}

function ofCarried({ name, key, type, plural, unique }: Wish, enter: string): string {
  return `
test('a spreadsheet of ${words(plural).toLowerCase()} is imported by Siti, and not by Helen', async () => {
  const like = await get${type}(siti, (await create${type}(siti, ${enter})).id);
  const row = { ...like, ${unique}: (${enter}).${unique} };
  expect(await importedLike(siti, { of: ${key}, make: make${type} }, row)).toEqual({ made: 1, faults: [] });
  expect(await importedLike(siti, { of: ${key}, make: make${type} }, row)).toEqual({ made: 0, faults: ['${unique}: already-used'] });
  expect(await refusal(make${type}(helen, ${enter}, {}))).toMatchObject({ status: 403 });
});

test('Helen comments on one and reads its files; Siti attaches them; for Adam there is nothing', async () => {
  const { id } = await create${type}(siti, ${enter});
  await addComment(helen, '${name}', id, { text: 'Seen.' });
  expect((await listComments(siti, '${name}', id)).items).toMatchObject([{ authorName: 'Helen Goh', text: 'Seen.' }]);
  const plan = (by: Actor) => addStoredFile(by, 'plan.txt', new TextEncoder().encode('The plan'));
  const { storageKey } = await plan(siti);
  await addAttachment(siti, '${name}', id, { fileName: storageKey });
  expect((await listAttachments(helen, '${name}', id)).items).toMatchObject([{ fileName: 'plan.txt' }]);
  const own = (await plan(helen)).storageKey;
  expect(await refusal(addAttachment(helen, '${name}', id, { fileName: own }))).toMatchObject({ status: 403 });
  expect(await refusal(listComments(adam, '${name}', id))).toMatchObject({ status: 404 });
});
`;
}
