/** Entries of an object by their names. Browser-safe. */

/** The entry under a name from outside; never an inherited property such as 'constructor'. */
export function ownEntry<T>(entries: Readonly<Record<string, T>> | undefined, name: string): T | undefined {
  return entries && Object.hasOwn(entries, name) ? entries[name] : undefined;
}

/** Of an object what has these names, and nothing else. */
export const picked = <T extends object, const N extends keyof T>(from: T, names: readonly N[]): Pick<T, N> =>
  Object.fromEntries(names.map((name) => [name, from[name]])) as Pick<T, N>;
