import { sql } from 'kysely';
import { Refusal } from '#lib/values/refusal.ts';
import type { Db, Tx } from '#lib/process/database/database.server.ts';
import type { Ability } from '#lib/values/ability.ts';
import type { Actor } from '#lib/values/actor.ts';
import { requireStepUp } from '#lib/access/session/step-up.server.ts';

/** Administrators: active people who may update every role and every user. */
export async function administrators(tx: Db): Promise<string[]> {
  return holdersOfAdministration(tx, ['active']);
}

/** Runs `change`, one at a time, and refuses (409 `last-administrator`) when no administrator would remain. */
export async function requireRemainingAdministrator<T>(tx: Tx, change: () => Promise<T>): Promise<T> {
  await lockAdministration(tx);
  const result = await change();
  if ((await administrators(tx)).length === 0) throw new Refusal('last-administrator', 409);
  return result;
}

/**
 * Runs `change`, one at a time, and refuses (409 `administrators-only`) when it makes somebody an administrator, unless
 * the actor is one: a person who may change users or roles but not both must not obtain both through another account.
 * Administrators must prove their identity before they make another one.
 */
export async function guardAdministration<T>(tx: Tx, actor: Actor, change: () => Promise<T>): Promise<T> {
  if (actor.type === 'system') return change();
  await lockAdministration(tx);
  const before = await holdersOfAdministration(tx, ANY_STATUS);
  const result = await change();
  const makesAnother = (await holdersOfAdministration(tx, ANY_STATUS)).some((id) => !before.includes(id));
  if (makesAnother && !administers(actor)) throw new Refusal('administrators-only', 409);
  if (makesAnother) requireStepUp(actor);
  return result;
}

/**
 * Called before changing another person's credentials (password, name, address, second factor): asks the actor for a
 * proof, and refuses (409 `administrators-only`) when that person is an administrator and the actor is not.
 */
export async function requireCredentialChange(tx: Tx, actor: Actor, userId: string): Promise<void> {
  requireStepUp(actor);
  if (!administers(actor) && (await holdersOfAdministration(tx, ANY_STATUS)).includes(userId))
    throw new Refusal('administrators-only', 409);
}

/**
 * Called before this actor's approval gives somebody rights: refuses (409 `administrators-only`) when these make
 * another administrator and the actor is not one, and asks for a proof.
 */
export function requireAdministratorFor(actor: Actor, before: Ability, after: Ability): void {
  if (!administersBy(after) || administersBy(before)) return;
  if (!administers(actor)) throw new Refusal('administrators-only', 409);
  requireStepUp(actor);
}

/** Serializes changes of who is an administrator: two at once could each remove the other's person. */
export async function lockAdministration(tx: Tx): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtext('first-administrator'))`.execute(tx);
}

/** Whether the person is the only administrator: the one case in which people may change their own role. */
export async function isOnlyAdministrator(tx: Db, userId: string): Promise<boolean> {
  const all = await administrators(tx);
  return all.length === 1 && all[0] === userId;
}

const ANY_STATUS = ['invited', 'active', 'suspended', 'locked'];

function administers({ type, ability }: Actor): boolean {
  return type === 'system' || administersBy(ability);
}

const administersBy = (ability: Ability): boolean =>
  ['Role', 'User'].every((subject) => ability.scopes(subject, ['update']).has('entity'));

async function holdersOfAdministration(tx: Db, statuses: string[]): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select u.id from users u where u.status = any(${statuses}::text[]) and (
      select count(distinct p.subject) from user_roles ur join roles r on r.id = ur.role_id and r.status = 'active'
      join role_permissions p on p.role_id = r.id and p.subject in ('Role', 'User') and p.action = 'update' and p.condition in ('none', 'entity')
      where ur.user_id = u.id) = 2`.execute(tx);
  return rows.map(({ id }) => id);
}
