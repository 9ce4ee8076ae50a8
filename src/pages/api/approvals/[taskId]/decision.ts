import { signedIn } from '#lib/access/session/page.ts';
import { decisionActOf, decideTask } from '#lib/approvals/inbox/decide-task.server.ts';
import { endpoint } from '#lib/process/http/endpoint.server.ts';

export const access = { POST: signedIn() };

/** The actor's decision of one task: `{ act: 'approve' | 'return' | 'reject', version, comment }`; the version is that of the document. */
export const POST = endpoint<'taskId'>(async ({ actor, params, body }) => {
  const input = await body();
  await decideTask(actor, params.taskId, decisionActOf(input['act']), input);
});
