/** Sends files to a record; loaded when there are some (attachments.ts). */
import { api } from '#islands/api.ts';
import { ApiError } from '#islands/api-error.ts';
import { upload } from '#islands/upload.ts';

/** One after the other, each with its progress and a way to give it up; then the page shows them. */
export async function sendAll(place: HTMLElement, files: File[]): Promise<void> {
  let done = 0;
  let givenUp = 0;
  for (const file of files) {
    const sent = await send(place, file);
    if (sent === null) givenUp += 1;
    else if (sent) done += 1;
  }
  if (done > 0 && done + givenUp === files.length) location.reload();
}

/** Null for a file that the person gave up. */
async function send(place: HTMLElement, file: File): Promise<boolean | null> {
  if (file.size > Number(place.dataset.most)) return failed(place, file, place.dataset.tooLarge!);
  const { line, bar, stop } = announce(place, file);
  const { signal } = stop;
  let why = place.dataset.failed!;
  const sent = await upload(file, { progress: (part) => (bar.value = part), refused: (said) => (why = said), signal });
  if (signal.aborted) return null;
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
  const stop = new AbortController();
  line.querySelector('button')!.onclick = () => {
    stop.abort();
    line.remove();
  };
  return { line, bar: line.querySelector('progress')!, stop };
}

function failed(place: HTMLElement, { name }: File, why: string): false {
  place.querySelector('[data-problem]')!.textContent = `${name}: ${why}`;
  return false;
}
