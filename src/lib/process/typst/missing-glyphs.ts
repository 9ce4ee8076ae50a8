/**
 * Typst reports a character that no font has, or that an archive file may not hold, only inside the text of its error,
 * quoted twice as Rust does.
 */
const complaint = /(?:the text|the codepoint) `\\"(.+?)\\"`/g;

/** The characters an export error complains about, each once; none when the error is about something else. */
export function missingGlyphs(error: string): string[] {
  return [...new Set(Array.from(error.matchAll(complaint), (match) => unescaped(match[1]!)))];
}

/** Up to 60 characters around the first of `glyphs` in `data`, so that a person finds where to correct it. */
export function textWith(glyphs: string[], data: unknown): string | undefined {
  if (typeof data === 'string') return excerpt(data, glyphs);
  if (typeof data !== 'object' || data === null) return undefined;
  return Object.values(data)
    .map((value) => textWith(glyphs, value))
    .find((text) => text !== undefined);
}

function excerpt(text: string, glyphs: string[]): string | undefined {
  const at = glyphs.map((glyph) => text.indexOf(glyph)).find((position) => position >= 0);
  if (at === undefined) return undefined;
  const before = Array.from(text.slice(0, at)).slice(-30);
  const after = Array.from(text.slice(at)).slice(0, 30);
  return [...before, ...after].join('');
}

function unescaped(text: string): string {
  return text.replace(/\\+u\{([0-9a-f]+)\}/g, (_all, hex: string) => String.fromCodePoint(Number.parseInt(hex, 16)));
}
