import { api } from '#islands/api.ts';
import { replaceImages } from '#islands/stores/session.ts';
import { upload } from '#islands/upload.ts';

/** Sends a picture, signature or logo, tells the record it belongs to about it, and shows the page with it. */
export async function send(place: HTMLElement, file: File): Promise<void> {
  const { imageUpload: path, version, most, refused, sending, failed } = place.dataset;
  const said = place.querySelector<HTMLElement>('[data-said]')!;
  if (file.size > Number(most) || !/^image\/(png|jpeg)$/.test(file.type)) return void (said.textContent = refused!);
  said.textContent = sending!;
  const sent = await upload(file);
  const body = sent && { fileUrl: sent.fileUrl, fileName: sent.fileName, ...(version && { version: Number(version) }) };
  const kept = body && (await api<object>(path!, { method: 'POST', body }).catch(() => null));
  if (!kept) return void (said.textContent = failed!);
  if (path!.startsWith('/directory/my-profile/')) replaceImages(kept);
  location.reload();
}
