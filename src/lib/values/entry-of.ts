/** The entry under a name that came from outside; never what every object has by itself, like 'constructor'. */
export function entryOf<T>(entries: Readonly<Record<string, T>> | undefined, name: string): T | undefined {
  return entries && Object.hasOwn(entries, name) ? entries[name] : undefined;
}
