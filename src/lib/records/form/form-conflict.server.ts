import type { AnyEntity } from '#lib/records/entity.ts';
import { typedOf, type Typed } from './form-values.ts';
import { titlesOf } from '#lib/records/titles.server.ts';

/** A field that somebody else changed while this person was typing. */
export interface ChangedMeanwhile {
  name: string;
  from: Typed;
  to: Typed;
  /** This person changed it too: the typed value has precedence. Otherwise the newer value was taken over. */
  typedToo: boolean;
}

export interface Conflict {
  by: string;
  at: string;
  changes: ChangedMeanwhile[];
}

/**
 * Merges what was shown (`seen`), what was typed and the current values: fields this person left alone take the newer
 * value, those typed in keep what was typed, and every change by the other is listed.
 */
export async function mergeConflict(
  of: AnyEntity,
  names: readonly string[],
  seen: Typed,
  typed: Typed,
  newer: Record<string, unknown>,
  language: string,
) {
  const now = typedOf(of, names, newer, language);
  const values: Typed = {};
  const changes: ChangedMeanwhile[] = [];
  for (const name of names) {
    const [was, is, mine] = [seen, now, typed].map((side) => partOf(side, name)) as [Typed, Typed, Typed];
    const [changed, typedToo] = [!same(was, is), !same(was, mine)];
    Object.assign(values, changed && !typedToo ? is : mine);
    if (changed && !same(is, mine)) changes.push({ name, from: was, to: is, typedToo });
  }
  const conflict: Conflict = { by: await nameOf(newer.updatedBy), at: String(newer.updatedAt ?? ''), changes };
  return { values, now, conflict };
}

/** The controls of one field: its own, or all cells of its rows. */
export function partOf(typed: Typed, name: string): Typed {
  return Object.fromEntries(Object.entries(typed).filter(([key]) => key === name || key.startsWith(`${name}.`)));
}

function same(one: Typed, other: Typed): boolean {
  const text = (side: Typed) =>
    JSON.stringify(
      Object.entries(side)
        .filter(([, value]) => value.length > 0)
        .map(([key, value]) => [key, Array.isArray(value) ? value.toSorted() : value])
        .toSorted(),
    );
  return text(one) === text(other);
}

async function nameOf(userId: unknown): Promise<string> {
  if (typeof userId !== 'string') return '';
  return (await titlesOf([['user', userId]])).get(userId) ?? '';
}
