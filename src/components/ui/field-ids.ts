/** The value of aria-describedby for the control of a field: its hint and its error, where there are any. */
export function describedBy(name: string, has: { hint?: unknown; error?: unknown }): string | undefined {
  const ids = [has.hint && `${name}-hint`, has.error && `${name}-error`].filter(Boolean);
  return ids.length > 0 ? ids.join(' ') : undefined;
}
