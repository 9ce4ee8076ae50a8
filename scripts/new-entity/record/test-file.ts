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
  const { module, name, type, plural, unique, subject } = wish;
  const { entered, imports, missing } = await sampleOf(wish, known, root);
  const [one, many] = [words(name).toLowerCase(), words(plural).toLowerCase()];
  const garden = entered.includes('garden.');
  const builders = [
    'actorNamed',
    'buildGarden',
    ...(entered.includes('draftRequest(') ? ['draftRequest'] : []),
    ...(garden ? ['type Garden'] : []),
  ];
  const waits = entered.includes('await ');
  const enter = waits ? 'await entered()' : 'entered()';
  const operations = [
    ...new Set([
      ...imports,
      `import { ${['close', 'create', 'get', 'reopen', 'update'].map((act) => act + type).join(', ')} } from '#lib/${module}/${name}.server.ts';`,
    ]),
  ].sort();
  const text = `import { beforeAll, expect, test } from 'vitest';
import { ${builders.join(', ')} } from '#db/seed/builders.ts';
import { seedFoundations } from '#db/seed/foundations.ts';
import type { Actor } from '#lib/values/actor.ts';
import { activityOf } from '#lib/activity/activity.server.ts';
${operations.join('\n')}
import { refusal } from '#tests/support/refusal.ts';

// Siti keeps the ${many}; Helen may read them and change nothing; Adam may not even read them.
${garden ? 'let garden: Garden;\n' : ''}let siti: Actor;
let helen: Actor;
let adam: Actor;

beforeAll(async () => {
  await seedFoundations();
  ${garden ? 'garden = ' : ''}await buildGarden();
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
`;
  return { text, missing };
}
