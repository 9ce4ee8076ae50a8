/** '@daniel' at the beginning of a word. A dot or hyphen at its end belongs to the sentence. Browser-safe. */
export const MENTION = /(?<![\w@.])@([a-z0-9](?:[a-z0-9._-]*[a-z0-9])?)/gi;

/** A mention that is being typed: what stands after its @, up to the caret at the end of `before`; else null. */
export function mentionBeingTyped(before: string): string | null {
  return /(?<![\w@.])@((?:[\p{L}\p{N}._-]{0,59}[\p{L}\p{N}])?)$/u.exec(before)?.[1] ?? null;
}
