/**
 * Offers matching people while a name is typed: arrows select, Enter or a comma accepts, Backspace in an empty field
 * removes the last.
 */
import { recipientsCall } from '#lib/email/paths.ts';
import { api } from '#islands/api.ts';

interface Offer {
  key: string;
  name: string;
  about: string;
}

const AFTER_TYPING_MS = 200;

for (const place of document.querySelectorAll<HTMLElement>('[data-recipients]')) offerPeople(place);

function offerPeople(place: HTMLElement) {
  const field = place.dataset.recipients!;
  const input = place.querySelector<HTMLInputElement>(`#${field}Find`)!;
  const list = place.querySelector<HTMLElement>('[role=listbox]')!;
  const chosen = place.querySelector('.recipient-chosen')!;
  let offers: Offer[] = [];
  let at = -1;
  let timer = 0;
  let asked = 0;
  for (const [name, value] of [
    ['role', 'combobox'],
    ['aria-autocomplete', 'list'],
    ['aria-expanded', 'false'],
    ['aria-controls', list.id],
  ] as const)
    input.setAttribute(name, value);

  input.addEventListener('input', () => {
    clearTimeout(timer);
    timer = window.setTimeout(look, AFTER_TYPING_MS);
  });
  input.addEventListener('keydown', onKey);
  input.addEventListener('blur', () => setTimeout(close, 150));
  list.addEventListener('pointerdown', (event) => {
    const option = (event.target as Element).closest<HTMLElement>('[role=option]');
    event.preventDefault();
    if (option) take(offers[Number(option.dataset.at)]!);
  });
  chosen.addEventListener('change', ({ target }) => {
    (target as Element).closest('li')?.remove();
    notifyForm();
    input.focus();
  });

  async function look() {
    const words = input.value.trim();
    const number = (asked += 1);
    if (words === '') return close();
    const answer = await api<{ items: Offer[] }>(recipientsCall(words)).catch(() => null);
    if (!answer || number !== asked) return;
    const taken = new Set(
      [...place.closest('form')!.querySelectorAll<HTMLInputElement>('.recipient input')].map(({ value }) => value),
    );
    offers = answer.items.filter(({ key }) => !taken.has(key));
    show();
  }

  function show() {
    const template = place.querySelector<HTMLTemplateElement>('[data-offer]')!;
    list.replaceChildren(
      ...offers.map(({ name, about }, index) => {
        const option = template.content.firstElementChild!.cloneNode(true) as HTMLElement;
        option.id = `${list.id}-${index}`;
        option.dataset.at = String(index);
        option.querySelector('b')!.textContent = name;
        option.querySelector('small')!.textContent = about;
        return option;
      }),
    );
    at = offers.length > 0 ? 0 : -1;
    const error = place.querySelector('.field-error')!;
    error.textContent =
      offers.length > 0
        ? ''
        : place.querySelector('[data-nobody]')!.textContent!.replace('{words}', input.value.trim());
    if (offers.length === 0) return close();
    list.hidden = false;
    mark();
  }

  function onKey(event: KeyboardEvent) {
    const isOpen = offers.length > 0 && input.getAttribute('aria-expanded') === 'true';
    if (event.key === 'Backspace' && input.value === '') {
      chosen.lastElementChild?.remove();
      notifyForm();
    } else if (event.key === 'Enter' && !event.ctrlKey) {
      event.preventDefault();
      if (isOpen) take(offers[at]!);
      else void look();
    } else if (event.key === ',' && isOpen) {
      event.preventDefault();
      take(offers[at]!);
    } else if (event.key === 'Escape' && isOpen) {
      event.preventDefault();
      close();
    } else if ((event.key === 'ArrowDown' || event.key === 'ArrowUp') && isOpen) {
      event.preventDefault();
      at = (at + (event.key === 'ArrowDown' ? 1 : -1) + offers.length) % offers.length;
      mark();
    }
  }

  function mark() {
    for (const [index, option] of [...list.children].entries())
      option.setAttribute('aria-selected', String(index === at));
    input.setAttribute('aria-expanded', 'true');
    input.setAttribute('aria-activedescendant', `${list.id}-${at}`);
  }

  function take({ key, name }: Offer) {
    const line = place
      .querySelector<HTMLTemplateElement>('[data-chosen]')!
      .content.firstElementChild!.cloneNode(true) as HTMLElement;
    const box = line.querySelector('input')!;
    box.value = key;
    box.setAttribute('aria-label', box.getAttribute('aria-label')!.replace('{name}', name));
    line.querySelector('span')!.textContent = name;
    chosen.append(line);
    input.value = '';
    place.querySelector('.field-error')!.textContent = '';
    input.removeAttribute('aria-invalid');
    close();
    notifyForm();
  }

  function close() {
    offers = [];
    list.hidden = true;
    input.setAttribute('aria-expanded', 'false');
    input.removeAttribute('aria-activedescendant');
  }

  /** Lets the form notice the change. */
  function notifyForm() {
    input.dispatchEvent(new Event('input', { bubbles: true }));
    clearTimeout(timer);
  }
}
