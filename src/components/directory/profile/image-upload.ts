/** A chosen picture, signature or logo is sent; how, is loaded with it. */
for (const place of document.querySelectorAll<HTMLElement>('[data-image-upload]')) {
  const input = place.querySelector('input')!;
  input.addEventListener('change', async () => {
    if (input.files?.[0]) (await import('./image-sending.ts')).send(place, input.files[0]);
  });
}

export {};
