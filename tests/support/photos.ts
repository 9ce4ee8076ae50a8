import sharp from 'sharp';

const xmp = `<x:xmpmeta xmlns:x="adobe:ns:meta/"><rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#">
  <rdf:Description xmlns:exif="http://ns.adobe.com/exif/1.0/" exif:GPSLatitude="1,21.3N"/></rdf:RDF></x:xmpmeta>`;

/** Degrees as EXIF has them: the columbarium, which a photo must not tell. */
const place = {
  GPSLatitudeRef: 'N',
  GPSLatitude: '1/1 21/1 30/1',
  GPSLongitudeRef: 'E',
  GPSLongitude: '103/1 49/1 12/1',
};

export type PhotoType = 'jpeg' | 'png' | 'webp' | 'avif' | 'gif';

/** A photo as a telephone takes it: lying on its side, with place, device and owner written into it. */
export async function photo(type: PhotoType = 'jpeg', size = { width: 60, height: 40 }): Promise<Buffer> {
  const noise = sharp({
    create: { ...size, channels: 3, background: '#2c6553', noise: { type: 'gaussian', mean: 120, sigma: 20 } },
  });
  const told = noise
    .withExif({ IFD0: { Make: 'Telephone', Copyright: 'Hannah Lim' }, IFD3: place })
    .withXmp(xmp)
    .withMetadata({ orientation: 6 });
  return told.toFormat(type).toBuffer();
}

/** The words and degrees that a cleaned photo must not have. */
const TOLD = ['Telephone', 'Hannah Lim', 'GPS', 'exif:', 'xmpmeta'];

/** Whether a photo, or a file that holds one, tells of its place, device or owner. */
export async function hasMetadata(bytes: Uint8Array): Promise<boolean> {
  const text = Buffer.from(bytes).toString('latin1');
  if (TOLD.some((word) => text.includes(word))) return true;
  const { exif, xmp: more, iptc } = await sharp(bytes).metadata();
  return more !== undefined || iptc !== undefined || (exif?.length ?? 0) > 32;
}
