/** What stands in a plain field of the server when its island begins. */
interface PlainText {
  /** What was typed; null where it is what the server drew. */
  typed: string | null;
  hasFocus: boolean;
}

/**
 * Reads the field `id` at the first drawing of its island, before React sets a `<textarea>` back to what the server drew; on
 * the server, and where there is no such field, nothing was typed.
 */
export function plainText(id: string): PlainText {
  const field = typeof document === 'undefined' ? null : (document.getElementById(id) as HTMLTextAreaElement | null);
  if (!field || !('defaultValue' in field)) return { typed: null, hasFocus: false };
  const { value, defaultValue } = field;
  return { typed: value === defaultValue ? null : value, hasFocus: document.activeElement === field };
}
