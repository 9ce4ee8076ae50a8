/** What the development server carries over when it reloads a file (`import.meta.hot`); undefined elsewhere. */
type Hot = { data: Record<string, unknown> } | undefined;

/**
 * For something of which a process has only one, such as a connection pool: created when `npm run dev` first loads its
 * file and reused when the file is reloaded after an edit. Elsewhere it is simply created.
 */
export function overReloads<T>(hot: Hot, name: string, make: () => T): T {
  if (!hot) return make();
  return (hot.data[name] ??= make()) as T;
}
