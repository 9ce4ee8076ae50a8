import { TOAST_TIMEOUT_MS } from '#lib/values/constants.ts';
import { placeToasts } from './toast-place.ts';

export type ToastKind = 'success' | 'error' | 'info';

const icons: Record<ToastKind, string> = { success: 'circle-check', error: 'circle-alert', info: 'info' };

/** Shows a passing message: 3 seconds; an error, and what can be undone, until it is closed; `href` is its link, `undo` the button that takes it back. Browser only. */
export function showToast(text: string, kind: ToastKind = 'success', href?: string, undo?: HTMLElement): void {
  const template = document.getElementById('toast') as HTMLTemplateElement;
  const element = template.content.firstElementChild!.cloneNode(true) as HTMLElement;
  element.classList.add(`toast-${kind}`);
  element.querySelector('span')!.append(href ? linkTo(href, text) : text);
  element.querySelector('use')!.setAttribute('href', `${region().dataset.sprite}#${icons[kind]}`);
  if (undo) element.querySelector('span')!.after(undo);
  show(element, kind);
}

function linkTo(href: string, text: string): HTMLAnchorElement {
  return Object.assign(document.createElement('a'), { href, textContent: text, className: 'link' });
}

/** A message in the page is inserted once more, so that it is announced. */
export function showLeftToasts(): void {
  for (const left of region().querySelectorAll<HTMLElement>('.toast')) show(left, left.dataset.kind);
}

function show(element: HTMLElement, kind: string | undefined): void {
  region().append(element);
  keepPlaced();
  element.querySelector<HTMLElement>('.icon-button')!.onclick = () => element.remove();
  if (kind !== 'error' && !element.querySelector('[data-undo]')) removeInTime(element);
}

let isPlaced = false;

/** Messages give way to what they would cover, again when the page has moved below them. */
function keepPlaced(): void {
  placeToasts(region());
  if (isPlaced) return;
  isPlaced = true;
  for (const name of ['scrollend', 'resize']) addEventListener(name, () => placeToasts(region()), { passive: true });
  new MutationObserver(() => placeToasts(region())).observe(region(), { childList: true });
}

/** The pointer or the focus on a toast stops its timer. */
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

function region(): HTMLElement {
  return document.getElementById('toasts')!;
}
