/**
 * The rendering process: Typst renders one document per message. A separate process, because Typst blocks while it
 * renders and holds on to memory; `child.server.ts` replaces it now and then. Run from source, with the project's
 * folder as its working directory.
 */
import path from 'node:path';
import { NodeCompiler } from '@myriaddreamin/typst-ts-node-compiler';
import { fontPaths } from './fonts.ts';
import { missingGlyphs } from './missing-glyphs.ts';
import type { Picture } from './picture.ts';
import type { RenderAnswer, RenderJob } from './protocol.ts';

/** Typst's cached results survive this many documents without a hit; without eviction 150 documents take 2.9 GB. */
const CACHE_AGE = 5;

/** Templates read nothing outside this folder; Typst refuses it. */
const workspace = path.resolve('src/lib');
const compiler = NodeCompiler.create({ workspace, fontArgs: [{ fontPaths: fontPaths(process.cwd()) }] });
let picturesPlaced = 0;

process.on('message', (job: RenderJob) => {
  const answer = render(job);
  compiler.resetShadow();
  compiler.evictCache(CACHE_AGE);
  process.send?.({ ...answer, rssBytes: process.memoryUsage.rss() }, undefined, undefined, whenGone);
});
// The server decides when this process ends: Ctrl-C reaches both, and the server finishes its responses first.
process.on('SIGINT', () => {});
process.on('SIGTERM', () => {});
process.on('disconnect', () => process.exit());

/** The server may end while a document is rendered: nobody waits for the answer, and `disconnect` ends this process. */
function whenGone(error: Error | null): void {
  if (error) process.exit();
}

type Answer<T = RenderAnswer> = T extends RenderAnswer ? Omit<T, 'rssBytes'> : never;

function render({ template, data, tagged }: RenderJob): Answer {
  try {
    const compiled = compiler.compile({
      mainFilePath: path.join(workspace, template),
      inputs: { data: JSON.stringify(data, (_key, value) => (isPicture(value) ? placed(value) : value)) },
      resetRead: true,
    });
    if (!compiled.result) return { kind: 'failed', reason: faults(compiled.takeDiagnostics()) };
    const bytes = compiler.pdf(compiled.result, {
      pdfTags: tagged,
      creationTimestamp: Math.floor(Date.now() / 1000),
      ...(tagged && { pdfStandard: 'a-2a' }),
    });
    return { kind: 'rendered', bytes, pages: compiled.result.numOfPages };
  } catch (error) {
    const reason = String(error);
    const glyphs = missingGlyphs(reason);
    return glyphs.length > 0 ? { kind: 'missing-glyph', glyphs } : { kind: 'failed', reason };
  }
}

function isPicture(value: unknown): value is Picture {
  return typeof value === 'object' && value !== null && 'base64' in value && 'type' in value;
}

/** A name is never used twice, so that no document can show the picture of the previous one. */
function placed({ type, base64, alt }: Picture): { file: string; alt: string } {
  const file = `/pictures/${++picturesPlaced}.${type}`;
  compiler.mapShadow(path.join(workspace, file), Buffer.from(base64, 'base64'));
  return { file, alt };
}

function faults(diagnostics: Parameters<NodeCompiler['fetchDiagnostics']>[0] | null): string {
  return diagnostics ? JSON.stringify(compiler.fetchDiagnostics(diagnostics)) : 'no result';
}
