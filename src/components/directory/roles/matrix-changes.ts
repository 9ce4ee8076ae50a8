/**
 * Marks changes of a role in place and lists who gains and who loses rights. Without it the form is submitted just the
 * same.
 */
import { callOf } from '#lib/values/paths.ts';
import { api } from '#islands/api.ts';

interface Effect {
  gain: number;
  lose: number;
  through: { subject: string; action: string; count: number; people: { person: string; role: string }[] }[];
  duties: { subject: string; actions: [string, string] }[];
}

const AFTER_CHANGE_MS = 250;

export function work(matrix: HTMLFormElement, table: HTMLTableElement): void {
  const part = <E extends HTMLElement>(name: string) => matrix.querySelector<E>(`[data-${name}]`)!;
  const boxes = [...matrix.querySelectorAll<HTMLInputElement>('input[type=checkbox][name=right]')];
  const reason = matrix.querySelector<HTMLTextAreaElement>('#reason')!;
  let timer = 0;
  let asked = 0;
  let isSaving = false;

  matrix.addEventListener('change', ({ target }) => (target as HTMLInputElement).name === 'right' && refresh());
  matrix.addEventListener('reset', () =>
    setTimeout(() => {
      for (const box of boxes) box.checked = isHeld(box);
      refresh();
    }),
  );
  matrix.addEventListener('submit', () => (isSaving = true));
  reason.addEventListener('input', ready);
  addEventListener('beforeunload', (event) => {
    if (!isSaving && changes().length > 0) event.preventDefault();
  });
  part('reason').hidden = part('reason').dataset.needed === undefined;
  refresh();

  function isHeld(box: HTMLInputElement) {
    return box.dataset.was !== undefined;
  }
  function changes() {
    return boxes.filter((box) => box.checked !== isHeld(box));
  }

  function refresh() {
    for (const box of boxes) {
      box.parentElement!.classList.toggle('is-added', box.checked && !isHeld(box));
      box.parentElement!.classList.toggle('is-removed', !box.checked && isHeld(box));
    }
    for (const body of table.tBodies) {
      const count = body.querySelector<HTMLElement>('[data-count]')!;
      count.textContent = count.dataset.count!.replace(
        '{allowed}',
        String(body.querySelectorAll('input:checked').length),
      );
    }
    const changed = changes();
    part('changed').textContent = changed.length > 0 ? ` ${changed.length}` : '';
    part('nothing').hidden = changed.length > 0;
    part('effect').hidden = changed.length === 0;
    part('changes').replaceChildren(...changed.map((box) => line(box)));
    clearTimeout(timer);
    if (changed.length > 0) timer = window.setTimeout(() => void preview(changed), AFTER_CHANGE_MS);
    else showDuties([]);
  }

  function line(box: HTMLInputElement) {
    const made = part<HTMLTemplateElement>(box.checked ? 'added' : 'removed').content.firstElementChild!.cloneNode(
      true,
    ) as HTMLElement;
    made.dataset.right = box.value.split(':').slice(0, 2).join(':');
    made.querySelector('p')!.textContent = box.dataset.label!;
    return made;
  }

  async function preview(changed: HTMLInputElement[]) {
    const mine = (asked += 1);
    const query = new URLSearchParams(
      changed.map((box) => [box.checked ? 'add' : 'remove', box.value.split(':').slice(0, 2).join(':')]),
    );
    const effect = await api<Effect>(callOf(`${matrix.dataset.preview}?${query}`), { background: true }).catch(
      () => null,
    );
    if (!effect || mine !== asked) return;
    const { gain, lose, through, duties } = effect;
    count('gain', gain);
    count('lose', lose);
    for (const { subject, action, count, people } of through) note(`${subject}:${action}`, count, people);
    showDuties(duties);
  }

  function count(name: string, people: number) {
    part(name).textContent = String(people);
    const word = part(name).nextElementSibling as HTMLElement;
    word.textContent =
      new Intl.PluralRules(document.documentElement.lang).select(people) === 'one'
        ? word.dataset.one!
        : word.dataset.other!;
  }

  function note(right: string, count: number, people: Effect['through'][number]['people']) {
    const at = part('changes').querySelector<HTMLElement>(`[data-right="${right}"]`);
    const words = at?.querySelector('.is-added') ? part('changes').dataset.has! : part('changes').dataset.keeps!;
    const names = people.map(({ person, role }) => words.replace('{person}', person).replace('{role}', role));
    if (count > people.length)
      names.push(part('changes').dataset.more!.replace('{count}', String(count - people.length)));
    const small = document.createElement('small');
    small.textContent = names.join('; ');
    at?.querySelector('p')!.append(small);
  }

  function showDuties(duties: Effect['duties']) {
    const words = duties.map(({ subject, actions }) => {
      const [one, other] = actions.map(
        (action) =>
          boxes.find((box) => box.value.startsWith(`${subject}:${action}`))?.dataset.label?.split(': ') ?? [
            subject,
            action,
          ],
      );
      return part('duties')
        .dataset.text!.replace('{one}', one![1]!)
        .replace('{other}', other![1]!)
        .replace('{subject}', one![0]!);
    });
    part('duties').querySelector('span > span')!.textContent = words.join(' ');
    part('duties').hidden = duties.length === 0;
    part('reason').hidden = duties.length === 0 && part('reason').dataset.needed === undefined;
    reason.required = duties.length > 0;
    ready();
  }

  /** Save waits for a reason where one is needed, and says so. */
  function ready() {
    const waits = reason.required && reason.value.trim() === '';
    part<HTMLButtonElement>('save').disabled = waits || changes().length === 0;
    part('note').textContent =
      `${waits ? `${part('note').dataset.needsReason} ` : ''}${part('note').dataset.effectNote}`;
  }
}
