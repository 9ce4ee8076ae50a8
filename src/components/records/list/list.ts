/** Small comforts of a list; without them it works the same, by links and buttons. Its keys are those of every page. */
import '#components/ui/choose-all.ts';

const list = document.querySelector<HTMLElement>('[data-record-list]');

const AT_HAND = '[data-look], [data-change], [popovertarget=list-columns]';

list?.addEventListener('click', (event) => {
  const { target, shiftKey, ctrlKey, metaKey } = event;
  const pressed = (target as Element).closest<HTMLElement>(shiftKey ? `${AT_HAND}, [data-also]` : AT_HAND);
  if (!pressed || ctrlKey || metaKey) return;
  if ('href' in pressed) event.preventDefault();
  void import('#islands/records/at-hand.ts').then((atHand) => atHand.begin(pressed));
});
if (window.earlyKeys) {
  removeEventListener('click', window.earlyKeys.press);
  window.earlyKeys.pressed?.click();
}

// An address without empty entries can be read and passed on; the view alone may be none.
document.addEventListener('formdata', ({ target, formData }) => {
  if ((target as HTMLFormElement).method !== 'get') return;
  for (const name of new Set(formData.keys())) {
    const values = formData.getAll(name).filter((value) => value || name === 'view');
    formData.delete(name);
    for (const value of values) formData.append(name, value);
  }
});
