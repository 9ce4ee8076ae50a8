import type { Actor } from '#lib/access/actor.ts';
import { actorOfPerson } from '#lib/access/actor.server.ts';
import { invalid, type FieldError } from '#lib/kernel/refusal.ts';
import { today } from '#lib/kernel/time.ts';
import type { Tx } from '#lib/platform/database.server.ts';
import { covers, pairOf } from '#lib/access/client-scopes.ts';
import type { AppClient } from './app-client.ts';
import { notActive } from './people.server.ts';

type Entered = AppClient & { businessEntityIds: readonly string[]; networks: readonly unknown[] };

/**
 * What a client is given is a part of what its owner may do and of what whoever gives it may do: nobody reaches through a
 * client what is closed to them. What stands already is not asked again, unless the owner changes.
 */
export async function checkClient(tx: Tx, actor: Actor, entered: Entered, before: Entered | null): Promise<void> {
  const isNew = <T>(value: T, was: T | undefined): boolean => JSON.stringify(value) !== JSON.stringify(was);
  const ownerIsNew = isNew(entered.ownerUserId, before?.ownerUserId);
  const faults: FieldError[] = ownerIsNew ? await notActive(tx, [{ path: 'ownerUserId', id: entered.ownerUserId }]) : [];
  if (isNew(entered.departmentId, before?.departmentId)) faults.push(...(await closedDepartment(tx, entered.departmentId)));
  if (entered.expiresOn && isNew(entered.expiresOn, before?.expiresOn) && entered.expiresOn < today()) faults.push({ path: 'expiresOn', code: 'in-the-past', params: { date: entered.expiresOn } });
  const owner = faults.length === 0 ? await actorOfPerson(entered.ownerUserId) : null;
  if (owner) {
    const added = ownerIsNew ? entered.scopes : entered.scopes.filter((scope) => !before!.scopes.includes(scope));
    faults.push(...scopeFaults(added, owner, actor));
    if (ownerIsNew || isNew([...entered.businessEntityIds].sort(), [...before!.businessEntityIds].sort())) faults.push(...companyFaults(entered.businessEntityIds, owner, actor));
  }
  if (faults.length > 0) throw invalid(faults);
}

function scopeFaults(scopes: readonly string[], owner: Actor, giver: Actor): FieldError[] {
  const unknown = scopes.filter((scope) => pairOf(scope) === null);
  if (unknown.length > 0) return [fault('no-such-scope', unknown)];
  const notOwners = scopes.filter((scope) => !covers(owner.ability, scope));
  if (notOwners.length > 0) return [fault('scope-not-owners', notOwners)];
  const notGivers = scopes.filter((scope) => !covers(giver.ability, scope));
  return notGivers.length > 0 ? [fault('scope-not-yours', notGivers)] : [];
}

const fault = (code: string, scopes: readonly string[]): FieldError => ({ path: 'scopes', code, params: { scopes: scopes.slice(0, 5).join(', ') } });

/** Without any named, the client reaches all companies of its owner: then these are what is asked. */
function companyFaults(named: readonly string[], owner: Actor, giver: Actor): FieldError[] {
  const path = 'businessEntityIds';
  const reaches = ({ allEntities, businessEntityIds }: Actor, ids: readonly string[]) => allEntities || ids.every((id) => businessEntityIds.includes(id));
  if (named.length > 0 && !reaches(owner, named)) return [{ path, code: 'company-not-owners' }];
  const reached = named.length > 0 ? named : owner.businessEntityIds;
  return giver.allEntities || (reaches(giver, reached) && (named.length > 0 || !owner.allEntities)) ? [] : [{ path, code: 'company-not-yours' }];
}

async function closedDepartment(tx: Tx, id: string): Promise<FieldError[]> {
  const found = await tx.selectFrom('departments').select('status').where('id', '=', id).executeTakeFirst();
  return found?.status === 'closed' ? [{ path: 'departmentId', code: 'closed-department' }] : [];
}
