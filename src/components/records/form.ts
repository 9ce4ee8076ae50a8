/**
 * A form comes to life when it gets the focus; at once when it holds something that is not saved, or when the tab kept
 * something for it while the session had ended.
 */
for (const form of document.querySelectorAll<HTMLFormElement>('[data-record-form]')) {
  const { place, person, changed } = form.dataset;
  let isTyped = false;
  const start = async () => (await import('./form-keeping.ts')).keep(form, isTyped);
  form.addEventListener('input', ({ target }) => (isTyped ||= (target as HTMLElement).dataset.narrow === undefined));
  const isInUse = form.contains(document.activeElement) || form.querySelector('[data-draft-notice]');
  if (isInUse || changed !== undefined || sessionStorage.getItem(`draft:${person}:${place}`)) void start();
  else form.addEventListener('focusin', start, { once: true });
}

export {};
