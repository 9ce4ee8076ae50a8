import { TOAST_TIMEOUT_MS } from '#lib/kernel/constants.ts';
import { TOAST_EVENT, type Toast } from '../stores/toasts.ts';

const icons: Record<Toast['kind'], string> = { success: 'circle-check', error: 'circle-alert', info: 'info' };

/** Shows toasts for 3 s; errors stay, and the pointer or the focus on a toast stops its clock. */
export function startToasts(): void {
  const region = document.getElementById('toasts')!;
  // What stood there when the page was read is put in once more, so that it is announced.
  for (const left of region.querySelectorAll<HTMLElement>('.toast')) requestAnimationFrame(() => show(left, left.dataset.kind));
  document.addEventListener(TOAST_EVENT, (event) => {
    const toast = (event as CustomEvent<Toast>).detail;
    show(draw(toast), toast.kind);
  });

  function show(element: HTMLElement, kind: string | undefined): void {
    region.append(element);
    element.querySelector('button')!.onclick = () => element.remove();
    if (kind !== 'error') removeInTime(element);
  }

  function draw({ kind, text }: Toast): HTMLElement {
    const template = document.getElementById('toast') as HTMLTemplateElement;
    const element = template.content.firstElementChild!.cloneNode(true) as HTMLElement;
    element.classList.add(`toast-${kind}`);
    element.querySelector('span')!.textContent = text;
    element.querySelector('use')!.setAttribute('href', `${region.dataset.sprite}#${icons[kind]}`);
    return element;
  }
}

function removeInTime(element: HTMLElement): void {
  let timer: ReturnType<typeof setTimeout>;
  const stop = () => clearTimeout(timer);
  const start = () => {
    stop();
    timer = setTimeout(() => element.remove(), TOAST_TIMEOUT_MS);
  };
  for (const name of ['pointerenter', 'focusin']) element.addEventListener(name, stop);
  for (const name of ['pointerleave', 'focusout']) element.addEventListener(name, start);
  start();
}
