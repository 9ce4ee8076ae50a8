import { sql } from 'kysely';
import type { Actor } from '#lib/values/actor.ts';
import { parse } from '#lib/values/parse.ts';
import { z } from 'zod';
import { transaction, type Tx } from '#lib/process/database/database.server.ts';
import { viewOf } from './saved-view-writing.server.ts';
import type { SavedView } from './saved-view.ts';
import { VIEW_ORDER, hasView } from './saved-views.server.ts';

const moveSchema = z.object({ move: z.literal(['earlier', 'later'], 'not-a-choice') });
const startSchema = z.object({ start: z.literal(['on', 'off'], 'not-a-choice') });

/** Moves a view one place in the actor's own order of the list's views; what others see stays. */
export async function moveView(actor: Actor, id: string, input: unknown): Promise<SavedView> {
  const { move } = parse(moveSchema, input);
  return transaction(async (tx) => {
    await lockArrangement(tx, actor);
    const view = await viewOf(tx, actor, id);
    const { rows } = await sql<{
      id: string;
    }>`select v.id from saved_views v left join view_places p on p.view_id = v.id and p.user_id = ${actor.id}
      where v.list = ${view.list} and ${hasView(actor)} order by ${VIEW_ORDER}`.execute(tx);
    const order = rows.map((row) => row.id);
    const at = order.indexOf(id);
    const to = Math.max(0, Math.min(order.length - 1, at + (move === 'earlier' ? -1 : 1)));
    order.splice(to, 0, ...order.splice(at, 1));
    await sql`insert into view_places (user_id, view_id, list, place) select ${actor.id}, ids.id, ${view.list}, ids.place from unnest(${order}::uuid[]) with ordinality as ids (id, place)
      on conflict (user_id, view_id) do update set place = excluded.place`.execute(tx);
    return view;
  });
}

/** Makes a view the one that the actor begins its list with, or no longer. */
export async function startWithView(actor: Actor, id: string, input: unknown): Promise<SavedView> {
  const { start } = parse(startSchema, input);
  return transaction(async (tx) => {
    await lockArrangement(tx, actor);
    const view = await viewOf(tx, actor, id);
    await tx
      .updateTable('viewPlaces')
      .set({ isDefault: false })
      .where('userId', '=', actor.id)
      .where('list', '=', view.list)
      .where('isDefault', '=', true)
      .execute();
    if (start === 'on') {
      await tx
        .insertInto('viewPlaces')
        .values({ userId: actor.id, viewId: id, list: view.list, place: null, isDefault: true })
        .onConflict((conflict) => conflict.columns(['userId', 'viewId']).doUpdateSet({ isDefault: true }))
        .execute();
    }
    return view;
  });
}

/** One arrangement of a person at a time: two tabs could leave two views to begin with, or an order of neither. */
async function lockArrangement(tx: Tx, actor: Actor): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtext('view-places'), hashtext(${actor.id}))`.execute(tx);
}
