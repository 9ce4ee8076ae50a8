import { sql } from 'kysely';
import { z } from 'zod';
import { actorOfPerson } from '#lib/access/session/actor.server.ts';
import { recordWithin } from '#lib/records/record-kinds.server.ts';
import type { Actor } from '#lib/values/actor.ts';
import { parse } from '#lib/values/parse.ts';
import { Refusal, invalidField } from '#lib/values/refusal.ts';
import { db, type Db } from '#lib/process/database/database.server.ts';
import type { Table } from '#lib/process/database/table.ts';
import { registerFormDrafts, type Draft, type OtherEditor } from '#lib/records/form/form-drafts.server.ts';

declare module '#lib/process/database/database.server.ts' {
  interface Database {
    drafts: Table<
      { userId: string; place: string; data: Record<string, string[]>; savedAt: string },
      'savedAt',
      'data'
    >;
  }
}

/** Days a draft is retained after its last change. */
const KEPT_DAYS = 90;
const MOST = 50;
const MOST_BYTES = 64 * 1024;
const draftSchema = z.object({
  data: z.record(z.string().max(200), z.array(z.string())),
  /** When the draft that this one follows was saved; null: none was there; left out: whatever is there. */
  replaces: z.iso.datetime().nullish(),
});

/** The actor's own draft at a place (a page's path), or null. */
export async function draftOf(actor: Actor, place: string): Promise<Draft | null> {
  const found = await db
    .selectFrom('drafts')
    .select(['data', 'savedAt'])
    .where('userId', '=', actor.id)
    .where('place', '=', placeOf(place))
    .executeTakeFirst();
  return found ?? null;
}

/** Minutes after the last word in which somebody counts as writing. */
const WRITING_MINUTES = 10;
const MOST_NAMED = 3;

/**
 * Others who have typed at a place within the last ten minutes and not saved, the latest first; their words stay their
 * own. A draft can be saved at any place: who may not open the record whose form it is, is not writing there.
 */
async function otherDraftsAt(
  actor: Actor,
  place: string,
  { entity, id }: { entity: string; id: string },
): Promise<OtherEditor[]> {
  const { rows } = await sql<OtherEditor & { userId: string }>`
    select u.id as user_id, u.full_name, d.saved_at from drafts d join users u on u.id = d.user_id and u.status = 'active'
    where d.place = ${placeOf(place)} and d.user_id <> ${actor.id} and d.saved_at > now() - ${WRITING_MINUTES} * interval '1 minute' order by d.saved_at desc limit 10`.execute(
    db,
  );
  const may = await Promise.all(
    rows.map(async ({ userId }) => {
      const person = await actorOfPerson(userId);
      return person !== null && (await recordWithin(person, entity, id)) !== null;
    }),
  );
  return rows
    .filter((_, index) => may[index])
    .slice(0, MOST_NAMED)
    .map(({ fullName, savedAt }) => ({ fullName, savedAt }));
}

/**
 * Saves a draft, replacing the previous one at that place; at most 64 KB, and a person's newest 50. 409 `stale-version`
 * with the newer one where another window has saved one since the one that it `replaces`.
 */
export async function saveDraft(actor: Actor, place: string, input: unknown): Promise<{ savedAt: string }> {
  const { replaces, ...entered } = parse(draftSchema, input);
  const data = JSON.stringify(entered.data);
  const isBlind = replaces === undefined;
  if (Buffer.byteLength(data) > MOST_BYTES) throw invalidField('data', 'too-long');
  const { rows } = await sql<{ savedAt: string }>`
    with forgotten as (
      delete from drafts where user_id = ${actor.id} and place in (
        select place from drafts where user_id = ${actor.id} and place <> ${placeOf(place)} order by saved_at desc offset ${MOST - 1})
    )
    insert into drafts (user_id, place, data) values (${actor.id}, ${placeOf(place)}, ${data})
    on conflict (user_id, place) do update set data = excluded.data, saved_at = now()
      where ${isBlind}::boolean or date_trunc('milliseconds', drafts.saved_at) = ${replaces ?? null}::timestamptz
    returning saved_at`.execute(db);
  if (!rows[0]) throw new Refusal('stale-version', 409, { newer: await draftOf(actor, place) });
  return rows[0];
}

/** Forgets it: the work was saved, or the person does not want it. */
export async function deleteDraft(actor: Actor, place: string, reader: Db = db): Promise<void> {
  await reader.deleteFrom('drafts').where('userId', '=', actor.id).where('place', '=', placeOf(place)).execute();
}

registerFormDrafts({ draftOf, othersWritingAt: otherDraftsAt, forgetDraft: deleteDraft });

/** Forgets what nobody has gone on with for three months; how many. */
export async function deleteOldDrafts(): Promise<number> {
  const { numAffectedRows } =
    await sql`delete from drafts where saved_at < now() - ${KEPT_DAYS}::int * interval '1 day'`.execute(db);
  return Number(numAffectedRows ?? 0);
}

function placeOf(place: string): string {
  if (!/^\/[^\s]{0,299}$/.test(place)) throw invalidField('place', 'invalid');
  return place;
}
