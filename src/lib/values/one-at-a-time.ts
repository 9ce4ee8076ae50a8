const queues = new Map<string, Promise<unknown>>();

/** Serializes work by key within this process; work of different keys runs concurrently. */
export function oneAtATime<T>(key: string, work: () => Promise<T>): Promise<T> {
  const mine = (queues.get(key) ?? Promise.resolve()).then(work);
  const settled = mine
    .catch(() => {})
    .then(() => {
      if (queues.get(key) === settled) queues.delete(key);
    });
  queues.set(key, settled);
  return mine;
}
