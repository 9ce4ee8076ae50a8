import type { Actor } from '#lib/values/actor.ts';
import { runBulk } from '#lib/records/list/bulk.server.ts';
import { BULK_MOST_RECORDS } from '#lib/values/constants.ts';
import { Refusal, invalid } from '#lib/values/refusal.ts';
import { formDataOf } from '#lib/process/http/body.server.ts';
import type { PostedPage } from '#lib/process/http/posted-page.ts';
import { decideTask } from './decide-task.server.ts';
import { readTasks, type InboxItem } from './inbox.server.ts';

/** What became of one decision among several. `code` and `params` say why it was refused; null where it was taken. */
export interface Outcome {
  taskId: string;
  /** As the actor saw it before; null for what never was the actor's. */
  item: InboxItem | null;
  refused: { code: string; params: Record<string, unknown> | undefined } | null;
}

/** Several decisions on the screen: those to be approved, shown before they are, and what became of those that were. */
export interface ManyView {
  open: { items: InboxItem[]; gone: number; typed: string } | null;
  result: { outcomes: Outcome[]; typed: string } | null;
}

/**
 * Approves several tasks ('taskId:version' of the document as shown), each in a transaction of its own: a refused one
 * does not affect the others, and each has its result. 422 where nothing, or too much, is selected.
 */
export async function approveMany(actor: Actor, rows: readonly string[], comment: string): Promise<Outcome[]> {
  const chosen = [...new Map(rows.map((row) => [taskIdIn(row), row])).values()];
  if (chosen.length === 0) throw invalid([{ path: 'tasks', code: 'required' }]);
  if (chosen.length > BULK_MOST_RECORDS) throw invalid([{ path: 'tasks', code: 'too-many-rows' }]);
  const before = await readTasks(actor, chosen.map(taskIdIn));
  const { refused } = await runBulk(
    actor,
    'approve',
    (one, { id, version }) => decideTask(one, id, 'approve', { version, comment }),
    chosen,
  );
  return chosen.map((row) => {
    const taskId = taskIdIn(row);
    const why = refused.find(({ id }) => id === taskId);
    return {
      taskId,
      item: before.find((item) => item.taskId === taskId) ?? null,
      refused: why ? { code: why.code, params: why.params } : null,
    };
  });
}

/**
 * What the address (`?chosen=`) or a posted form (`row`) says about several decisions; null where it is about one or
 * none. Several are only approved: 422 `unknown-act` for a form that names another act.
 */
export async function manyView(astro: Pick<PostedPage, 'request' | 'locals' | 'url'>): Promise<ManyView | null> {
  const { actor } = astro.locals;
  if (astro.request.method !== 'POST') {
    const chosen = astro.url.searchParams.getAll('chosen').slice(0, BULK_MOST_RECORDS);
    return chosen.length > 0 ? { open: await openOf(actor, chosen, ''), result: null } : null;
  }
  const form = await formDataOf(astro.request);
  const rows = form.getAll('row').map(String);
  if (rows.length === 0) return null;
  if ((form.get('act') ?? 'approve') !== 'approve') throw new Refusal('unknown-act', 422);
  const typed = String(form.get('comment') ?? '');
  const outcomes = await approveMany(actor, rows, typed);
  const refused = outcomes.flatMap(({ taskId, refused: why }) => (why ? [taskId] : []));
  const open = refused.length > 0 ? await openOf(actor, refused, typed) : null;
  return {
    open: open && open.items.length > 0 ? { ...open, gone: 0 } : null,
    result: { outcomes, typed: open?.items.length === 0 && refused.length === outcomes.length ? typed : '' },
  };
}

/** Those of the tasks that still wait for the actor, and how many do not. */
async function openOf(actor: Actor, taskIds: readonly string[], typed: string): Promise<NonNullable<ManyView['open']>> {
  const items = (await readTasks(actor, taskIds)).filter(({ status }) => status === 'pending');
  return { items, gone: new Set(taskIds).size - items.length, typed };
}

const taskIdIn = (row: string): string => row.split(':')[0]!;
