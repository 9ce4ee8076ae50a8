import { profilePath } from '#lib/access/paths.ts';
import { api } from '#islands/api.ts';
import { ApiError } from '#islands/api-error.ts';
import { replaceImages } from '#islands/stores/session.ts';
import { upload } from '#islands/upload.ts';

/** Uploads a picture, signature or logo, sets it on its record, and shows the page with it. */
export async function send(place: HTMLElement, file: File): Promise<void> {
  const { imageUpload: path, version, most, refused, sending, failed } = place.dataset;
  const said = place.querySelector<HTMLElement>('[data-said]')!;
  if (file.size > Number(most) || !/^image\/(png|jpeg)$/.test(file.type)) return void (said.textContent = refused!);
  said.textContent = sending!;
  let why = failed!;
  const sent = await upload(file, { refused: (sentence) => (why = sentence) });
  const body = sent && { fileUrl: sent.fileUrl, fileName: sent.fileName, ...(version && { version: Number(version) }) };
  const kept =
    body &&
    (await api<object>(path!, { method: 'POST', body }).catch((error: unknown) => {
      if (error instanceof ApiError) why = error.errors[0]?.message ?? error.message;
      return null;
    }));
  if (!kept) return void (said.textContent = why);
  if (path!.startsWith(`${profilePath.show}/`)) replaceImages(kept);
  location.reload();
}
