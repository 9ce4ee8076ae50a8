import { sql, type RawBuilder } from 'kysely';
import { v7 as uuid, validate } from 'uuid';
import { z } from 'zod';
import type { Actor } from '#lib/access/actor.ts';
import { safePath } from '#lib/access/safe-path.ts';
import { parse } from '#lib/kernel/parse.ts';
import { Refusal, invalidField, notFound } from '#lib/kernel/refusal.ts';
import { db } from './database.server.ts';

/** A list in one of its states, under a name of its owner's. */
export interface SavedView {
  id: string;
  ownerId: string;
  list: string;
  name: string;
  /** Path and query of the list in that state. */
  address: string;
  createdAt: string;
}

declare module './database.server.ts' {
  interface Database {
    savedViews: SavedView;
  }
}

const MOST = 30;
const viewSchema = z.object({
  list: z.string('required').max(200, 'too-long').refine((path) => safePath(path) === path, 'invalid'),
  name: z.string('required').trim().min(1, 'required').max(60, 'too-long'),
  // It follows the path of the list, and becomes a link and a redirect.
  address: z.string('required').regex(/^[^\\\p{Cc}]*$/u, 'invalid').max(2000, 'too-long').refine((address) => safePath(address.split('?', 1)[0]) !== null, 'invalid'),
});

/** Keeps the address of a list under a name; the same name again takes the newer address. At most 30 views of a list. */
export async function saveView(actor: Actor, input: unknown): Promise<SavedView> {
  const { list, name, address } = parse(viewSchema, input);
  if (address !== list && ![`${list}?`, `${list}/`].some((start) => address.startsWith(start))) throw invalidField('address', 'invalid');
  const { rows } = await sql<SavedView>`
    insert into saved_views (id, owner_id, list, name, address)
    select ${uuid()}, ${actor.id}, ${list}, ${name}, ${address}
    where (select count(*) from saved_views where owner_id = ${actor.id} and list = ${list} and name <> ${name}) < ${MOST}
    on conflict (owner_id, list, name) do update set address = excluded.address returning *`.execute(db);
  if (!rows[0]) throw new Refusal('too-many-views', 422, { params: { count: MOST } });
  return rows[0];
}

/** Gives one of the actor's own views another name; 404 for anybody else's, 422 `already-used` for the name of another. */
export async function renameView(actor: Actor, id: string, input: unknown): Promise<SavedView> {
  const { name } = parse(viewSchema.pick({ name: true }), input);
  if (!validate(id)) throw notFound();
  const renamed = await db.updateTable('savedViews').set({ name }).where('id', '=', id).where('ownerId', '=', actor.id).returningAll().executeTakeFirst()
    .catch((error: { code?: string }) => {
      throw error.code === '23505' ? invalidField('name', 'already-used') : error;
    });
  return renamed ?? Promise.reject(notFound());
}

/** Forgets one of the actor's own views, and gives it back once more; 404 for anybody else's. */
export async function removeView(actor: Actor, id: string): Promise<SavedView> {
  const removed = validate(id) && (await db.deleteFrom('savedViews').where('id', '=', id).where('ownerId', '=', actor.id).returningAll().executeTakeFirst());
  return removed || Promise.reject(notFound());
}

/** The actor's views of a list, as a part of the statement that reads what its filters offer. */
export function viewsPart(actor: Actor, list: string): RawBuilder<unknown> {
  return sql`(select ${VIEWS}::text as target, id as value, name as label, address from saved_views where owner_id = ${actor.id} and list = ${list} order by name)`;
}

/** Under this name they come with the filters' choices. */
export const VIEWS = 'saved-views';
