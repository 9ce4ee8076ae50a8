/** What the development server keeps of a file from one loading of it to the next (`import.meta.hot`); nobody else has it. */
type Hot = { data: Record<string, unknown> } | undefined;

/**
 * A thing of which a process has one, such as a pool of connections, however often `npm run dev` loads its file again
 * after an edit: made at the first loading, and found again at each later one. Everywhere else it is just made.
 */
export function overReloads<T>(hot: Hot, name: string, make: () => T): T {
  if (!hot) return make();
  return (hot.data[name] ??= make()) as T;
}
