import { documentProcess, renderDocument, stopDocuments } from '#lib/process/typst/renderer.server.ts';
import { line, prf } from '#tests/support/prf.ts';
import type { Measured } from './report.ts';

const TEMPLATE = 'documents/prints/standard.typ';

/** A print of 50 pages, and the memory after 200 prints in a row. */
export async function documents(): Promise<Measured[]> {
  const long = prf({ lines: Array.from({ length: 1_000 }, (_, index) => line(index + 1)) });
  await renderDocument(TEMPLATE, prf());
  const began = performance.now();
  const { pages } = await renderDocument(TEMPLATE, long);
  const seconds = (performance.now() - began) / 1000;
  let peak = 0;
  for (let n = 0; n < 200; n += 1) {
    await renderDocument(TEMPLATE, prf());
    peak = Math.max(peak, documentProcess()?.rssBytes ?? 0);
  }
  await stopDocuments();
  return [
    { what: `paper of ${pages} pages, for 50 of them`, measured: (seconds / pages) * 50, allowed: 1, unit: 's' },
    { what: 'memory of the paper process over 200 papers', measured: peak / 1024 / 1024, allowed: 600, unit: 'MB' },
  ];
}
