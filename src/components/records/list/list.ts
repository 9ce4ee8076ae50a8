/** Small comforts of a list; without them it works the same, by links and buttons. Its keys are those of every page. */
import '#components/ui/choose-all.ts';

const list = document.querySelector<HTMLElement>('[data-record-list]');

const AT_HAND = '[data-look], [data-change], [popovertarget=list-columns]';

list?.addEventListener('click', (event) => {
  const { target, shiftKey, ctrlKey, metaKey } = event;
  const pressed = (target as Element).closest<HTMLElement>(shiftKey ? `${AT_HAND}, [data-also]` : AT_HAND);
  if (!pressed || ctrlKey || metaKey) return;
  if ('href' in pressed) event.preventDefault();
  void import('#islands/records/at-hand.ts').then(({ begin }) => begin(pressed));
});

// An address without empty entries can be read and passed on.
document.addEventListener('formdata', ({ target, formData }) => {
  const form = target as HTMLFormElement;
  if (form.method !== 'get') return;
  for (const name of new Set(formData.keys())) {
    const values = formData.getAll(name).filter(Boolean);
    if ((form.elements.namedItem(name) as HTMLInputElement).type === 'hidden') continue;
    formData.delete(name);
    for (const value of values) formData.append(name, value);
  }
});
