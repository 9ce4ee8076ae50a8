/** The messages between the server and its rendering process. */

export interface RenderJob {
  /** Below `src/lib`, like 'documents/prints/standard.typ'. */
  template: string;
  data: unknown;
  /** PDF/A-2a with structure for screen readers; a character that no font has is then an error. */
  tagged: boolean;
}

export type RenderAnswer =
  | { kind: 'rendered'; bytes: Uint8Array; pages: number; rssBytes: number }
  | { kind: 'missing-glyph'; glyphs: string[]; rssBytes: number }
  | { kind: 'failed'; reason: string; rssBytes: number };
