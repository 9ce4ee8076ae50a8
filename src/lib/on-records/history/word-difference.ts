/** A piece of text, and whether the other side does not have it. */
export interface Piece {
  text: string;
  changed: boolean;
}

/** Longer texts are shown as changed as a whole: a comparison word by word would not help. */
const MOST_WORDS = 600;

/** Both texts in pieces, the words that only one of them has marked. Neither side is marked where nothing is common. */
export function wordDifference(before: string, after: string): { before: Piece[]; after: Piece[]; isPartial: boolean } {
  const [was, is] = [wordsOf(before), wordsOf(after)];
  if (was.length + is.length > MOST_WORDS) return whole(before, after);
  const common = commonWords(was, is);
  if (common.every(([at]) => was[at]!.trim() === '')) return whole(before, after);
  return {
    before: pieces(was, new Set(common.map(([at]) => at))),
    after: pieces(is, new Set(common.map(([, at]) => at))),
    isPartial: true,
  };
}

function whole(before: string, after: string) {
  const side = (text: string): Piece[] => (text === '' ? [] : [{ text, changed: true }]);
  return { before: side(before), after: side(after), isPartial: false };
}

/** Words, the spaces between them, and single characters of scripts without spaces. */
function wordsOf(text: string): string[] {
  return text.match(/\s+|\p{Script=Han}|[^\s\p{Script=Han}]+/gu) ?? [];
}

/** The longest common sequence, as pairs of places. */
function commonWords(was: readonly string[], is: readonly string[]): [number, number][] {
  const length = Array.from({ length: was.length + 1 }, () => new Uint16Array(is.length + 1));
  for (let i = was.length - 1; i >= 0; i -= 1) {
    for (let j = is.length - 1; j >= 0; j -= 1) {
      length[i]![j] = was[i] === is[j] ? length[i + 1]![j + 1]! + 1 : Math.max(length[i + 1]![j]!, length[i]![j + 1]!);
    }
  }
  const pairs: [number, number][] = [];
  for (let i = 0, j = 0; i < was.length && j < is.length;) {
    if (was[i] === is[j]) pairs.push([i++, j++]);
    else if (length[i + 1]![j]! >= length[i]![j + 1]!) i += 1;
    else j += 1;
  }
  return pairs;
}

/** Neighbours of one kind joined; a space between two changed words is changed with them. */
function pieces(words: readonly string[], common: ReadonlySet<number>): Piece[] {
  const joined: Piece[] = [];
  words.forEach((text, at) => {
    const isSpaceBetween =
      text.trim() === '' && !common.has(at - 1) && !common.has(at + 1) && at > 0 && at < words.length - 1;
    const changed = !common.has(at) || isSpaceBetween;
    const last = joined.at(-1);
    if (last && last.changed === changed) last.text += text;
    else joined.push({ text, changed });
  });
  return joined;
}
