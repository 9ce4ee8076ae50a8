import type { Actor } from '#lib/values/actor.ts';
import { actorOfPerson } from '#lib/access/session/actor.server.ts';
import { Refusal, invalid, type FieldError } from '#lib/values/refusal.ts';
import { today } from '#lib/values/time.ts';
import { coversScope, rightOfScope } from '#lib/access/tokens/client-scopes.ts';
import type { AppClient } from './app-client.ts';

type Entered = AppClient & { businessEntityIds: readonly string[]; networks: readonly unknown[] };

/**
 * A client gets a subset of the rights of its owner and of whoever grants them: nobody gains access through a client.
 * Rights granted before are not checked again, unless the owner changes.
 */
export async function checkClient(actor: Actor, entered: Entered, before: Entered | null): Promise<void> {
  const isNew = <T>(value: T, was: T | undefined): boolean => JSON.stringify(value) !== JSON.stringify(was);
  const ownerIsNew = isNew(entered.ownerUserId, before?.ownerUserId);
  const faults: FieldError[] = [];
  if (entered.expiresOn && isNew(entered.expiresOn, before?.expiresOn) && entered.expiresOn < today())
    faults.push({ path: 'expiresOn', code: 'in-the-past', params: { date: entered.expiresOn } });
  const owner = faults.length === 0 ? await actorOfPerson(entered.ownerUserId) : null;
  if (owner) {
    const added = ownerIsNew ? entered.scopes : entered.scopes.filter((scope) => !before!.scopes.includes(scope));
    faults.push(...scopeFaults(added, owner, actor));
    if (ownerIsNew || isNew([...entered.businessEntityIds].sort(), [...before!.businessEntityIds].sort()))
      faults.push(...companyFaults(entered.businessEntityIds, owner, actor));
  }
  if (faults.length > 0) throw invalid(faults);
}

function scopeFaults(scopes: readonly string[], owner: Actor, giver: Actor): FieldError[] {
  const unknown = scopes.filter((scope) => rightOfScope(scope) === null);
  if (unknown.length > 0) return [fault('no-such-scope', unknown)];
  const notOwners = scopes.filter((scope) => !coversScope(owner.ability, scope));
  if (notOwners.length > 0) return [fault('scope-not-owners', notOwners)];
  const notGivers = scopes.filter((scope) => !reachesAsFar(giver, owner, scope));
  return notGivers.length > 0 ? [fault('scope-not-yours', notGivers)] : [];
}

const WIDTH = { own: 1, department: 2, entity: 3 };

/**
 * Whether somebody has the right at least as far as the owner: a narrowed right does not permit granting a wider one.
 */
function reachesAsFar(giver: Actor, owner: Actor, scope: string): boolean {
  const widest = ({ ability }: Actor): number => {
    const pair = rightOfScope(scope);
    return pair ? Math.max(0, ...[...ability.scopes(pair.subject, [pair.action])].map((reach) => WIDTH[reach])) : 0;
  };
  const [of, by] = [widest(owner), widest(giver)];
  const isOtherDepartment =
    of === WIDTH.department &&
    by === of &&
    !owner.departmentTreeIds.every((id) => giver.departmentTreeIds.includes(id));
  return by > 0 && by >= of && !isOtherDepartment;
}

/**
 * Refuses (403 `scopes-not-yours`) a secret to somebody with fewer rights, or fewer companies, than the client: the
 * holder of a secret may do what the client may.
 */
export async function refuseMoreThanOwn(
  actor: Actor,
  { ownerUserId, scopes, businessEntityIds }: Pick<Entered, 'ownerUserId' | 'scopes' | 'businessEntityIds'>,
): Promise<void> {
  // The reach of an inactive owner after reactivation is not known.
  const owner = (await actorOfPerson(ownerUserId)) ?? { ...actor, allEntities: true };
  const isOwn =
    scopes.every((scope) => reachesAsFar(actor, owner, scope)) && areCompaniesOf(actor, businessEntityIds, owner);
  if (!isOwn) throw new Refusal('scopes-not-yours', 403);
}

const fault = (code: string, scopes: readonly string[]): FieldError => ({
  path: 'scopes',
  code,
  params: { scopes: scopes.slice(0, 5).join(', ') },
});

function companyFaults(named: readonly string[], owner: Actor, giver: Actor): FieldError[] {
  const path = 'businessEntityIds';
  if (named.length > 0 && !belongsToAll(owner, named)) return [{ path, code: 'company-not-owners' }];
  return areCompaniesOf(giver, named, owner) ? [] : [{ path, code: 'company-not-yours' }];
}

/**
 * Whether everything the client reaches is also within the grantor's reach: with no company named it reaches all
 * companies of its owner.
 */
function areCompaniesOf(giver: Actor, named: readonly string[], owner: Actor): boolean {
  if (named.length > 0) return belongsToAll(giver, named);
  return giver.allEntities || (!owner.allEntities && belongsToAll(giver, owner.businessEntityIds));
}

const belongsToAll = ({ allEntities, businessEntityIds }: Actor, ids: readonly string[]): boolean =>
  allEntities || ids.every((id) => businessEntityIds.includes(id));
