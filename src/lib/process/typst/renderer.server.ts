import { createHash } from 'node:crypto';
import { oneAtATime } from '#lib/values/one-at-a-time.ts';
import { Refusal } from '#lib/values/refusal.ts';
import { log } from '#lib/process/config/log.server.ts';
import { DocumentProcess, DocumentProcessEnded } from './child.server.ts';
import { textWith } from './missing-glyphs.ts';
import type { RenderAnswer, RenderJob } from './protocol.ts';

const LIMIT_MS = 30_000;

export interface RenderedDocument {
  /** The PDF. */
  bytes: Uint8Array;
  /** SHA-256 of the bytes, hexadecimal. */
  sha256: string;
  pages: number;
}

export interface RenderOptions {
  /** For viewing, not for storing: without structure, and a character that no font has is an empty box. */
  draft?: boolean;
  /** PDF/A-2a with structure. Default: true unless it is a draft. */
  tagged?: boolean;
  /** Who waits for it: one document at a time of each, so that nobody waits for all that somebody else asks for. */
  asker?: string;
}

// Reloaded after an edit: the previous process, with its cached templates, is stopped.
import.meta.hot?.data.stop?.();
if (import.meta.hot) import.meta.hot.data.stop = stopDocuments;

let child: DocumentProcess | undefined;
let lastTurn: Promise<unknown> = Promise.resolve();
let stops = 0;

/**
 * Renders the Typst template below `src/lib` ('documents/prints/standard.typ') with `data`,
 * which the template reads as JSON and never as markup. Documents are rendered one at a time in one process; each may
 * take 30 s. Throws Refusal 'document-missing-glyph' (422; params `glyphs`, `text`) when a tagged document holds a
 * character that no font has: a memorial document must not go out with boxes in a name. The caller corrects the text or
 * shows a draft. Throws 'document-unavailable' (503) when the process ended before it was done. Never returns half a
 * document.
 */
export function renderDocument(
  template: string,
  data: unknown,
  options: RenderOptions = {},
): Promise<RenderedDocument> {
  const render = () => inTurn(template, data, options);
  return options.asker === undefined ? render() : oneAtATime(`document ${options.asker}`, render);
}

async function inTurn(template: string, data: unknown, options: RenderOptions): Promise<RenderedDocument> {
  const job: RenderJob = { template, data, tagged: options.tagged ?? !options.draft };
  const askedAfter = stops;
  const turn = lastTurn.then(() => {
    if (askedAfter !== stops) throw new Refusal('document-unavailable', 503);
    return answerOf(job);
  });
  lastTurn = turn.catch(() => {});
  return documentOf(await turn, job);
}

/** Stops the rendering process and refuses what waits for it. */
export function stopDocuments(): void {
  stops += 1;
  child?.end('the server stops');
  child = undefined;
}

/** The current rendering process, for the health page and tests; none before the first document. */
export function documentProcess(): Pick<DocumentProcess, 'pid' | 'rendered' | 'rssBytes'> | undefined {
  return child;
}

async function answerOf(job: RenderJob): Promise<RenderAnswer> {
  if (child?.spent) child.end('spent');
  if (!child || child.spent) child = new DocumentProcess();
  try {
    return await child.render(job, LIMIT_MS);
  } catch (error) {
    if (!(error instanceof DocumentProcessEnded)) throw error;
    log.error({ template: job.template, reason: error.message }, 'document process ended');
    child = undefined;
    throw new Refusal('document-unavailable', 503);
  }
}

function documentOf(answer: RenderAnswer, { template, data }: RenderJob): RenderedDocument {
  switch (answer.kind) {
    case 'rendered':
      return {
        bytes: answer.bytes,
        sha256: createHash('sha256').update(answer.bytes).digest('hex'),
        pages: answer.pages,
      };
    case 'missing-glyph':
      throw new Refusal('document-missing-glyph', 422, {
        params: { glyphs: answer.glyphs.join(' '), text: textWith(answer.glyphs, data) ?? answer.glyphs.join(' ') },
      });
    case 'failed':
      throw new Error(`${template} does not render: ${answer.reason}`);
  }
}
