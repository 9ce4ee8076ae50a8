/**
 * The question before an idle session ends. It counts down by the clock that all tabs share and goes away when the
 * person is active in another one; idle.ts ends the session.
 */
import { IDLE_WARNING_MS, MAX_IDLE_MS } from '#lib/values/constants.ts';
import { formatTime } from '#lib/values/time.ts';
import { flushDrafts } from '../flush-drafts.ts';
import { ACTIVITY_KEY } from '../session-storage.ts';

/** Seconds left at which a screen reader says how many. */
const ANNOUNCED = [120, 60, 15];

const dialog = document.getElementById('session-ending') as HTMLDialogElement;
const part = (name: string) => dialog.querySelector<HTMLElement>(`[data-${name}]`)!;

part('stay').onclick = stay;
dialog.oncancel = stay;
setInterval(count, 1_000);
count();

function count(): void {
  const left = MAX_IDLE_MS - (Date.now() - Number(localStorage.getItem(ACTIVITY_KEY)));
  if (left > IDLE_WARNING_MS) return dialog.close();
  const seconds = Math.max(0, Math.ceil(left / 1_000));
  part('left').textContent = `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`;
  if (!dialog.open) open();
  if (ANNOUNCED.includes(seconds)) part('announce').textContent = dialog.querySelector('h2')!.textContent;
}

function open(): void {
  dialog.showModal();
  void flushDrafts(false).then((kept) => {
    part('draft').hidden = !kept;
    const said = part('draft').dataset.draft!.replace('|', formatTime(new Date()));
    part('draft').querySelector('span')!.textContent = said;
  });
}

function stay(): void {
  localStorage.setItem(ACTIVITY_KEY, String(Date.now()));
  dialog.close();
}
