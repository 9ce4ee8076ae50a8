/** Whether a value is one of those named: `includes`, asked of a value that may be any. */
export function isOneOf<const V>(values: readonly V[], value: unknown): value is V {
  return (values as readonly unknown[]).includes(value);
}
