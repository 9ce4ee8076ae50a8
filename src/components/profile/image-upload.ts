/** Sends a chosen picture or signature, tells the own profile about it, and shows the page with it. */
for (const place of document.querySelectorAll<HTMLElement>('[data-image-upload]')) {
  const input = place.querySelector('input')!;
  input.addEventListener('change', () => input.files?.[0] && void send(place, input.files[0]));
}

async function send(place: HTMLElement, file: File) {
  const { imageUpload, most, refused, sending, failed } = place.dataset;
  const said = place.querySelector<HTMLElement>('[data-said]')!;
  if (file.size > Number(most) || !/^image\/(png|jpeg)$/.test(file.type)) return void (said.textContent = refused!);
  said.textContent = sending!;
  const [{ upload }, { api }, { replaceImages }] = await Promise.all([import('#islands/upload.ts'), import('#islands/api.ts'), import('#islands/stores/session.ts')]);
  const sent = await upload(file);
  const kept = sent && (await api<object>(`/directory/my-profile/${imageUpload}`, { method: 'POST', body: { fileUrl: sent.fileUrl, fileName: sent.fileName } }).catch(() => null));
  if (!kept) return void (said.textContent = failed!);
  replaceImages(kept);
  location.reload();
}
