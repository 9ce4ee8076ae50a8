/** What a form knows of its record before anything is typed. */
import { validate } from 'uuid';
import type { Translate } from '#lib/values/languages.ts';
import { allEntities, editableIn, isOnForm, labels, type AnyEntity } from '#lib/records/entity.ts';

/** What the status of the record does not open; a field of the page's own is none of the declaration's. */
export function lockedBy(
  of: AnyEntity,
  names: readonly string[],
  { id, status }: Record<string, unknown>,
  t: Translate,
): { locked: Record<string, string>; closed: string | null } {
  if (id === undefined || typeof status !== 'string' || !of.statuses.includes(status))
    return { locked: {}, closed: null };
  const open = editableIn(of, status);
  const shut = names.filter((name) => isOnForm(of, name) && !open.includes(name));
  const because = lockedText(of, status, t);
  return {
    locked: Object.fromEntries(shut.map((name) => [name, because])),
    closed: names.length > 0 && shut.length === names.length ? because : null,
  };
}

/** Why a record cannot be changed in a status, in words. */
export function lockedText(of: AnyEntity, status: string, t: Translate): string {
  return t(`refusals.${of.lockedBecause?.[status] ?? 'locked-in-status'}`, { status: labels.status(of, status) });
}

/**
 * What a link to the form of a new record says it belongs to: 'addresses/create?businessEntityId=…'. References only.
 */
export function linkedIn(
  { searchParams }: URL,
  of: AnyEntity,
  names: readonly string[],
  initial: Record<string, unknown>,
): Record<string, string> {
  if (initial.id !== undefined) return {};
  const linked = names.filter((name) => of.fields[name].kind === 'reference' && validate(searchParams.get(name) ?? ''));
  return Object.fromEntries(linked.map((name) => [name, searchParams.get(name)!]));
}

/**
 * Whether records of this kind are made at all: a form of what has no table, such as settings, changes what is there.
 */
export const isMade = ({ name }: AnyEntity): boolean => allEntities().some((of) => of.name === name);
