/** `includes` as a type guard, for a value of any type. */
export function isOneOf<const V>(values: readonly V[], value: unknown): value is V {
  return (values as readonly unknown[]).includes(value);
}
