/** A piece of what somebody wrote: plain words, a person named with @, or an address. */
export type Piece = { kind: 'words' | 'mention' | 'link'; text: string };

const PIECES = /(?<![\w@.])(@[a-z0-9](?:[a-z0-9._-]*[a-z0-9])?)|(https?:\/\/[^\s<>"]*[^\s<>".,;:!?)])/gi;

/** The text in pieces, in order; nothing is lost. An @ names only who is in `mentioned`, by user name. */
export function pieces(text: string, mentioned: readonly string[] = []): Piece[] {
  const found: Piece[] = [];
  let at = 0;
  for (const match of text.matchAll(PIECES)) {
    if (match[1] && !mentioned.includes(match[1].slice(1).toLowerCase())) continue;
    if (match.index > at) found.push({ kind: 'words', text: text.slice(at, match.index) });
    found.push({ kind: match[1] ? 'mention' : 'link', text: match[0] });
    at = match.index + match[0].length;
  }
  if (at < text.length) found.push({ kind: 'words', text: text.slice(at) });
  return found;
}
