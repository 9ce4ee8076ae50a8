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

/** Megabytes that a picture, a signature or a logo may have (model of the directory, 4.1). */
export const imageMegabytes = (): Promise<number> => businessSetting('directory.image-megabytes');

const uploadedSchema = z.object({
  fileUrl: z.string().max(1000, 'too-long'),
  fileName: z.string().max(300, 'too-long'),
});

/** The picture that `{ fileUrl, fileName }` names, to be claimed by whoever uses it. 422 `not-an-image` for anything but a PNG or JPEG, not larger than allowed, that the actor has sent and a paper can show. */
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

/** What is wrong with the file is said in this field's own words; that the store does not answer is no fault of the file. */
function unlessFault(error: unknown): null {
  if (error instanceof Refusal && error.status < 500) return null;
  throw error;
}
