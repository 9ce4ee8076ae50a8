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
    let done = 0;
    for (const file of files) done += (await send(file)) ? 1 : 0;
    if (done > 0 && done === files.length) location.reload();
  }

  async function send(file: File): Promise<boolean> {
    if (file.size > Number(place.dataset.most)) return failed(file, place.dataset.tooLarge!);
    const { line, bar } = announce(file);
    const [{ upload }, { api }] = await Promise.all([import('#islands/upload.ts'), import('#islands/api.ts')]);
    const sent = await upload(file, (part) => (bar.value = part));
    const body = { fileName: sent?.fileName, kind: place.querySelector<HTMLSelectElement>('[data-kind-choice]')?.value ?? place.dataset.kind };
    const kept = sent && (await api(place.dataset.to!, { method: 'POST', body }).then(() => true, () => false));
    if (kept) return true;
    line.remove();
    return failed(file, place.dataset.failed!);
  }

  function announce({ name }: File) {
    const line = place.querySelector('template')!.content.firstElementChild!.cloneNode(true) as HTMLElement;
    line.querySelector('span')!.textContent = name;
    place.querySelector('.files')!.append(line);
    return { line, bar: line.querySelector('progress')! };
  }

  function failed({ name }: File, why: string): false {
    place.querySelector('[data-problem]')!.textContent = `${name}: ${why}`;
    return false;
  }
}
