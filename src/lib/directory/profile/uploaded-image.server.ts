import { z } from 'zod';
import { filePath } from '#lib/process/files/paths.ts';
import { isOneOf } from '#lib/values/one-of.ts';
import type { Actor } from '#lib/values/actor.ts';
import { parse } from '#lib/values/parse.ts';
import { invalidField, Refusal } from '#lib/values/refusal.ts';
import { businessSetting } from '#lib/process/settings/business-settings.server.ts';
import { isDrawable } from '#lib/process/typst/picture.server.ts';
import { uploadedFile } from '#lib/process/files/file-claims.server.ts';

export const IMAGE_TYPES = ['image/png', 'image/jpeg'] as const;

/** Maximum megabytes of a picture, a signature or a logo (model of the directory, 4.1). */
export const imageMegabytes = (): Promise<number> => businessSetting('directory.image-megabytes');

const uploadedSchema = z.object({
  fileUrl: z.string().max(1000, 'too-long'),
  fileName: z.string().max(300, 'too-long'),
});

/**
 * The picture named by `{ fileUrl, fileName }`, to be claimed by the caller. 422 `not-an-image` for anything but a PNG
 * or JPEG, not larger than allowed, that the actor has uploaded and that can be printed.
 */
export async function uploadedImage(actor: Actor, input: unknown): Promise<{ url: string; key: string }> {
  const { fileUrl, fileName } = parse(uploadedSchema, input);
  const file = await uploadedFile(actor, fileName).catch(unlessFault);
  const megabytes = await imageMegabytes();
  const fits =
    file &&
    file.sizeBytes <= megabytes * 1024 * 1024 &&
    isOneOf(IMAGE_TYPES, file.contentType) &&
    fileUrl.split('?', 1)[0]!.endsWith(`/${encodeURIComponent(fileName)}`);
  if (!fits || !(await isDrawable(fileName))) throw invalidField('fileName', 'not-an-image', { megabytes });
  return { url: filePath(encodeURIComponent(fileName)), key: fileName };
}

/** Faults of the file are reported at this field; an unavailable store is not a fault of the file. */
function unlessFault(error: unknown): null {
  if (error instanceof Refusal && error.status < 500) return null;
  throw error;
}
