/** A piece of what somebody wrote: plain words, a person named with @, or an address. */
export type Piece = { kind: 'words' | 'mention' | 'link'; text: string };

const PIECES = /(?<![\w@.])(@[a-z0-9](?:[a-z0-9._-]*[a-z0-9])?)|(https?:\/\/[^\s<>"]*[^\s<>".,;:!?)])/gi;

/** The text in pieces, in order; nothing is lost. */
export function pieces(text: string): Piece[] {
  const found: Piece[] = [];
  let at = 0;
  for (const match of text.matchAll(PIECES)) {
    if (match.index > at) found.push({ kind: 'words', text: text.slice(at, match.index) });
    found.push({ kind: match[1] ? 'mention' : 'link', text: match[0] });
    at = match.index + match[0].length;
  }
  if (at < text.length) found.push({ kind: 'words', text: text.slice(at) });
  return found;
}
