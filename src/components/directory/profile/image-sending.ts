import { profilePath } from '#lib/access/paths.ts';
import { api } from '#islands/api.ts';
import { ApiError } from '#islands/api-error.ts';
import { replaceImages } from '#islands/stores/session.ts';
import { upload } from '#islands/upload.ts';

/** Uploads a picture, signature or logo, sets it on its record, and shows the page with it. */
export async function sendImage(place: HTMLElement, file: File): Promise<void> {
  const { imageUpload: path, version, most, refused, sending, failed } = place.dataset;
  const message = place.querySelector<HTMLElement>('[data-said]')!;
  if (file.size > Number(most) || !/^image\/(png|jpeg)$/.test(file.type)) return void (message.textContent = refused!);
  message.textContent = sending!;
  let why = failed!;
  const sent = await upload(file, { refused: (sentence) => (why = sentence) });
  const body = sent && { fileUrl: sent.fileUrl, fileName: sent.fileName, ...(version && { version: Number(version) }) };
  const uploaded =
    body &&
    (await api<object>(path!, { method: 'POST', body }).catch((error: unknown) => {
      if (error instanceof ApiError) why = error.errors[0]?.message ?? error.message;
      return null;
    }));
  if (!uploaded) return void (message.textContent = why);
  if (path!.startsWith(`${profilePath.show}/`)) replaceImages(uploaded);
  location.reload();
}
