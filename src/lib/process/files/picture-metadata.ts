/**
 * Pictures without the metadata that cameras and programs add: location, time, device, names, previews. Nothing is
 * decoded or re-encoded: of each container only the parts known to belong to the picture are copied, and everything
 * after its end is cut off. Colour profiles stay; of EXIF only the orientation.
 */
import { crc32 } from 'node:zlib';
import { avifWithoutMetadata } from './picture-metadata-avif.ts';

type Strip = (bytes: Buffer, orientation: number) => Buffer;

const strips: Record<string, Strip> = {
  'image/jpeg': jpeg,
  'image/png': png,
  'image/webp': webp,
  'image/gif': gif,
  'image/avif': avifWithoutMetadata,
};

/**
 * @param orientation 1 to 8, as in EXIF; 1 is upright and not written
 * Throws for a container that ends before its picture does.
 */
export function withoutMetadata(bytes: Buffer, contentType: string, orientation = 1): Buffer {
  return strips[contentType]!(bytes, orientation);
}

const SOI = 0xd8;
const EOI = 0xd9;
const SOS = 0xda;
const APP0 = 0xe0;

function jpeg(bytes: Buffer, orientation: number): Buffer {
  if (bytes.readUInt16BE(0) !== 0xff00 + SOI) throw new Error('no JPEG');
  const parts = [bytes.subarray(0, 2)];
  const turned =
    orientation > 1 ? [jpegSegment(0xe1, Buffer.concat([Buffer.from('Exif\0\0', 'latin1'), tiff(orientation)]))] : [];
  for (let at = 2; at < bytes.length;) {
    if (bytes[at] !== 0xff) throw new Error('no marker');
    while (bytes[at + 1] === 0xff) at += 1;
    const marker = bytes[at + 1]!;
    if (marker === EOI) return Buffer.concat([...parts, ...turned, bytes.subarray(at, at + 2)]);
    const end = at + 2 + bytes.readUInt16BE(at + 2);
    if (end > bytes.length) throw new Error('cut off');
    if (marker !== APP0) parts.push(...turned.splice(0));
    const next = marker === SOS ? endOfScan(bytes, end) : end;
    if (belongsToJpeg(marker, bytes.subarray(at + 4, end))) parts.push(bytes.subarray(at, next));
    at = next;
  }
  // A photo truncated while being copied is still a photo.
  return Buffer.concat(parts);
}

function belongsToJpeg(marker: number, content: Buffer): boolean {
  const begins = (text: string) => content.subarray(0, text.length).toString('latin1') === text;
  if (marker === APP0) return begins('JFIF\0');
  if (marker === 0xe2) return begins('ICC_PROFILE\0');
  if (marker === 0xee) return begins('Adobe');
  return marker >= 0xc0 && marker <= 0xdf;
}

/** The position of the next marker that is not part of the picture's own stream. */
function endOfScan(bytes: Buffer, from: number): number {
  for (let at = bytes.indexOf(0xff, from); at !== -1 && at + 1 < bytes.length; at = bytes.indexOf(0xff, at + 1)) {
    const next = bytes[at + 1]!;
    if (next !== 0 && next !== 0xff && !(next >= 0xd0 && next <= 0xd7)) return at;
  }
  return bytes.length;
}

function jpegSegment(marker: number, content: Buffer): Buffer {
  const head = Buffer.from([0xff, marker, 0, 0]);
  head.writeUInt16BE(content.length + 2, 2);
  return Buffer.concat([head, content]);
}

const PNG_CHUNKS = new Set([
  'IHDR',
  'PLTE',
  'IDAT',
  'IEND',
  'tRNS',
  'cHRM',
  'gAMA',
  'iCCP',
  'sBIT',
  'sRGB',
  'cICP',
  'bKGD',
  'pHYs',
  'acTL',
  'fcTL',
  'fdAT',
]);

function png(bytes: Buffer, orientation: number): Buffer {
  const parts = [bytes.subarray(0, 8)];
  for (let at = 8; ;) {
    const end = at + 12 + bytes.readUInt32BE(at);
    const type = bytes.toString('latin1', at + 4, at + 8);
    if (end > bytes.length) throw new Error('cut off');
    if (PNG_CHUNKS.has(type)) parts.push(bytes.subarray(at, end));
    if (type === 'IHDR' && orientation > 1) parts.push(pngChunk('eXIf', tiff(orientation)));
    if (type === 'IEND') return Buffer.concat(parts);
    at = end;
  }
}

function pngChunk(type: string, content: Buffer): Buffer {
  const named = Buffer.concat([Buffer.from(type, 'latin1'), content]);
  return Buffer.concat([uint32BE(content.length), named, uint32BE(crc32(named))]);
}

const WEBP_CHUNKS = new Set(['VP8 ', 'VP8L', 'VP8X', 'ANIM', 'ANMF', 'ALPH', 'ICCP']);
const WEBP_EXIF = 0x08;
const WEBP_XMP = 0x04;

function webp(bytes: Buffer, orientation: number): Buffer {
  const parts: Buffer[] = [];
  const whole = Math.min(bytes.length, 8 + bytes.readUInt32LE(4));
  for (let at = 12; at + 8 <= whole;) {
    const length = bytes.readUInt32LE(at + 4);
    const end = at + 8 + length + (length % 2);
    const type = bytes.toString('latin1', at, at + 4);
    if (at + 8 + length > whole) throw new Error('cut off');
    if (WEBP_CHUNKS.has(type)) parts.push(Buffer.from(bytes.subarray(at, end)));
    at = end;
  }
  const extended = parts.find((chunk) => chunk.toString('latin1', 0, 4) === 'VP8X');
  if (extended) extended[8] = (extended[8]! & ~(WEBP_EXIF | WEBP_XMP)) | (orientation > 1 ? WEBP_EXIF : 0);
  if (extended && orientation > 1)
    parts.push(Buffer.concat([Buffer.from('EXIF', 'latin1'), uint32LE(tiff(orientation).length), tiff(orientation)]));
  const content = Buffer.concat([Buffer.from('WEBP', 'latin1'), ...parts]);
  return Buffer.concat([Buffer.from('RIFF', 'latin1'), uint32LE(content.length), content]);
}

/** GIF extensions for animation and colours. */
const GIF_APPLICATIONS = new Set(['NETSCAPE2.0', 'ANIMEXTS1.0', 'ICCRGBG1012']);
const GIF_IMAGE = 0x2c;
const GIF_EXTENSION = 0x21;
const GIF_END = 0x3b;
const GIF_TIMING = 0xf9;
const GIF_APPLICATION = 0xff;

function gif(bytes: Buffer): Buffer {
  let at = 13 + colourTable(bytes[10]!);
  const parts = [bytes.subarray(0, at)];
  while (bytes[at] !== GIF_END) {
    const [type, label] = [bytes[at], bytes[at + 1]];
    if (type !== GIF_IMAGE && type !== GIF_EXTENSION) throw new Error('cut off');
    const end = endOfBlocks(bytes, type === GIF_IMAGE ? at + 11 + colourTable(bytes[at + 9]!) : at + 2);
    const application = label === GIF_APPLICATION ? bytes.toString('latin1', at + 3, at + 14) : '';
    if (type === GIF_IMAGE || label === GIF_TIMING || GIF_APPLICATIONS.has(application))
      parts.push(bytes.subarray(at, end));
    at = end;
  }
  return Buffer.concat([...parts, bytes.subarray(at, at + 1)]);
}

function colourTable(flags: number): number {
  return flags & 0x80 ? 3 * 2 ** ((flags & 7) + 1) : 0;
}

function endOfBlocks(bytes: Buffer, from: number): number {
  for (let at = from; at < bytes.length; at += bytes[at]! + 1) if (bytes[at] === 0) return at + 1;
  throw new Error('cut off');
}

/** EXIF with nothing but the orientation. */
function tiff(orientation: number): Buffer {
  return Buffer.from([
    0x4d,
    0x4d,
    0,
    0x2a,
    0,
    0,
    0,
    8,
    0,
    1,
    0x01,
    0x12,
    0,
    3,
    0,
    0,
    0,
    1,
    0,
    orientation,
    0,
    0,
    0,
    0,
    0,
    0,
  ]);
}

function uint32BE(value: number): Buffer {
  const bytes = Buffer.alloc(4);
  bytes.writeUInt32BE(value);
  return bytes;
}

function uint32LE(value: number): Buffer {
  const bytes = Buffer.alloc(4);
  bytes.writeUInt32LE(value);
  return bytes;
}
