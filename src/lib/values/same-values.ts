/** Whether the record has each of these values already; one that the record lacks counts as different. Browser-safe. */
export function sameValues(record: object, values: object, names: readonly string[] = Object.keys(values)): boolean {
  const text = (side: object, name: string) => JSON.stringify((side as Record<string, unknown>)[name] ?? null);
  return names.every((name) => text(record, name) === text(values, name));
}
