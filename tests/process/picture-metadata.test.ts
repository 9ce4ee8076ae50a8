import sharp from 'sharp';
import { describe, expect, test } from 'vitest';
import { withoutMetadata } from '#lib/process/files/picture-metadata.ts';
import { photo, type PhotoType, hasMetadata } from '#tests/support/photos.ts';

const types: PhotoType[] = ['jpeg', 'png', 'webp', 'gif', 'avif'];
const strip = (bytes: Buffer, type: PhotoType, orientation?: number) =>
  withoutMetadata(bytes, `image/${type}`, orientation);
/** Null for what is refused. */
const stripped = (bytes: Buffer, type: PhotoType) => {
  try {
    return strip(bytes, type, 6);
  } catch {
    return null;
  }
};
const pixels = (bytes: Buffer) => sharp(bytes, { animated: true }).raw().toBuffer();

describe.each(types)('a photo in %s', (type) => {
  test('keeps each pixel and its colours, and tells nothing', async () => {
    const original = await photo(type);
    const clean = strip(original, type, (await sharp(original).metadata()).orientation);
    expect(await hasMetadata(clean)).toBe(false);
    expect(await pixels(clean)).toEqual(await pixels(original));
    const [before, after] = [await sharp(original).metadata(), await sharp(clean).metadata()];
    expect([after.orientation, after.autoOrient, after.icc?.length]).toEqual([
      before.orientation,
      before.autoOrient,
      before.icc?.length,
    ]);
  });

  test('is the same when it is stripped again', async () => {
    const original = await photo(type);
    const { orientation } = await sharp(original).metadata();
    const once = strip(original, type, orientation);
    expect(strip(once, type, orientation)).toEqual(once);
  });

  test('has nothing behind its end', async () => {
    const original = await photo(type);
    const more = Buffer.concat([original, Buffer.from('a film of the same moment, with its place: GPS')]);
    // What follows an AVIF would be a part of it, and this is none.
    if (type === 'avif') return expect(() => strip(more, type, 6)).toThrow();
    expect(strip(more, type, 6).toString('latin1')).not.toContain('GPS');
  });

  test('with any byte changed, or cut off anywhere, is stripped or refused; neither takes long or tells more', async () => {
    const original = await photo(type, { width: 16, height: 12 });
    const began = performance.now();
    for (let at = 0; at < original.length; at += 1) {
      for (const spoilt of [original.subarray(0, at), Buffer.from(original).fill(at % 2 ? 0xff : 0, at, at + 1)]) {
        const left = stripped(spoilt, type)?.toString('latin1') ?? '';
        expect(
          ['Telephone', 'Hannah Lim', 'xmpmeta'].filter((word) => left.includes(word)),
          `byte ${at}`,
        ).toEqual([]);
      }
    }
    expect(performance.now() - began).toBeLessThan(15_000);
  });
});

test('words in a GIF, a PNG and a moving WebP are taken out, and they move as before', async () => {
  const squares = await Promise.all(
    ['red', 'green', 'blue'].map((background) =>
      sharp({ create: { width: 20, height: 20, channels: 3, background } })
        .png()
        .toBuffer(),
    ),
  );
  const frames = await sharp(squares, { join: { animated: true } })
    .gif({ delay: [100, 200, 300] })
    .toBuffer();
  const comment = Buffer.concat([Buffer.from([0x21, 0xfe, 10]), Buffer.from('Hannah Lim'), Buffer.from([0])]);
  const said = Buffer.concat([
    frames.subarray(0, frames.indexOf(Buffer.from([0x21, 0xf9]))),
    comment,
    frames.subarray(frames.indexOf(Buffer.from([0x21, 0xf9]))),
  ]);
  expect((await sharp(said, { animated: true }).metadata()).pages).toBe(3);
  const clean = strip(said, 'gif');
  expect(clean).toEqual(frames);
  expect((await sharp(clean, { animated: true }).metadata()).delay).toEqual([100, 200, 300]);

  const moving = await sharp(frames, { animated: true })
    .webp()
    .withExif({ IFD0: { Copyright: 'Hannah Lim' } })
    .toBuffer();
  const still = strip(moving, 'webp');
  expect(await hasMetadata(still)).toBe(false);
  expect((await sharp(still, { animated: true }).metadata()).delay).toEqual([100, 200, 300]);
});

test('a transparent AVIF stays transparent', async () => {
  const original = await sharp({
    create: { width: 40, height: 30, channels: 4, background: { r: 10, g: 200, b: 30, alpha: 0.4 } },
  })
    .withExif({ IFD0: { Copyright: 'Hannah Lim' } })
    .avif()
    .toBuffer();
  const clean = strip(original, 'avif');
  expect(await hasMetadata(clean)).toBe(false);
  expect(await pixels(clean)).toEqual(await pixels(original));
});
