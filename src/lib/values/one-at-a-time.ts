const queues = new Map<string, Promise<unknown>>();

/** Runs the works of one key after each other in this process, those of different keys beside each other. */
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
