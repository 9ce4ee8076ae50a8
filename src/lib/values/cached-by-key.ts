/** Returns what is cached under the key, or caches what `make` returns. */
export type CachedByKey<T> = (key: string, make: () => T) => T;

/**
 * A cache in this process of what its key alone decides, so that nothing ever needs to be dropped: formatters, pictures
 * drawn from figures. The oldest of more than `most` entries goes; so does a promise that is rejected.
 */
export function cachedByKey<T>(most: number): CachedByKey<T> {
  const cached = new Map<string, T>();
  return (key, make) => {
    const known = cached.get(key);
    if (known !== undefined) return known;
    const made = make();
    if (cached.size >= most) cached.delete(cached.keys().next().value!);
    cached.set(key, made);
    if (made instanceof Promise) made.catch(() => cached.get(key) === made && cached.delete(key));
    return made;
  };
}
