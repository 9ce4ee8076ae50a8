/** Files chosen, dropped or pasted are uploaded at once, and added to the mail as ticked checkboxes. */
const place = document.querySelector<HTMLElement>('[data-draft-files]');
const input = place?.querySelector<HTMLInputElement>('[data-drop] input');
const zone = place?.querySelector<HTMLElement>('[data-drop]');

input?.addEventListener('change', () => void sendAll([...(input.files ?? [])]));
for (const kind of ['dragenter', 'dragover'])
  zone?.addEventListener(kind, (event) => (event.preventDefault(), (zone.dataset.over = '')));
for (const kind of ['dragleave', 'drop']) zone?.addEventListener(kind, () => zone.removeAttribute('data-over'));
zone?.addEventListener('drop', (event) => {
  event.preventDefault();
  void sendAll([...((event as DragEvent).dataTransfer?.files ?? [])]);
});
addEventListener('paste', ({ clipboardData }) => void sendAll([...(clipboardData?.files ?? [])]));

async function sendAll(files: File[]): Promise<void> {
  if (files.length === 0) return;
  const { upload } = await import('#islands/upload.ts');
  const problem = place!.querySelector<HTMLElement>('[data-problem]')!;
  problem.textContent = '';
  for (const file of files) {
    if (file.size > Number(place!.dataset.most)) {
      problem.textContent = `${file.name}: ${place!.dataset.tooLarge}`;
      continue;
    }
    const line = lineOf('[data-under-way]');
    line.querySelector('span')!.textContent = file.name;
    const givenUp = new AbortController();
    line.querySelector('button')!.onclick = () => givenUp.abort();
    let why = place!.dataset.failed!;
    const sent = await upload(file, {
      progress: (part) => (line.querySelector('progress')!.value = part),
      refused: (said) => (why = said),
      signal: givenUp.signal,
    });
    line.remove();
    if (givenUp.signal.aborted) continue;
    if (!sent) problem.textContent = `${file.name}: ${why}`;
    else add(sent.fileName, file.name);
  }
  input!.value = '';
}

function add(key: string, name: string) {
  const line = lineOf('[data-sent]');
  line.querySelector('input')!.value = key;
  line.querySelector('b')!.textContent = name;
  place!.dispatchEvent(new Event('input', { bubbles: true }));
}

function lineOf(template: string): HTMLElement {
  const line = place!
    .querySelector<HTMLTemplateElement>(template)!
    .content.firstElementChild!.cloneNode(true) as HTMLElement;
  place!.querySelector('.files')!.append(line);
  return line;
}
