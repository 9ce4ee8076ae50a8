import { api } from '#islands/api.ts';
import { replaceImages } from '#islands/stores/session.ts';
import { upload } from '#islands/upload.ts';

/** Sends a picture or signature, tells the own profile about it, and shows the page with it. */
export async function send(place: HTMLElement, file: File): Promise<void> {
  const { imageUpload, most, refused, sending, failed } = place.dataset;
  const said = place.querySelector<HTMLElement>('[data-said]')!;
  if (file.size > Number(most) || !/^image\/(png|jpeg)$/.test(file.type)) return void (said.textContent = refused!);
  said.textContent = sending!;
  const sent = await upload(file);
  const kept = sent && (await api<object>(`/directory/my-profile/${imageUpload}`, { method: 'POST', body: { fileUrl: sent.fileUrl, fileName: sent.fileName } }).catch(() => null));
  if (!kept) return void (said.textContent = failed!);
  replaceImages(kept);
  location.reload();
}
