import { readFile } from 'node:fs/promises';
import { PICTURE_MAX_PIXELS } from '#lib/values/constants.ts';
import { Refusal } from '#lib/values/refusal.ts';
import { discardReceived, type Received, writeIncoming } from './file-incoming.server.ts';
import { oneAtATime } from '#lib/values/one-at-a-time.ts';
import { withoutMetadata } from './picture-metadata.ts';

/** WebP quality of re-encoded pictures, 1 to 100. */
const WEBP_QUALITY = 80;
const ANEW = { jpeg: { quality: 92, chromaSubsampling: '4:4:4' }, png: {}, webp: { quality: 90 }, gif: {} } as const;
/** Seconds one picture may take. */
const PATIENCE_S = 60;

export interface Picture {
  /** Pixels as displayed: rotated according to its orientation. */
  width: number;
  height: number;
}

export const isPicture = (contentType: string): boolean => contentType.startsWith('image/');

/**
 * A received picture without location, time, device and names, and its size. The same file when there was nothing to
 * remove, else a new one; the first is then discarded. Refuses with 422 `picture-unreadable`, 422 `picture-too-large`.
 */
export async function cleanPicture(received: Received, contentType: string): Promise<{ received: Received } & Picture> {
  const seen = await lookAt(received.path);
  const bytes = await cleanBytes(received.path, contentType, seen.orientation);
  const left = await lookAt(bytes);
  if (left.more) throw unreadable();
  return { received: await exchanged(received, bytes), width: seen.width, height: seen.height };
}

/**
 * A picture re-encoded as WebP, upright, in sRGB, at most `size` pixels wide and high, without metadata. 422
 * `picture-unreadable`.
 */
export async function drawSmaller(bytes: Uint8Array, size: number): Promise<Buffer> {
  return drawing((sharp) =>
    sharp(bytes, { limitInputPixels: PICTURE_MAX_PIXELS, failOn: 'none' })
      .autoOrient()
      .resize({ width: size, height: size, fit: 'inside', withoutEnlargement: true })
      .webp({ quality: WEBP_QUALITY }),
  );
}

async function cleanBytes(path: string, contentType: string, orientation: number): Promise<Buffer> {
  const stripped = await readFile(path)
    .then((bytes) => withoutMetadata(bytes, contentType, orientation))
    .catch(() => null);
  return stripped ?? reencode(path, contentType);
}

/**
 * A picture with an unusual container is accepted as long as all of it can be decoded; but no AVIF, which takes too
 * much processor time.
 */
async function reencode(path: string, contentType: string): Promise<Buffer> {
  if (contentType === 'image/avif') throw unreadable();
  const format = contentType.slice('image/'.length) as keyof typeof ANEW;
  const animated = format === 'gif' || format === 'webp';
  return drawing((sharp) =>
    sharp(path, { limitInputPixels: PICTURE_MAX_PIXELS, animated, failOn: 'error' })
      .autoOrient()
      .toFormat(format, ANEW[format]),
  );
}

async function exchanged(received: Received, bytes: Buffer): Promise<Received> {
  const clean = await writeIncoming([bytes]);
  await discardReceived(clean.sha256 === received.sha256 ? clean.path : received.path);
  return clean.sha256 === received.sha256 ? received : clean;
}

/** The metadata of a picture, without decoding its pixels. `more`: it has metadata other than its orientation. */
async function lookAt(picture: string | Buffer): Promise<Picture & { orientation: number; more: boolean }> {
  const sharp = await library();
  const found = await sharp(picture, { limitInputPixels: false, failOn: 'none' })
    .metadata()
    .catch((cause: unknown) => {
      throw Object.assign(unreadable(), { cause });
    });
  if (found.width * found.height > PICTURE_MAX_PIXELS)
    throw new Refusal('picture-too-large', 422, { params: { megapixels: PICTURE_MAX_PIXELS / 1e6 } });
  const more =
    (found.exif?.length ?? 0) > EXIF_OF_ORIENTATION ||
    found.xmp !== undefined ||
    found.iptc !== undefined ||
    (found.comments?.length ?? 0) > 0;
  return { width: found.autoOrient.width, height: found.autoOrient.height, orientation: found.orientation ?? 1, more };
}

/** Bytes of an EXIF block that holds only the orientation, with its header. */
const EXIF_OF_ORIENTATION = 32;

type Sharp = Awaited<ReturnType<typeof library>>;

/** One picture at a time: each may take memory for all of its pixels. */
function drawing(work: (sharp: Sharp) => ReturnType<Sharp>): Promise<Buffer> {
  return oneAtATime('pictures', async () => {
    const sharp = await library();
    return work(sharp)
      .timeout({ seconds: PATIENCE_S })
      .toBuffer()
      .catch((cause: unknown) => {
        throw Object.assign(unreadable(), { cause });
      });
  });
}

/** Loaded with the first picture; its cache is off. */
async function library() {
  const { default: sharp } = await import('sharp');
  sharp.cache(false);
  return sharp;
}

function unreadable(): Refusal {
  return new Refusal('picture-unreadable');
}
