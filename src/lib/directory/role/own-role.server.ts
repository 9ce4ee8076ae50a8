import { isOnlyAdministrator } from '#lib/access/account/administrators.server.ts';
import { db, type Db, type Tx } from '#lib/process/database/database.server.ts';
import { relaxedPairs } from '#lib/settings/duties.server.ts';
import type { Actor } from '#lib/values/actor.ts';
import type { RelaxedDuty } from '#lib/values/duties.ts';
import { Refusal } from '#lib/values/refusal.ts';

/** What the entry of such a change keeps in its params. */
export type OwnRole = { relaxed?: RelaxedDuty[] };

/** Refuses (409 `own-role`) changes of a role that the actor holds (model of the directory, 4.2), as `requireOther`. */
export async function checkNotOwn(tx: Tx, actor: Actor, roleId: string, act: string): Promise<OwnRole> {
  return (await holds(actor, roleId, tx)) ? requireOther(tx, actor, act, 'own-role') : {};
}

/** Whether the actor may not change the role because of holding it. */
export async function isOwnRole(actor: Actor, roleId: string, reader: Db = db): Promise<boolean> {
  return (await holds(actor, roleId, reader)) && !(await mayChangeOwnRights(actor, reader));
}

/** Whether `requireOther` lets the actor change their own rights. */
export async function mayChangeOwnRights(actor: Actor, reader: Db = db): Promise<boolean> {
  return (await whyItPasses(actor, reader)) !== undefined;
}

/**
 * Refuses (409 with this code) what people do to their own rights, unless the business has relaxed the pair (model of
 * purchasing, 0.7) or nobody else could do it. Answers what the entry must keep of it.
 */
export async function requireOther(tx: Db, actor: Actor, act: string, code: string): Promise<OwnRole> {
  const reason = await whyItPasses(actor, tx);
  if (reason === undefined) throw new Refusal(code, 409);
  const { id: personId, fullName: name } = actor;
  return {
    relaxed: [{ pair: 'own-role', did: 'holder', at: new Date().toISOString(), act, personId, name, reason }],
  };
}

/** The reason of the setting; null for whoever alone administers, undefined where the pair is kept apart. */
async function whyItPasses(actor: Actor, reader: Db): Promise<string | null | undefined> {
  const relaxed = await relaxedPairs(['own-role'], reader);
  if (relaxed.has('own-role')) return relaxed.get('own-role');
  return (await isOnlyAdministrator(reader, actor.id)) ? null : undefined;
}

async function holds({ id }: Actor, roleId: string, reader: Db): Promise<boolean> {
  const held = await reader
    .selectFrom('userRoles')
    .select('roleId')
    .where('roleId', '=', roleId)
    .where('userId', '=', id)
    .executeTakeFirst();
  return held !== undefined;
}
