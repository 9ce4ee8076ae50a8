/** A piece of a sentence: plain text, or text that belongs to the component with this number. */
export interface SentencePart {
  text: string;
  component: number | null;
}

/**
 * Splits "Read the <0>terms</0> first." into its pieces, in order. Tags do not nest; anything that is not a pair of
 * numbered tags is text, so that no sentence or value can bring markup of its own. Browser-safe.
 */
export function sentenceParts(sentence: string): SentencePart[] {
  const parts: SentencePart[] = [];
  let end = 0;
  for (const tagged of sentence.matchAll(/<(\d{1,2})>(.*?)<\/\1>/gs)) {
    parts.push({ text: sentence.slice(end, tagged.index), component: null });
    parts.push({ text: tagged[2]!, component: Number(tagged[1]) });
    end = tagged.index + tagged[0].length;
  }
  parts.push({ text: sentence.slice(end), component: null });
  return parts.filter((part) => part.text !== '');
}
