import { createHash } from 'node:crypto';

/**
 * What a snapshot is known again by: the same content gives the same hash (SHA-256, hexadecimal), whatever the order of
 * its names.
 */
export function snapshotHash(snapshot: unknown): string {
  return createHash('sha256')
    .update(JSON.stringify(sorted(snapshot)))
    .digest('hex');
}

function sorted(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(sorted);
  if (value === null || typeof value !== 'object') return value;
  return Object.fromEntries(
    Object.keys(value)
      .sort()
      .map((name) => [name, sorted((value as Record<string, unknown>)[name])]),
  );
}
