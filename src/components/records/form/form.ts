import type { FlushDrafts } from '#islands/flush-drafts.ts';
import type { FormDraft } from '#islands/draft-form.ts';

/**
 * A form comes to life when it gets the focus; at once when it holds something that is not saved, or when the tab kept
 * something for it while the session had ended. Until then the page is not left without a question where something was typed.
 */
for (const form of document.querySelectorAll<HTMLFormElement>('[data-record-form]')) {
  const { place, person, changed } = form.dataset;
  let isTyped = false;
  let keeper: Promise<FormDraft> | undefined;
  let early: HTMLElement | null = null;
  const press = ({ target }: Event) => (early ??= (target as Element).closest<HTMLElement>('[data-discard]'));
  form.addEventListener('click', press);
  const ask = (event: Event) => isTyped && event.preventDefault();
  const askNoMore = () => removeEventListener('beforeunload', ask);
  addEventListener('beforeunload', ask);
  form.addEventListener('submit', askNoMore);
  form.addEventListener('click', ({ target }) => (target as Element).closest('[data-leave]') && askNoMore());
  const start = () =>
    (keeper ??= import('./form-drafting.ts').then(({ trackDraft: keep }) => {
      const draft = keep(form, isTyped);
      form.removeEventListener('click', press);
      askNoMore();
      // It was pressed while the rest of the script was still on its way.
      early?.click();
      return draft;
    }));
  form.addEventListener('input', ({ target }) => (isTyped ||= (target as HTMLElement).dataset.narrow === undefined));
  // The session is about to end, or the person signs out: what is typed is kept first, even where the rest of the script is still on its way.
  document.addEventListener('garden:flush-drafts', (event) => {
    const { waitUntil, leaving } = (event as CustomEvent<FlushDrafts>).detail;
    const kept = keeper?.then(({ flush }) => flush(leaving));
    if (kept && (isTyped || changed !== undefined)) waitUntil(kept);
  });
  const isInUse = form.contains(document.activeElement) || form.querySelector('[data-draft-notice]');
  if (isInUse || changed !== undefined || sessionStorage.getItem(`draft:${person}:${place}`)) void start();
  else form.addEventListener('focusin', start, { once: true });
}
