/** Sends files to a record; loaded when there are some (attachments.ts). */
import { api } from '#islands/api.ts';
import { ApiError } from '#islands/api-error.ts';
import { upload } from '#islands/upload.ts';

/** One after the other, each with its progress; then the page shows them. */
export async function sendAll(place: HTMLElement, files: File[]): Promise<void> {
  let done = 0;
  for (const file of files) done += (await send(place, file)) ? 1 : 0;
  if (done === files.length) location.reload();
}

async function send(place: HTMLElement, file: File): Promise<boolean> {
  if (file.size > Number(place.dataset.most)) return failed(place, file, place.dataset.tooLarge!);
  const { line, bar } = announce(place, file);
  let why = place.dataset.failed!;
  const sent = await upload(file, { progress: (part) => (bar.value = part), refused: (said) => (why = said) });
  const body = {
    fileName: sent?.fileName,
    kind: place.querySelector<HTMLSelectElement>('[data-kind-choice]')?.value ?? place.dataset.kind,
  };
  const refusal =
    sent &&
    (await api(place.dataset.to!, { method: 'POST', body }).then(
      () => null,
      (error: unknown) => error,
    ));
  if (sent && !refusal) return true;
  line.remove();
  return failed(place, file, refusal instanceof ApiError ? (refusal.errors[0]?.message ?? refusal.message) : why);
}

function announce(place: HTMLElement, { name }: File) {
  const line = place.querySelector('template')!.content.firstElementChild!.cloneNode(true) as HTMLElement;
  line.querySelector('span')!.textContent = name;
  place.querySelector('.files')!.append(line);
  return { line, bar: line.querySelector('progress')! };
}

function failed(place: HTMLElement, { name }: File, why: string): false {
  place.querySelector('[data-problem]')!.textContent = `${name}: ${why}`;
  return false;
}
