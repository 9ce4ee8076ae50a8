/** Files chosen, dropped or pasted are sent one after the other, each with its progress; then the page shows them. */
for (const place of document.querySelectorAll<HTMLElement>('[data-attachments]')) receive(place);

function receive(place: HTMLElement) {
  const zone = place.querySelector<HTMLElement>('[data-drop]');
  const input = zone?.querySelector('input');
  if (!zone || !input) return;
  input.addEventListener('change', () => void sendAll([...(input.files ?? [])]));
  for (const kind of ['dragenter', 'dragover']) zone.addEventListener(kind, over);
  for (const kind of ['dragleave', 'drop']) zone.addEventListener(kind, () => zone.removeAttribute('data-over'));
  zone.addEventListener('drop', (event) => {
    event.preventDefault();
    void sendAll([...(event.dataTransfer?.files ?? [])]);
  });
  addEventListener('paste', ({ clipboardData }) => void sendAll([...(clipboardData?.files ?? [])]));

  function over(event: Event) {
    event.preventDefault();
    zone!.dataset.over = '';
  }

  async function sendAll(files: File[]) {
    if (files.length > 0) (await import('./attachments-sending.ts')).sendAll(place, files);
  }
}
