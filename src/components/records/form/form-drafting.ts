/**
 * A plain form comes to life: what is typed in it is kept as a draft, what is required is named when a control is left,
 * Ctrl+Enter sends, long choices are narrowed. Loaded by form.ts on first use.
 */
import { draftSays, isTrouble } from '#islands/draft-says.ts';
import { formDraft, type FormDraft } from '#islands/draft-form.ts';
import type { DraftState } from '#islands/draft-keeper.ts';

/** `isTyped`: something was typed before this script had come. */
export function trackDraft(form: HTMLFormElement, isTyped: boolean): FormDraft {
  const { place = '', person = '', changed, known, keepAt, discardTo } = form.dataset;
  const draft = formDraft(form, {
    place: () => place,
    person,
    changed: changed !== undefined,
    known: known === '' ? null : known,
    keepAt,
    discardTo,
  });
  showState(form.querySelector<HTMLElement>('[data-draft-state]')!, draft);
  sendAfterSaving(form, draft);
  form.addEventListener('input', ({ target }) => {
    if ((target as HTMLElement).dataset.narrow === undefined) draft.touched();
  });
  if (isTyped) draft.touched();
  form.addEventListener('focusout', ({ target }) => {
    if (draft.isChanged()) afterPress(() => nameMissing(form, target as HTMLInputElement));
  });
  form.addEventListener('keydown', (event) => {
    if (event.key === 'Enter' && event.ctrlKey) form.requestSubmit();
  });
  for (const list of form.querySelectorAll<HTMLElement>('[data-pick-list]')) narrowing(list);
  return draft;
}

function showState(element: HTMLElement, draft: FormDraft): void {
  const { saved = '', failed = '', refused = '', elsewhere = '', left = '' } = element.dataset;
  const icon = element.querySelector('use')!;
  const [take, keep] = element.querySelectorAll('button');
  take!.addEventListener('click', draft.takeOther);
  keep!.addEventListener('click', () => void draft.keepMine());
  draft.$state.subscribe((state: DraftState) => {
    const says = draftSays(state, { saved, failed, refused, elsewhere, left });
    const line = element.querySelector('span')!;
    // A screen reader hears it once.
    if (line.textContent !== says) line.textContent = says;
    element.toggleAttribute('data-shown', says !== '');
    const name = isTrouble(state) ? 'triangle-alert' : 'check';
    icon.setAttribute('href', icon.getAttribute('href')!.replace(/#.*/, `#${name}`));
    for (const choice of [take!, keep!]) choice.hidden = state.is !== 'conflict';
  });
}

/** A save under way changes the version that the form sends, or would come after the form and leave a draft behind. */
function sendAfterSaving(form: HTMLFormElement, draft: FormDraft): void {
  let isReady = false;
  form.addEventListener('submit', (event) => {
    if (isReady) return;
    if (draft.isLeaving()) return event.preventDefault();
    const saving = draft.settled();
    draft.leaveNow();
    if (!saving) return draft.noteSent();
    event.preventDefault();
    void saving.then(() => {
      draft.leaveNow();
      draft.noteSent();
      isReady = true;
      form.requestSubmit(event.submitter);
      isReady = false;
    });
  });
}

/** Not between pressing and releasing a button: what is named moves what is below it. */
function afterPress(work: () => void): void {
  if (document.querySelector('button:active, a:active'))
    addEventListener('pointerup', () => setTimeout(work), { once: true });
  else work();
}

function nameMissing(form: HTMLFormElement, control: HTMLInputElement): void {
  const { required = '' } = form.dataset;
  const line = document.getElementById(`${control.id}-error`);
  if (!control.required || !line) return;
  const missing = control.value.trim() === '';
  if (missing) line.textContent = required;
  else if (line.textContent === required) line.textContent = '';
  else return;
  control.setAttribute('aria-invalid', String(missing));
}

function narrowing(list: HTMLElement): void {
  list.querySelector('[data-narrow]')?.addEventListener('input', ({ target }) => {
    const words = (target as HTMLInputElement).value.toLowerCase();
    for (const line of list.querySelectorAll<HTMLElement>('.check-line'))
      line.hidden = !line.textContent!.toLowerCase().includes(words);
  });
}
