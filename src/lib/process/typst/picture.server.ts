import { systemActor } from '#lib/values/actor.ts';
import { Refusal } from '#lib/values/refusal.ts';
import { openDownload } from '#lib/process/files/files.server.ts';
import { log } from '#lib/process/config/log.server.ts';
import type { Picture } from './picture.ts';
import { renderDocument } from './renderer.server.ts';

const types: Record<string, Picture['type']> = { 'image/png': 'png', 'image/jpeg': 'jpeg' };

/** An uploaded picture for a print; null for one that cannot be read, so that it never prevents the print. */
export async function readPicture(key: string): Promise<Omit<Picture, 'alt'> | null> {
  try {
    const picture = await openDownload(systemActor(), key, new URLSearchParams());
    const type = types[picture.contentType];
    return type
      ? { type, base64: Buffer.from(await new Response(await picture.read()).arrayBuffer()).toString('base64') }
      : null;
  } catch (error) {
    log.warn({ err: error, key }, 'a picture could not be read for a print');
    return null;
  }
}

/**
 * Whether a print can show the uploaded picture. Its first bytes give its type, not whether the rest is intact, and a
 * broken one would make every print that contains it fail.
 */
export async function isDrawable(key: string): Promise<boolean> {
  const picture = await readPicture(key);
  if (!picture) return false;
  return renderDocument('process/typst/picture.typ', { picture: { ...picture, alt: '' } }, { draft: true }).then(
    () => true,
    (error: unknown) => {
      if (error instanceof Refusal) throw error;
      return false;
    },
  );
}
