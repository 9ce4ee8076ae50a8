import { expect, test } from 'vitest';
import { z } from 'zod';
import { parse } from '#lib/values/parse.ts';
import { refusal } from '#tests/support/refusal.ts';

// What Hannah enters, and what a client sends that no keyboard has.
const request = z.object({ title: z.string(), lines: z.array(z.object({ item: z.string() })).default([]) });

test('a text with the character NUL is refused at its field, since no column takes it', async () => {
  const sent = async (input: unknown) => parse(request, input);
  expect(await sent({ title: 'Lanterns', lines: [{ item: 'Lantern' }] })).toMatchObject({ title: 'Lanterns' });
  expect(await refusal(sent({ title: 'Lan\0terns' }))).toMatchObject({
    status: 422,
    errors: [{ path: 'title', code: 'invalid' }],
  });
  expect((await refusal(sent({ title: 'Lanterns', lines: [{ item: '\0' }] }))).errors).toMatchObject([
    { path: 'lines.0.item' },
  ]);
});

test('an input that is deeper than any of ours is left to its schema', async () => {
  const deep = JSON.parse(`{"title":${'['.repeat(100_000)}${']'.repeat(100_000)}}`) as unknown;
  expect((await refusal(Promise.resolve().then(() => parse(request, deep)))).errors).toMatchObject([{ path: 'title' }]);
});
