/** What the server and its document process say to each other. */

export interface RenderJob {
  /** Below `src/lib`, like 'purchasing/purchase-request/purchase-request.prf.typ'. */
  template: string;
  data: unknown;
  /** PDF/A-2a with structure for screen readers; a character that no font has is then a failure. */
  tagged: boolean;
}

export type RenderAnswer =
  | { kind: 'rendered'; bytes: Uint8Array; pages: number; rssBytes: number }
  | { kind: 'missing-glyph'; glyphs: string[]; rssBytes: number }
  | { kind: 'failed'; reason: string; rssBytes: number };
