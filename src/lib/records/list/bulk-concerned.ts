import type { AnyEntity } from '#lib/records/entity.ts';
import type { Actor } from '#lib/values/actor.ts';

/** A name, and how many of the chosen records it stands beside. */
export interface CountedName {
  name: string;
  count: number;
}

/** Whom an act on several records concerns besides the person who does it; most records first. */
export interface Concerned {
  /** Whose the records are, as far as they are not one's own. */
  owners: CountedName[];
  /** Who is asked for a decision on them. */
  waitingFor: CountedName[];
}

/** Read from rows of a list: of a record without an owner, or without decisions, nobody. */
export function concernedBy(actor: Actor, of: AnyEntity, rows: readonly Record<string, unknown>[]): Concerned {
  const owner: string | undefined = of.scope?.own?.[0];
  const ownerOf = (row: Record<string, unknown>) =>
    owner && row[owner] !== actor.id ? (row['titles'] as Record<string, string> | undefined)?.[owner] : undefined;
  return {
    owners: countedNames(rows.map(ownerOf)),
    waitingFor: countedNames(rows.map(({ waitingFor }) => (typeof waitingFor === 'string' ? waitingFor : undefined))),
  };
}

function countedNames(names: readonly (string | undefined)[]): CountedName[] {
  const counts = new Map<string, number>();
  for (const name of names) if (name) counts.set(name, (counts.get(name) ?? 0) + 1);
  return [...counts].map(([name, count]) => ({ name, count })).toSorted((a, b) => b.count - a.count);
}
