import { open } from 'node:fs/promises';
import { fileTypeFromFile } from 'file-type';
import { Refusal } from '#lib/values/refusal.ts';
import { type FileKind, isHeic } from './file-kinds.ts';

/** Bytes of a text file that are inspected. */
const SAMPLE = 4_096;

/** Byte order marks, read as single bytes. */
const byteOrderMark = /^(\u00ef\u00bb\u00bf|\u00ff\u00fe|\u00fe\u00ff)/;

/** Beginnings of texts that a browser or a system could run: pages, drawings, scripts. */
const runnable = /^\s*(<(!doctype|html|head|body|script|iframe|svg|\?xml|!--)|#!|%!ps)/i;

/**
 * Refuses a file whose content does not match the type of its name: 415 `file-type-mismatch`, and 422 `picture-heic`
 * for a HEIC photo under another name.
 */
export async function requireType(path: string, kind: FileKind): Promise<void> {
  const found = await fileTypeFromFile(path);
  const fits = kind.found
    ? found !== undefined && kind.found.includes(found.mime)
    : found === undefined && isPlainText(await beginningOf(path));
  if (!fits) throw found && isHeic(found.mime) ? new Refusal('picture-heic') : new Refusal('file-type-mismatch', 415);
}

function isPlainText(sample: Buffer): boolean {
  const utf16 = sample.length >= 2 && ['fffe', 'feff'].includes(sample.subarray(0, 2).toString('hex'));
  if (!utf16 && sample.includes(0)) return false;
  return !runnable.test(sample.toString('latin1').replaceAll('\0', '').replace(byteOrderMark, ''));
}

async function beginningOf(path: string): Promise<Buffer> {
  const file = await open(path, 'r');
  try {
    const { buffer, bytesRead } = await file.read(Buffer.alloc(SAMPLE), 0, SAMPLE, 0);
    return buffer.subarray(0, bytesRead);
  } finally {
    await file.close();
  }
}
