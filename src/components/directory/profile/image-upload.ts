/** Uploads a chosen picture, signature or logo; the code for it is loaded then. */
for (const place of document.querySelectorAll<HTMLElement>('[data-image-upload]')) {
  const input = place.querySelector('input')!;
  input.addEventListener('change', async () => {
    if (input.files?.[0]) (await import('./image-sending.ts')).sendImage(place, input.files[0]);
  });
}

export {};
