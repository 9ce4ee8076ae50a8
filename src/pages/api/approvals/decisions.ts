import { z } from 'zod';
import { signedIn } from '#lib/access/session/page.ts';
import { approveMany } from '#lib/approvals/inbox/decide-several.server.ts';
import { parse } from '#lib/values/parse.ts';
import { endpoint } from '#lib/process/http/endpoint.server.ts';

export const access = { POST: signedIn() };

const schema = z.object({
  tasks: z.array(z.object({ taskId: z.string(), version: z.int() })),
  comment: z.string().max(2000, 'too-long').default(''),
});

/** Approves several of the actor's tasks: `{ tasks: [{ taskId, version }], comment }`; returns the result of each. */
export const POST = endpoint(async ({ actor, body }) => {
  const { tasks, comment } = parse(schema, await body());
  const outcomes = await approveMany(
    actor,
    tasks.map(({ taskId, version }) => `${taskId}:${version}`),
    comment,
  );
  return outcomes.map(({ taskId, refused }) => ({ taskId, outcome: refused ? 'refused' : 'approved', ...refused }));
});
