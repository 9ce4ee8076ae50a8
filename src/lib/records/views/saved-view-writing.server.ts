import { sql } from 'kysely';
import { v7 as uuid, validate } from 'uuid';
import { z } from 'zod';
import type { Actor } from '#lib/values/actor.ts';
import { isOpenPage } from '#lib/access/session/known-pages.server.ts';
import { safePath } from '#lib/access/session/safe-path.ts';
import { logActivity } from '#lib/activity/activity.server.ts';
import { visible } from '#lib/values/entry-schemas.ts';
import { parse } from '#lib/values/parse.ts';
import { Refusal, invalidField, notAuthorized, notFound } from '#lib/values/refusal.ts';
import { transaction, type Tx } from '#lib/process/database/database.server.ts';
import { savedView, type SavedView } from './saved-view.ts';
import { hasView, mayChange, mayOpenView, mayShareWithAll, pathOf } from './saved-views.server.ts';

/** Views of one list that one person, one team, or everybody may have. */
const MOST = 30;

const viewSchema = z.object({
  list: z
    .string('required')
    .max(200, 'too-long')
    .refine((path) => safePath(path) === path, 'invalid'),
  name: z.string('required').overwrite(visible).trim().min(1, 'required').max(60, 'too-long'),
  // It follows the path of the list, and becomes a link and a redirect.
  address: z
    .string('required')
    .regex(/^[^\\\p{Cc}]*$/u, 'invalid')
    .max(2000, 'too-long')
    .refine((address) => safePath(pathOf(address)) === pathOf(address), 'invalid'),
  /** 'own', 'all', or the id of a team. */
  sharing: z
    .string('not-a-choice')
    .refine((whom) => whom === 'own' || whom === 'all' || validate(whom), 'not-a-choice')
    .default('own'),
  version: z.coerce.number('required').int('invalid'),
});

type Sharing = Pick<SavedView, 'scope' | 'teamId'>;

/**
 * Saves the state of a list under a name: for oneself, for a team one is a member of, or for everybody (right
 * `share-with-all`). Saving under a name of one's own again replaces its state. 422 `too-many-views`, `already-used`.
 */
export async function saveView(actor: Actor, input: unknown): Promise<SavedView> {
  const { list, name, address, sharing } = parse(viewSchema.omit({ version: true }), input);
  refuseOtherList(address, list);
  if (!(await isOpenPage(actor, pathOf(address)))) throw invalidField('address', 'invalid');
  return changing(async (tx) => {
    const shared = await sharingOf(tx, actor, sharing);
    const same =
      shared.scope === 'own' &&
      (await tx
        .selectFrom('savedViews')
        .selectAll()
        .where('ownerId', '=', actor.id)
        .where('scope', '=', 'own')
        .where('list', '=', list)
        .where('name', '=', name)
        .forUpdate()
        .executeTakeFirst());
    if (same) return write(tx, actor, same, { address });
    await leaveRoom(tx, actor, list, shared);
    const made = await insert(tx, actor, { list, name, address, ...shared });
    await log(tx, actor, null, made);
    return made;
  });
}

/** Gives a view another name; 422 `already-used`, 409 `stale-version`. */
export async function renameView(actor: Actor, id: string, input: unknown): Promise<SavedView> {
  const { name, version } = parse(viewSchema.pick({ name: true, version: true }), input);
  return changing(async (tx) => write(tx, actor, await viewToChange(tx, actor, id, version), { name }));
}

/** Replaces the saved state by the current state of the list. */
export async function changeView(actor: Actor, id: string, input: unknown): Promise<SavedView> {
  const { address, version } = parse(viewSchema.pick({ address: true, version: true }), input);
  return changing(async (tx) => {
    const before = await viewToChange(tx, actor, id, version);
    refuseOtherList(address, before.list);
    return write(tx, actor, before, { address });
  });
}

/** Changes whom a view is shared with. A person who makes it private becomes its owner. */
export async function shareView(actor: Actor, id: string, input: unknown): Promise<SavedView> {
  const { sharing, version } = parse(viewSchema.pick({ sharing: true, version: true }), input);
  return changing(async (tx) => {
    const before = await viewToChange(tx, actor, id, version);
    const shared = await sharingOf(tx, actor, sharing);
    if (shared.scope !== before.scope || shared.teamId !== before.teamId)
      await leaveRoom(tx, actor, before.list, shared);
    return write(tx, actor, before, { ...shared, ...(shared.scope === 'own' && { ownerId: actor.id }) });
  });
}

/** An own copy of a view the actor has, under the next free name. */
export async function copyView(actor: Actor, id: string, nameOfCopy: (name: string) => string): Promise<SavedView> {
  return changing(async (tx) => {
    const { list, name, address } = await viewOf(tx, actor, id);
    const own: Sharing = { scope: 'own', teamId: null };
    await leaveRoom(tx, actor, list, own);
    const taken = new Set(
      (
        await tx
          .selectFrom('savedViews')
          .select('name')
          .where('ownerId', '=', actor.id)
          .where('scope', '=', 'own')
          .where('list', '=', list)
          .execute()
      ).map((one) => one.name),
    );
    const wanted = nameOfCopy(name).slice(0, 55);
    const free = [wanted, ...Array.from({ length: MOST + 1 }, (_, index) => `${wanted} ${index + 2}`)].find(
      (candidate) => !taken.has(candidate),
    )!;
    return insert(tx, actor, { list, name: free, address, ...own });
  });
}

/** Deletes a view and returns it as it was. */
export async function removeView(actor: Actor, id: string): Promise<SavedView> {
  return changing(async (tx) => {
    const before = await viewToChange(tx, actor, id);
    await tx.deleteFrom('savedViews').where('id', '=', id).execute();
    await log(tx, actor, before, null);
    return before;
  });
}

/** A view the actor has, of a list that the actor may open; 404 for any other. */
export async function viewOf(tx: Tx, actor: Actor, id: string): Promise<SavedView> {
  if (!validate(id)) throw notFound();
  const { rows } =
    await sql<SavedView>`select v.* from saved_views v where v.id = ${id} and ${hasView(actor)} for update of v`.execute(
      tx,
    );
  if (!rows[0] || !(await mayOpenView(actor, rows[0]))) throw notFound();
  return rows[0];
}

/** A view saves a state of its own list: the list itself, with a query, or one of its tabs. */
function refuseOtherList(address: string, list: string): void {
  if (address !== list && ![`${list}?`, `${list}/`].some((start) => address.startsWith(start)))
    throw invalidField('address', 'invalid');
}

async function viewToChange(tx: Tx, actor: Actor, id: string, version?: number): Promise<SavedView> {
  const found = await viewOf(tx, actor, id);
  if (!mayChange(actor, found)) throw notAuthorized();
  if (version !== undefined && found.version !== version) throw new Refusal('stale-version', 409, { newer: found });
  return found;
}

/** Two tabs save the same name at once: the later state wins, as if one had followed the other. */
async function insert(
  tx: Tx,
  actor: Actor,
  { list, name, address, scope, teamId }: Pick<SavedView, 'list' | 'name' | 'address'> & Sharing,
): Promise<SavedView> {
  const { rows } = await sql<SavedView>`
    insert into saved_views (id, owner_id, list, name, address, scope, team_id, updated_by) values (${uuid()}, ${actor.id}, ${list}, ${name}, ${address}, ${scope}, ${teamId}, ${actor.id})
    on conflict (owner_id, list, name) where scope = 'own' do update set address = excluded.address, version = saved_views.version + 1, updated_at = now() returning *`.execute(
    tx,
  );
  return rows[0]!;
}

async function write(tx: Tx, actor: Actor, before: SavedView, values: Partial<SavedView>): Promise<SavedView> {
  const changed = { ...values, version: before.version + 1, updatedAt: new Date().toISOString(), updatedBy: actor.id };
  const after = await tx
    .updateTable('savedViews')
    .set(changed)
    .where('id', '=', before.id)
    .returningAll()
    .executeTakeFirstOrThrow();
  await log(tx, actor, before, after);
  return after;
}

/** What a person shares with nobody is nobody else's business. */
async function log(tx: Tx, actor: Actor, before: SavedView | null, after: SavedView | null): Promise<void> {
  const shared = (view: SavedView | null) => view !== null && view.scope !== 'own';
  if (!shared(before) && !shared(after)) return;
  const event = !shared(before) ? 'shared' : !after ? 'removed' : !shared(after) ? 'withdrawn' : 'updated';
  const { id, name } = (after ?? before)!;
  await logActivity(
    actor,
    {
      event: `${savedView.name}.${event}`,
      subject: savedView.subject,
      entity: savedView.name,
      entityId: id,
      entityNumber: name,
      before: shared(before) ? { ...before } : null,
      after: after && { ...after },
      params: { name },
    },
    tx,
  );
}

async function sharingOf(tx: Tx, actor: Actor, sharing: string): Promise<Sharing> {
  if (sharing === 'own') return { scope: 'own', teamId: null };
  if (sharing === 'all') {
    if (!mayShareWithAll(actor)) throw notAuthorized();
    return { scope: 'all', teamId: null };
  }
  const { rows } =
    await sql`select 1 from team_members m join teams t on t.id = m.team_id where m.team_id = ${sharing} and m.user_id = ${actor.id} and t.status = 'active'`.execute(
      tx,
    );
  if (rows.length === 0) throw invalidField('sharing', 'not-a-choice');
  return { scope: 'team', teamId: sharing };
}

async function leaveRoom(tx: Tx, actor: Actor, list: string, { scope, teamId }: Sharing): Promise<void> {
  const { rows } = await sql<{
    count: number;
  }>`select count(*) as count from saved_views where list = ${list} and scope = ${scope}
    and (scope <> 'own' or owner_id = ${actor.id}) and team_id is not distinct from ${teamId}`.execute(tx);
  if (rows[0]!.count >= MOST) throw new Refusal('too-many-views', 422, { params: { count: MOST } });
}

function changing<T>(work: (tx: Tx) => Promise<T>): Promise<T> {
  return transaction(work).catch((error: { code?: string; constraint?: string }) => {
    throw error.code === '23505' && error.constraint?.startsWith('saved_views_')
      ? invalidField('name', 'already-used')
      : error;
  });
}
